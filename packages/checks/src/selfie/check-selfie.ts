import type { Outcome } from '@vendor/contract';
import type { FaceEngine } from './face.ts';
import { judgeMatch } from './judge-match.ts';
import { judgeLiveness } from './judge-selfie.ts';
import { type FrameView, lookAtFrame } from './look-at-frame.ts';
import { lookAtReference } from './look-at-reference.ts';
import type { SelfieEvaluation, SelfieFinding, SelfieMember, SelfieTask } from './selfie-task.ts';
import { showsCopy } from './shows-copy.ts';
import { showsRepaintedFace } from './shows-repainted.ts';

/**
 * Checks the key frames of a selfie: one face in each, the same in all, a head that turned and came closer as it was asked to
 * at a person's pace, no flat picture of one, no turn that is a copy of another; whether a turn may be the first picture painted
 * anew; then whether it is the face of a reference. The video is not looked at.
 *
 * @param engine - opens the face engine; asked only once the files are pictures.
 * @returns a retry when the pictures cannot be judged, else both members. Never throws for what the files hold; rejects when
 * the engine cannot work.
 *
 * @example
 * const evaluation = await checkSelfie(task, openFaceEngine);
 */
export async function checkSelfie(
  task: SelfieTask,
  engine: () => Promise<FaceEngine>,
): Promise<SelfieEvaluation> {
  if (areTwins(task.frames.map(({ file }) => file))) return { kind: 'retry', reasons: ['SELFIE_STILL'] };
  const faceEngine = await engine();
  const views: FrameView[] = [];
  for (const frame of task.frames) {
    const view = await lookAtFrame(faceEngine, frame);
    if ('refusal' in view) return { kind: 'retry', reasons: [view.refusal] };
    views.push(view);
  }
  const verdict = judgeLiveness(views);
  if (verdict.kind === 'retry') return verdict;
  // Selfies that are declined in any case are not asked for again.
  const mayPass = verdict.findings.every(({ outcome }) => outcome !== 'FAIL');
  const faces = views.flatMap(({ pose, patch }) => (patch ? { pose, patch } : []));
  if (mayPass && !task.acceptsCopies && showsCopy(faces)) return { kind: 'retry', reasons: ['SELFIE_STILL'] };
  const repainted: SelfieFinding[] = showsRepaintedFace(faces)
    ? [{ member: 'livenessCheckResult', code: 'FACE_MAY_BE_PICTURE', outcome: 'REVIEW' }]
    : [];
  const reference = await lookAtReference(faceEngine, task.reference);
  const findings = [...verdict.findings, ...repainted, ...judgeMatch(verdict.face, reference)];
  return {
    kind: 'evaluated',
    outcomes: {
      livenessCheckResult: worst('livenessCheckResult', findings),
      faceMatchingResult: worst('faceMatchingResult', findings),
    },
    findings,
    ...(reference.kind === 'found' && reference.place && { portrait: reference.place }),
  };
}

/** Two frames of a camera are never the same file: there is noise in each. Empty files are no pictures, and are said to be so. */
function areTwins(files: readonly Uint8Array[]): boolean {
  const pictures = files.filter(({ byteLength }) => byteLength > 0);
  return pictures.some((file, index) =>
    pictures.slice(0, index).some((earlier) => Buffer.compare(earlier, file) === 0),
  );
}

/** Answers the outcome of a member: PASS when nothing was found against it. */
function worst(member: SelfieMember, findings: readonly SelfieFinding[]): Outcome {
  const against = findings.filter((finding) => finding.member === member).map(({ outcome }) => outcome);
  return (
    (['FAIL', 'REVIEW', 'NOT_PERFORMED'] as const).find((outcome) => against.includes(outcome)) ?? 'PASS'
  );
}
