import type { SelfiePose } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import type { Point } from '@vendor/vision';
import type { Face } from './face.ts';
import { depthBetween } from './flat-fit.ts';

/** `flat`: the face is seen as turned, but so is everything in its plane, as that of a picture is. */
export type PoseVerdict = 'held' | 'wrong' | 'flat';

/**
 * Angles are radians as the mesh tells them, about seven tenths of the true ones: heads drawn at 20° measure 0.21 to 0.28, at
 * 30° 0.35 to 0.45. All are taken against the first frame, whose face looks straight at the camera, so that what a face or a
 * lens adds by itself falls out.
 */
const LEAST_TURN = 0.18;
const MOST_TURN = 0.8;
/** A face that should look straight may be this far off: 10°. */
const STRAIGHT_TURN = 0.13;
/** Largest turn of a face that should come closer, where no turn is asked for. */
const CLOSER_TURN = 0.2;
/** A first frame may be this far from straight by itself: cameras stand beside screens. */
const FIRST_TURN = 0.3;

/** A face that came closer is this much larger. */
const CLOSER_GROWTH = 1.15;

/**
 * Least depth of a real face. One flat picture leaves unexplained: of heads turned by 20° or more at least 0.09, of
 * pictures turned by 35° 0.05.
 */
const LEAST_DEPTH = 0.07;

/**
 * A head that turns by an angle is hardly narrower for it; a picture that is turned until its face seems to is much narrower.
 * Of drawn heads and of a man in different photographs one of 52 lost more than this share of their width over their height, most
 * of all where the head also nodded; every picture that measured an angle did.
 */
const NARROWING = 1.6;
const NARROWING_SLACK = 0.09;

/** In MediaPipe's mesh: outer corners of the eyes, between the eyes, chin, top of the forehead. */
const landmarks = { eyes: [33, 263], between: 168, chin: 152, forehead: 10 } as const;

/** Whether the first face looks straight at the camera. */
export function isStraight(first: Face): boolean {
  return Math.abs(first.yawLeft) <= FIRST_TURN;
}

/** Whether a face is held as asked, measured against the first. */
export function judgePose(pose: SelfiePose, first: Face, face: Face): PoseVerdict {
  const turn = face.yawLeft - first.yawLeft;
  switch (pose) {
    case 'straight':
      return Math.abs(turn) <= STRAIGHT_TURN ? 'held' : 'wrong';
    case 'closer': {
      const growth = faceHeight(face) / faceHeight(first);
      return growth >= CLOSER_GROWTH && Math.abs(turn) <= CLOSER_TURN ? 'held' : 'wrong';
    }
    case 'left':
      return judgeTurn(turn, first, face);
    case 'right':
      return judgeTurn(-turn, first, face);
    default:
      return assertNever(pose);
  }
}

/** Whether anything in the face moved against anything else: a picture that is waved or brought closer stays as it is. */
export function isStill(first: Face, face: Face): boolean {
  return depthBetween(first.mesh, face.mesh) < LEAST_DEPTH;
}

function judgeTurn(turn: number, first: Face, face: Face): PoseVerdict {
  if (turn < LEAST_TURN || turn > MOST_TURN) return 'wrong';
  const narrowed = 1 - proportion(face) / proportion(first);
  const isNarrow = narrowed > NARROWING * turn ** 2 + NARROWING_SLACK;
  return isNarrow || isStill(first, face) ? 'flat' : 'held';
}

function faceHeight({ mesh }: Face): number {
  return distance(mesh, landmarks.forehead, landmarks.chin);
}

/** Width of the eyes over the height from eyes to chin. */
function proportion({ mesh }: Face): number {
  return distance(mesh, ...landmarks.eyes) / distance(mesh, landmarks.between, landmarks.chin);
}

function distance(mesh: readonly Point[], one: number, other: number): number {
  const [a, b] = [mesh[one]!, mesh[other]!];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
