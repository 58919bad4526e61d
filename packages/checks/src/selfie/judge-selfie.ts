import type { SelfieRetryReason } from '@vendor/contract';
import { BRIGHT_MEAN, DARK_MEAN, isFaceTooDark } from '@vendor/vision';
import type { Face } from './face.ts';
import { isStill, isStraight, judgePose } from './judge-poses.ts';
import { measureLikeness, sessionLimits } from './likeness.ts';
import type { FrameView } from './measure-frame.ts';
import type { SelfieFinding } from './selfie-task.ts';

/** Verdict on whether the key frames show one person who moved as asked. */
export type LivenessVerdict =
  | { readonly kind: 'retry'; readonly reasons: readonly SelfieRetryReason[] }
  | { readonly kind: 'judged'; readonly face: Face; readonly findings: readonly SelfieFinding[] };

/** Minimum size of a face, in pixels and as a share of the picture; a smaller one is too far away to measure its features. */
const MIN_FACE_PX = 110;
const MIN_FACE_SHARE = 0.2;

/** Maximum blur in face widths; above it features merge. An eye is four times as high. */
const MAX_BLUR_SHARE = 0.022;

/**
 * Minimum average time for a move, and minimum time for any one. Turning the head and holding it takes a person more than half
 * a second on average, and never much less. A page asks for a pose only after the frame before it is stored, so network delays
 * cannot bring two frames closer together.
 */
const MIN_MS_PER_MOVE = 500;
const MIN_MS_OF_ANY_MOVE = 300;

/** Turn (35°, in radians as measured on the mesh) above which low likeness is REVIEW rather than FAIL. */
const CERTAIN_LIKENESS_TURN = 0.45;

/**
 * Whether key frames can prove liveness. Detection of attacks with a single photograph was measured only on drawn heads, so
 * they cannot yet: an attacker with a picture might be APPROVED. `docs/liveness.md` describes the measurement that would allow
 * it.
 */
const PROVES_LIVENESS: boolean = false;

/** Judges the key frames by their measurements, in the order they were taken. */
export function judgeLiveness(views: readonly FrameView[]): LivenessVerdict {
  const pictureReasons = views.flatMap(findRetryReasons);
  if (pictureReasons.length > 0) return retry(pictureReasons);
  const faces = views.map((view) => view.faces[0]!);
  const [first, ...others] = faces as [Face, ...Face[]];
  // Checks for a still picture before the poses, so that nobody is asked to turn a photograph better.
  if (others.every((face) => isStill(first, face))) return retry(['SELFIE_STILL']);
  if (!isStraight(first)) return retry(['FACE_TURNED_WRONG']);
  const verdicts = others.map((face, index) => judgePose(views[index + 1]!.pose, first, face));
  if (verdicts.includes('flat')) return retry(['SELFIE_STILL']);
  if (verdicts.includes('wrong')) return retry(['FACE_TURNED_WRONG']);
  if (isTooFast(views)) return retry(['SELFIE_TOO_FAST']);
  return { kind: 'judged', face: first, findings: addUnproven(compareFaces(faces)) };
}

/** Returns why a frame must be captured again, regardless of the other frames. */
function findRetryReasons(view: FrameView): SelfieRetryReason[] {
  const { faces, blurShare, shorterSidePx } = view;
  const face = faces[0];
  const light = judgeLight(view);
  if (!face) return light.length > 0 ? light : ['FACE_NOT_FOUND'];
  if (faces.length > 1) return ['FACES_MANY'];
  const { sidePx } = face.box;
  if (sidePx < MIN_FACE_PX || sidePx < MIN_FACE_SHARE * shorterSidePx) return ['FACE_TOO_SMALL'];
  const isBlurred = blurShare !== null && blurShare > MAX_BLUR_SHARE;
  return isBlurred ? [...light, 'IMAGE_BLURRED'] : light;
}

/** Judges the light on the largest face, or in the whole picture without one. */
function judgeLight({ faceLight, exposure }: FrameView): SelfieRetryReason[] {
  if (faceLight ? isFaceTooDark(faceLight) : exposure.mean < DARK_MEAN) return ['IMAGE_TOO_DARK'];
  return (faceLight ?? exposure).mean > BRIGHT_MEAN ? ['IMAGE_TOO_BRIGHT'] : [];
}

/** Returns whether any two frames, or all together, followed each other faster than a person moves. */
function isTooFast(views: readonly FrameView[]): boolean {
  const moves = views.slice(1).map(({ receivedAt }, index) => receivedAt - views[index]!.receivedAt);
  const wholeMs = moves.reduce((sum, ms) => sum + ms, 0);
  return moves.some((ms) => ms < MIN_MS_OF_ANY_MOVE) || wholeMs < MIN_MS_PER_MOVE * moves.length;
}

/** Adds the finding that liveness is unproven, unless the selfie is declined anyway. */
function addUnproven(findings: readonly SelfieFinding[]): readonly SelfieFinding[] {
  if (PROVES_LIVENESS || findings.some(({ outcome }) => outcome === 'FAIL')) return findings;
  return [...findings, { member: 'livenessCheckResult', code: 'LIVENESS_UNPROVEN', outcome: 'REVIEW' }];
}

/** Compares every frame with every other, because another person may appear at any time. */
function compareFaces(faces: readonly Face[]): SelfieFinding[] {
  const turned = (face: Face) => Math.abs(face.yawLeft - faces[0]!.yawLeft);
  const found = (code: SelfieFinding['code'], outcome: SelfieFinding['outcome']): SelfieFinding[] => [
    { member: 'livenessCheckResult', code, outcome },
  ];
  if (
    minLikeness(faces.filter((face) => turned(face) <= CERTAIN_LIKENESS_TURN)) < sessionLimits.anotherPerson
  )
    return found('FACES_DIFFER', 'FAIL');
  return minLikeness(faces) < sessionLimits.perhapsAnother ? found('FACES_MAY_DIFFER', 'REVIEW') : [];
}

/** Returns the minimum likeness of all pairs; 1 for a single face. */
function minLikeness(faces: readonly Face[]): number {
  const likenesses = faces.flatMap((face, index) =>
    faces.slice(index + 1).map((other) => measureLikeness(face.descriptor, other.descriptor)),
  );
  return Math.min(1, ...likenesses);
}

function retry(reasons: readonly SelfieRetryReason[]): LivenessVerdict {
  return { kind: 'retry', reasons: [...new Set(reasons)] };
}
