import { faceDifference } from './face-difference.ts';
import { type FacePatch, mirrored } from './face-patch.ts';

/**
 * Less than this is left of two faces only when one is the other's picture. Copies that were compressed anew, cut, scaled, turned,
 * stretched, lightened or mirrored left 0.01 to 0.034; a drawn head that turned by 2° between its pictures 0.086, a man in
 * different photographs 0.30 and more. See `docs/liveness.md`.
 */
export const LEAST_DIFFERENCE = 0.045;

/**
 * Whether one of the faces is a copy of another, or of what a mirror shows of it. Nobody who turned their head and came back holds
 * it as before to less than a degree, with the same face.
 */
export function showsCopy(faces: readonly FacePatch[]): boolean {
  return faces.some((face, index) => faces.slice(0, index).some((earlier) => isCopy(earlier, face)));
}

function isCopy(one: FacePatch, other: FacePatch): boolean {
  return [one, mirrored(one)].some(
    (seen) =>
      faceDifference(seen, other) < LEAST_DIFFERENCE || faceDifference(other, seen) < LEAST_DIFFERENCE,
  );
}
