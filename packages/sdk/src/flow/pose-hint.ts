import type { SelfiePose } from '@vendor/contract';

/** A face as measured by the tracker. */
export interface SeenFace {
  /**
   * Turn to the person's own left: offset of the nose from the middle between the ears, as a share of their distance. Measured
   * on drawn heads: 0.12 to 0.16 at 10°, 0.19 to 0.22 at 15°, 0.27 to 0.28 at 20°, 0.26 to 0.38 at 25°, 0.65 to 0.67 at 40°.
   */
  readonly turnLeft: number;
  /** Width as a share of the picture's shorter side. */
  readonly size: number;
  /** Centre, as shares of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

/** Results of analysing one frame of the front camera. */
export interface FaceSight {
  readonly faces: number;
  /** The largest face. */
  readonly face: SeenFace | null;
  /** Whether there is too little light to take a picture. */
  readonly isDark: boolean;
}

/** Why a pose cannot be taken yet. `pose`: the pose is not held yet; `hold-still`: nothing is wrong. */
export type PoseHint =
  | 'too-dark'
  | 'no-face'
  | 'several-faces'
  | 'too-far'
  | 'too-near'
  | 'pose'
  | 'turn-further'
  | 'turn-back'
  | 'hold-still';

/** Reference that a face is measured against. */
export interface PoseAsked {
  readonly pose: SelfiePose;
  /** Face of the first pose, which looks straight; null during that pose, or if no face was found. */
  readonly first: SeenFace | null;
  /** Face in the previous frame; null if there was none. */
  readonly before: SeenFace | null;
  /** Whether the pose was held in the previous frame, in which case limits are relaxed slightly. */
  readonly isHeld: boolean;
}

/** Minimum `turnLeft` of a turned face (18° to 24° on drawn heads). The service requires slightly less, about 16°. */
const turned = 0.25;
/** Maximum `turnLeft` of a turned face, about 40°, beyond which the service sees a profile. */
const turnedTooFar = 0.64;
/** `turnLeft` from which the user has started to turn, about 8°. */
const turning = 0.1;
/** Maximum turn of the first face, about 11°; the other poses are measured against it. */
const straight = 0.15;
/**
 * Maximum turn of a face that looks straight again, 7° to 9° on drawn heads. The service measures differently and refuses some
 * at 11°.
 */
const straightAgain = 0.085;
/** Maximum turn of a face that comes closer; the service allows about 15°. */
const straightCloser = 0.18;

/** Range of `size` of the first face: large enough to be measured, with room to come closer. */
const minSize = 0.26;
const maxSize = 0.6;
/** Minimum growth of a face that came closer, as a factor; the service requires 1.15. */
const growth = 1.25;
/** Maximum distance of a face from the middle, as a share of the picture. Moving faces get more room. */
const offCentre = { straight: 0.18, moving: 0.3 } as const;

/** Tolerance for a pose that is already held. */
const turnSlack = 0.02;
const sizeSlack = 0.06;
/** Maximum change between two frames; a picture during a faster movement would be blurred. */
const maxTurnChange = 0.1;
const maxSizeChange = 0.08;

/** Returns whether the pose can be judged: for `closer`, the face of the first picture must be known. */
export function canBeJudged({ pose, first }: PoseAsked): boolean {
  return pose !== 'closer' || first !== null;
}

/** Returns the hint for one frame of a pose that can be judged. Obstacles to seeing the face take precedence over the pose. */
export function poseHintFor({ faces, face, isDark }: FaceSight, asked: PoseAsked): PoseHint {
  if (isDark) return 'too-dark';
  if (faces > 1) return 'several-faces';
  if (!face) return 'no-face';
  const hint = hintOfPose(face, asked);
  return hint === 'hold-still' && asked.before && hasMoved(asked.before, face) ? 'pose' : hint;
}

function hintOfPose(face: SeenFace, { pose, first, isHeld }: PoseAsked): PoseHint {
  const turn = face.turnLeft - (first?.turnLeft ?? 0);
  const slack = isHeld ? turnSlack : 0;
  const maxOffset = pose === 'straight' ? offCentre.straight : offCentre.moving;
  if (Math.abs(face.x - 0.5) > maxOffset + slack || Math.abs(face.y - 0.5) > maxOffset + slack)
    return 'no-face';
  switch (pose) {
    case 'straight':
      if (!first && face.size < minSize - (isHeld ? sizeSlack : 0)) return 'too-far';
      if (!first && face.size > maxSize + (isHeld ? sizeSlack : 0)) return 'too-near';
      return Math.abs(turn) <= (first ? straightAgain : straight) + slack ? 'hold-still' : 'pose';
    case 'closer':
      if (!first || face.size < first.size * (growth - (isHeld ? sizeSlack : 0))) return 'pose';
      return Math.abs(turn) <= straightCloser + slack ? 'hold-still' : 'pose';
    case 'left':
      return hintOfTurn(turn, slack);
    case 'right':
      return hintOfTurn(-turn, slack);
  }
}

function hintOfTurn(turn: number, slack: number): PoseHint {
  if (turn > turnedTooFar + slack) return 'turn-back';
  if (turn >= turned - slack) return 'hold-still';
  return turn >= turning ? 'turn-further' : 'pose';
}

function hasMoved(before: SeenFace, face: SeenFace): boolean {
  return (
    Math.abs(face.turnLeft - before.turnLeft) > maxTurnChange ||
    Math.abs(face.size / before.size - 1) > maxSizeChange
  );
}
