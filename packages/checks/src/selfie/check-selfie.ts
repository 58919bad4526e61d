import type { Outcome } from '@vendor/contract';
import type { FaceEngine } from './face.ts';
import { findReferenceFace } from './find-reference-face.ts';
import { judgeMatch } from './judge-match.ts';
import { judgeLiveness } from './judge-selfie.ts';
import { type FrameView, measureFrame } from './measure-frame.ts';
import type { SelfieEvaluation, SelfieFinding, SelfieMember, SelfieTask } from './selfie-task.ts';
import { showsCopy } from './shows-copy.ts';
import { showsRepaintedFace } from './shows-repainted.ts';

/**
 * Checks the key frames of a selfie: one face in each, the same in all; a head that turned and came closer as asked, at a
 * natural pace; not a flat picture, and no copies. Reports whether a turned face may be the first picture repainted by
 * software, then compares the face with a reference. The video is not evaluated.
 *
 * @param engine - opens the face engine; called only once the files are known to differ.
 * @returns a retry if the pictures cannot be judged, else both members. Never throws because of the files' content; rejects if
 *   the engine fails.
 *
 * @example
 * const evaluation = await checkSelfie(task, openFaceEngine);
 */
export async function checkSelfie(
  task: SelfieTask,
  engine: () => Promise<FaceEngine>,
): Promise<SelfieEvaluation> {
  if (hasIdenticalFiles(task.frames.map(({ file }) => file)))
    return { kind: 'retry', reasons: ['SELFIE_STILL'] };
  const faceEngine = await engine();
  const views: FrameView[] = [];
  for (const frame of task.frames) {
    const view = await measureFrame(faceEngine, frame);
    if ('refusal' in view) return { kind: 'retry', reasons: [view.refusal] };
    views.push(view);
  }
  const verdict = judgeLiveness(views);
  if (verdict.kind === 'retry') return verdict;
  // A selfie that is declined anyway is not asked for again.
  const mayPass = verdict.findings.every(({ outcome }) => outcome !== 'FAIL');
  const faces = views.flatMap(({ pose, patch }) => (patch ? { pose, patch } : []));
  if (mayPass && !task.acceptsCopies && showsCopy(faces)) return { kind: 'retry', reasons: ['SELFIE_STILL'] };
  const repainted: SelfieFinding[] = showsRepaintedFace(faces)
    ? [{ member: 'livenessCheckResult', code: 'FACE_MAY_BE_PICTURE', outcome: 'REVIEW' }]
    : [];
  const reference = await findReferenceFace(faceEngine, task.reference);
  const findings = [...verdict.findings, ...repainted, ...judgeMatch(verdict.face, reference)];
  return {
    kind: 'evaluated',
    outcomes: {
      livenessCheckResult: worstOutcome('livenessCheckResult', findings),
      faceMatchingResult: worstOutcome('faceMatchingResult', findings),
    },
    findings,
    ...(reference.kind === 'found' && reference.place && { portrait: reference.place }),
  };
}

/**
 * Returns whether two files are identical, which camera noise rules out. Empty files are skipped; decoding reports them as
 * unreadable.
 */
function hasIdenticalFiles(files: readonly Uint8Array[]): boolean {
  const pictures = files.filter(({ byteLength }) => byteLength > 0);
  return pictures.some((file, index) =>
    pictures.slice(0, index).some((earlier) => Buffer.compare(earlier, file) === 0),
  );
}

/** Returns the worst outcome found against a member, or PASS without findings. */
function worstOutcome(member: SelfieMember, findings: readonly SelfieFinding[]): Outcome {
  const against = findings.filter((finding) => finding.member === member).map(({ outcome }) => outcome);
  return (
    (['FAIL', 'REVIEW', 'NOT_PERFORMED'] as const).find((outcome) => against.includes(outcome)) ?? 'PASS'
  );
}
