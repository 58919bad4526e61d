import type { SelfiePose } from '@vendor/contract';

/** A face as the tracker sees it. */
export interface SeenFace {
  /**
   * How far it is turned to its own left: where the nose is between the ears, from the middle, in shares of their distance. Of
   * drawn heads turned by 10° 0.12 to 0.16, by 15° 0.19 to 0.22, by 20° 0.27 to 0.28, by 25° 0.26 to 0.38, by 40° 0.65 to 0.67.
   */
  readonly turnLeft: number;
  /** Its width as a share of the picture's shorter side. */
  readonly size: number;
  /** Its centre, as shares of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

/** Findings in one frame of the front camera. */
export interface FaceSight {
  readonly faces: number;
  /** The largest of them. */
  readonly face: SeenFace | null;
  /** Too little light to take a picture in. */
  readonly isDark: boolean;
}

/** Obstacle that keeps a pose from being taken; `pose`: only that it is not held yet, `hold-still`: nothing. */
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
  /** The face of the first pose, which looks straight; null while that is asked for, or where it was not seen. */
  readonly first: SeenFace | null;
  /** Seen in the frame before; null when there was none, or no face. */
  readonly before: SeenFace | null;
  /** The pose was held in the frame before: it is not lost by a hair. */
  readonly isHeld: boolean;
}

/** A face that is turned so far (of drawn heads by 18° to 24°) is turned: the service asks for a little less, about 16°. */
const turned = 0.25;
/** About 40°, beyond which the service sees a profile. */
const turnedTooFar = 0.64;
/** From here on (about 8°) the user is on the way. */
const turning = 0.1;
/** The first face may be turned by so much, about 11°: the others are measured against it. */
const straight = 0.15;
/**
 * One that looks straight again by so much, of drawn heads 7° to 9°: the service, which measures otherwise, refuses some at 11°.
 */
const straightAgain = 0.085;
/** Turn up to which a face that comes closer counts as straight; the service allows about 15°. */
const straightCloser = 0.18;

/** The first face leaves room to come closer, and is large enough to be measured. */
const leastSize = 0.26;
const mostSize = 0.6;
/** Growth of a face that came closer, as a factor; the service asks for 1.15. */
const growth = 1.25;
/** Distance from the middle, as a share of the picture, at which a face is outside the oval. Moving faces get more room. */
const offCentre = { straight: 0.18, moving: 0.3 } as const;

/** Tolerance for a pose that is held: it counts as held while it misses the limits by no more than this. */
const turnSlack = 0.02;
const sizeSlack = 0.06;
/** More than this between two frames is a movement, and its picture would be blurred. */
const movedTurn = 0.1;
const movedSize = 0.08;

/** Whether the pose can be seen at all: who came closer is larger than in the first picture, whose face has to be known. */
export function canBeJudged({ pose, first }: PoseAsked): boolean {
  return pose !== 'closer' || first !== null;
}

/**
 * The one thing to be told of a frame, of a pose that can be judged. What keeps a face from being seen at all goes before how it
 * is held.
 */
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
  const most = pose === 'straight' ? offCentre.straight : offCentre.moving;
  if (Math.abs(face.x - 0.5) > most + slack || Math.abs(face.y - 0.5) > most + slack) return 'no-face';
  switch (pose) {
    case 'straight':
      if (!first && face.size < leastSize - (isHeld ? sizeSlack : 0)) return 'too-far';
      if (!first && face.size > mostSize + (isHeld ? sizeSlack : 0)) return 'too-near';
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
    Math.abs(face.turnLeft - before.turnLeft) > movedTurn || Math.abs(face.size / before.size - 1) > movedSize
  );
}
