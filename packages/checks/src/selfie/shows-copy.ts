import type { SelfiePose } from '@vendor/contract';
import { faceDifference } from './face-difference.ts';
import { type FacePatch, type MeshPatch, mirrorPatch } from './face-patch.ts';

/**
 * Less than this is left of two faces only when one is the other's picture. Copies that were compressed anew, cut, scaled, turned,
 * stretched, lightened or mirrored left 0.01 to 0.034; a drawn head that turned by 2° between its pictures 0.086, a man in
 * different photographs 0.30 and more. See `docs/liveness.md`.
 */
export const LEAST_DIFFERENCE = 0.045;

/** A face, and what its user was asked for. */
export interface PosedFace {
  readonly pose: SelfiePose;
  readonly patch: MeshPatch;
}

/**
 * Whether one of the faces is a copy of another that was to be turned otherwise, or of what a mirror shows of it. Where one pose was
 * asked for twice, or closer after straight, they are not compared: who sits still before a camera looks the same to within what a
 * copy leaves over, and every row of poses asks for one of them again.
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
    (seen) =>
      faceDifference(seen, other) < LEAST_DIFFERENCE || faceDifference(other, seen) < LEAST_DIFFERENCE,
  );
}
