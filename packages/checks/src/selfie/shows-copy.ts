import type { SelfiePose } from '@vendor/contract';
import { faceDifference } from './face-difference.ts';
import { type FacePatch, type MeshPatch, mirrorPatch } from './face-patch.ts';

/**
 * Difference below which one face is a copy of the other's picture. Copies that were recompressed, cropped, scaled, rotated,
 * stretched, brightened or mirrored left 0.01 to 0.034; a drawn head that turned by 2° between its pictures 0.086, a man in
 * different photographs 0.30 and more. See `docs/liveness.md`.
 */
export const MIN_DIFFERENCE = 0.045;

/** A face and the pose that was requested of it. */
export interface PosedFace {
  readonly pose: SelfiePose;
  readonly patch: MeshPatch;
}

/**
 * Returns whether a face is a copy, or a mirrored copy, of one with a different pose. Equal poses, and closer after straight,
 * are not compared: a person who sits still looks the same to within the difference of copies, and every sequence of poses
 * repeats one.
 */
export function showsCopy(faces: readonly PosedFace[]): boolean {
  return faces.some((face, index) =>
    faces
      .slice(0, index)
      .some((earlier) => turnOf(earlier.pose) !== turnOf(face.pose) && isCopy(earlier.patch, face.patch)),
  );
}

const turnOf = (pose: SelfiePose): SelfiePose => (pose === 'closer' ? 'straight' : pose);

function isCopy(one: FacePatch, other: FacePatch): boolean {
  return [one, mirrorPatch(one)].some(
    (patch) => faceDifference(patch, other) < MIN_DIFFERENCE || faceDifference(other, patch) < MIN_DIFFERENCE,
  );
}
