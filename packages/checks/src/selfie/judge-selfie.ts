import type { SelfieRetryReason } from '@vendor/contract';
import { BRIGHT_MEAN, DARK_MEAN } from '@vendor/vision';
import type { Face } from './face.ts';
import { isStill, isStraight, judgePose } from './judge-poses.ts';
import { measureLikeness, sittingLimits } from './likeness.ts';
import type { FrameView } from './look-at-frame.ts';
import type { SelfieFinding } from './selfie-task.ts';

/** Verdict of the key frames on whether one person moved as asked. */
export type LivenessVerdict =
  | { readonly kind: 'retry'; readonly reasons: readonly SelfieRetryReason[] }
  | { readonly kind: 'judged'; readonly face: Face; readonly findings: readonly SelfieFinding[] };

/** A face smaller than this, in pixels or in shares of the picture, is too far away for its features to be measured. */
const LEAST_FACE_PX = 110;
const LEAST_FACE_SHARE = 0.2;

/** Blur in widths of the face beyond which features run together: an eye is four times as high. */
const BLUR_SHARE = 0.022;

/**
 * Moving a head and holding it takes a person more than half a second, on average, and never much less. A page asks for a pose when
 * the frame before it is stored, so that no network brings two of them together, however bad it is.
 */
const LEAST_MS_PER_MOVE = 500;
const LEAST_MS_OF_ANY_MOVE = 300;

/** Of faces turned farther than 35°, in radians as the mesh tells them, likeness alone refuses nobody: a person looks at it. */
const LIKE_ITSELF_TURN = 0.45;

/**
 * Whether key frames can prove a person. Attacks with one photograph are told on drawn heads alone, so they cannot yet: a stranger
 * with a picture might be APPROVED. `docs/liveness.md` says on which measurement it may become true.
 */
const PROVES_LIVENESS: boolean = false;

/** Judges the key frames by what was seen in them, in the order they were taken. */
export function judgeLiveness(views: readonly FrameView[]): LivenessVerdict {
  const pictureReasons = views.flatMap(reasonsOfView);
  if (pictureReasons.length > 0) return retry(pictureReasons);
  const faces = views.map((view) => view.faces[0]!);
  const [first, ...others] = faces as [Face, ...Face[]];
  // Checks for a still picture before the poses: nobody is told to turn a photograph better.
  if (others.every((face) => isStill(first, face))) return retry(['SELFIE_STILL']);
  if (!isStraight(first)) return retry(['FACE_TURNED_WRONG']);
  const verdicts = others.map((face, index) => judgePose(views[index + 1]!.pose, first, face));
  if (verdicts.includes('flat')) return retry(['SELFIE_STILL']);
  if (verdicts.includes('wrong')) return retry(['FACE_TURNED_WRONG']);
  if (isTooFast(views)) return retry(['SELFIE_TOO_FAST']);
  return { kind: 'judged', face: first, findings: withProof(findingsOfFaces(faces)) };
}

/** Why a picture must be taken again, whatever the others show. */
function reasonsOfView({ faces, exposure, blurShare, shorterSidePx }: FrameView): SelfieRetryReason[] {
  const face = faces[0];
  const light: SelfieRetryReason[] =
    exposure.mean < DARK_MEAN ? ['IMAGE_TOO_DARK'] : exposure.mean > BRIGHT_MEAN ? ['IMAGE_TOO_BRIGHT'] : [];
  if (!face) return light.length > 0 ? light : ['FACE_NOT_FOUND'];
  if (faces.length > 1) return ['FACES_MANY'];
  const { sidePx } = face.box;
  if (sidePx < LEAST_FACE_PX || sidePx < LEAST_FACE_SHARE * shorterSidePx) return ['FACE_TOO_SMALL'];
  const isBlurred = blurShare !== null && blurShare > BLUR_SHARE;
  return isBlurred ? [...light, 'IMAGE_BLURRED'] : light;
}

/** Whether the frames came sooner after each other than a person moves: any of them, or all together. */
function isTooFast(views: readonly FrameView[]): boolean {
  const moves = views.slice(1).map(({ receivedAt }, index) => receivedAt - views[index]!.receivedAt);
  const wholeMs = moves.reduce((sum, ms) => sum + ms, 0);
  return moves.some((ms) => ms < LEAST_MS_OF_ANY_MOVE) || wholeMs < LEAST_MS_PER_MOVE * moves.length;
}

/** Adds that liveness is unproven to whatever else is in doubt; what is declined needs no proof. */
function withProof(findings: readonly SelfieFinding[]): readonly SelfieFinding[] {
  if (PROVES_LIVENESS || findings.some(({ outcome }) => outcome === 'FAIL')) return findings;
  return [...findings, { member: 'livenessCheckResult', code: 'LIVENESS_UNPROVEN', outcome: 'REVIEW' }];
}

/** Every frame against every other: somebody else may come in at any time. */
function findingsOfFaces(faces: readonly Face[]): SelfieFinding[] {
  const turned = (face: Face) => Math.abs(face.yawLeft - faces[0]!.yawLeft);
  const found = (code: SelfieFinding['code'], outcome: SelfieFinding['outcome']): SelfieFinding[] => [
    { member: 'livenessCheckResult', code, outcome },
  ];
  if (leastLikeness(faces.filter((face) => turned(face) <= LIKE_ITSELF_TURN)) < sittingLimits.anotherPerson)
    return found('FACES_DIFFER', 'FAIL');
  return leastLikeness(faces) < sittingLimits.perhapsAnother ? found('FACES_MAY_DIFFER', 'REVIEW') : [];
}

/** Of all pairs; 1 of a single face. */
function leastLikeness(faces: readonly Face[]): number {
  const likenesses = faces.flatMap((face, index) =>
    faces.slice(index + 1).map((other) => measureLikeness(face.descriptor, other.descriptor)),
  );
  return Math.min(1, ...likenesses);
}

function retry(reasons: readonly SelfieRetryReason[]): LivenessVerdict {
  return { kind: 'retry', reasons: [...new Set(reasons)] };
}
