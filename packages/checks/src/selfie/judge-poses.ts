import type { SelfiePose } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import type { Point } from '@vendor/vision';
import type { Face } from './face.ts';
import { measureDepth } from './measure-depth.ts';

/** `flat`: the face turned, but it moved like a plane, as a picture does. */
export type PoseVerdict = 'held' | 'wrong' | 'flat';

/**
 * Range of a turn in radians as measured on the mesh, about seven tenths of the true angle: heads drawn at 20° measure 0.21 to
 * 0.28, at 30° 0.35 to 0.45. Angles are relative to the first frame, in which the face looks straight at the camera, so the
 * bias of a face or lens cancels out.
 */
const MIN_TURN = 0.18;
const MAX_TURN = 0.8;
/** Maximum deviation of a face that should look straight: 10°. */
const MAX_STRAIGHT_TURN = 0.13;
/** Maximum turn of a face that should come closer without turning. */
const MAX_CLOSER_TURN = 0.2;
/** Maximum turn of the first frame itself, because cameras may be beside screens. */
const MAX_FIRST_TURN = 0.3;

/** Minimum growth of a face that came closer. */
const MIN_CLOSER_GROWTH = 1.15;

/**
 * Minimum depth of a real face. The residual of a homography is at least 0.09 for heads turned by 20° or more, and 0.05 for
 * pictures turned by 35°.
 */
const MIN_DEPTH = 0.07;

/**
 * Maximum narrowing of a turned face: NARROWING × angle² + NARROWING_SLACK. A head hardly narrows when it turns; a picture
 * rotated until its face measures the same angle narrows a lot. Of 52 drawn heads and photographs of a man, one lost more of
 * its width relative to its height, and that head also nodded; every rotated picture that measured an angle lost more.
 */
const NARROWING = 1.6;
const NARROWING_SLACK = 0.09;

/** In MediaPipe's mesh: outer corners of the eyes, between the eyes, chin, top of the forehead. */
const landmarks = { eyes: [33, 263], between: 168, chin: 152, forehead: 10 } as const;

/** Returns whether the first face looks straight at the camera. */
export function isStraight(first: Face): boolean {
  return Math.abs(first.yawLeft) <= MAX_FIRST_TURN;
}

/** Judges whether a face holds the requested pose, relative to the first frame. */
export function judgePose(pose: SelfiePose, first: Face, face: Face): PoseVerdict {
  const turn = face.yawLeft - first.yawLeft;
  switch (pose) {
    case 'straight':
      return Math.abs(turn) <= MAX_STRAIGHT_TURN ? 'held' : 'wrong';
    case 'closer': {
      const growth = faceHeight(face) / faceHeight(first);
      return growth >= MIN_CLOSER_GROWTH && Math.abs(turn) <= MAX_CLOSER_TURN ? 'held' : 'wrong';
    }
    case 'left':
      return judgeTurn(turn, first, face);
    case 'right':
      return judgeTurn(-turn, first, face);
    default:
      return assertNever(pose);
  }
}

/** Returns whether the face is as flat as a picture: its points move together when a picture is waved or brought closer. */
export function isStill(first: Face, face: Face): boolean {
  return measureDepth(first.mesh, face.mesh) < MIN_DEPTH;
}

function judgeTurn(turn: number, first: Face, face: Face): PoseVerdict {
  if (turn < MIN_TURN || turn > MAX_TURN) return 'wrong';
  const narrowed = 1 - proportion(face) / proportion(first);
  const isNarrow = narrowed > NARROWING * turn ** 2 + NARROWING_SLACK;
  return isNarrow || isStill(first, face) ? 'flat' : 'held';
}

function faceHeight({ mesh }: Face): number {
  return distance(mesh, landmarks.forehead, landmarks.chin);
}

/** Returns the width between the eyes divided by the height from eyes to chin. */
function proportion({ mesh }: Face): number {
  return distance(mesh, ...landmarks.eyes) / distance(mesh, landmarks.between, landmarks.chin);
}

function distance(mesh: readonly Point[], one: number, other: number): number {
  const [a, b] = [mesh[one]!, mesh[other]!];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
