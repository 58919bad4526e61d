import { selfieRetryReasons, selfieVerificationResultSchema } from '@vendor/contract';
import { type CaptureKind, reasonsAmong } from '../check-kind.ts';
import { frameSlots, videoSlot } from '../frame-slots.ts';
import { sandboxResultOf } from '../sandbox-result.ts';
import { selfieFindings } from './findings.ts';
import { requiredOfSelfie, selfieNodeSchema } from './node.ts';

/** Estimated time per pose, in seconds, to read, move and hold still. Not enforced. */
const secondsPerPose = 4;

/** Placeholder until the user begins. Poses are drawn only then, so that a page cannot learn them earlier. */
const undrawnPoses = ['straight', 'straight'] as const;

/** Asks the user for a selfie in the requested poses. */
export const selfieKind: CaptureKind<typeof selfieNodeSchema> = {
  schema: selfieNodeSchema,
  label: 'Selfie check',
  checkType: 'SELFIE_CHECK',
  step: 'selfie',
  lane: 'faces',
  findings: selfieFindings,
  facts: { selfieVerificationResult: selfieVerificationResultSchema },
  page: 'docs/liveness.md',
  memberPages: {
    livenessCheckResult: 'docs/liveness.md#still-pictures',
    faceMatchingResult: 'docs/liveness.md#likeness',
  },
  retryReasons: selfieRetryReasons,
  inputsOf: ({ match }) => (match === 'reference_image' ? ['reference_image'] : []),
  requiredOf: (node) => requiredOfSelfie(node),
  /** Finds required results that are never compared: they are never PASS, so no user could pass the check. */
  faultsOf: ({ match, requires }) =>
    match === 'none' && requires?.includes('faceMatchingResult')
      ? [[['requires'], 'requires faceMatchingResult, but "match" disables the comparison']]
      : [],
  memberOfDocument: ({ match }) => (match === 'document' ? 'match' : null),
  stepOf: (_, common, attempt) => ({
    ...common,
    kind: 'selfie',
    reasons: reasonsAmong(selfieRetryReasons, attempt),
    poses: attempt.poses.length > 0 ? [...attempt.poses] : [...undrawnPoses],
    secondsPerPose,
  }),
  /** Key frames must arrive in the order of capture, because their arrival times show how fast the user moved. */
  slotFault(_, attempt, slot, stored) {
    // The video is optional.
    if (slot === videoSlot) return null;
    const slots = frameSlots(attempt);
    const place = slots.indexOf(slot);
    if (place === -1) return 'is not a slot of this step';
    const isStored = (earlier: string) => stored.some((capture) => capture.slot === earlier);
    const before = slots.slice(0, place).find((earlier) => !isStored(earlier));
    return before ? `comes after ${before}, which is not stored` : null;
  },
  submittedSlots: (_, attempt, isNamed) =>
    isNamed(videoSlot) ? [...frameSlots(attempt), videoSlot] : frameSlots(attempt),
  mediumOf: (_, slot) => (slot === videoSlot ? 'video' : 'image'),
  sandboxResult: (node, status) => ({
    selfieVerificationResult: sandboxResultOf(
      selfieVerificationResultSchema,
      status,
      undefined,
      requiredOfSelfie(node),
    ),
  }),
};
