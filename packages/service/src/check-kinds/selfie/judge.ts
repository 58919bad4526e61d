import type { EvaluationOf, TaskOf } from '@vendor/checks';
import type { StoredCaptureRow, StoredExecution } from '../../executions/stored-execution.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import { frameSlots } from '../frame-slots.ts';
import type { Judge } from '../judge-call.ts';
import { codesOf, joinCodes, retryVerdict, uniqueFindings } from '../verdict.ts';
import { markFrames } from './mark-frames.ts';
import { requiredOfSelfie, type SelfieNode } from './node.ts';
import { showsEarlierAttempt } from './shows-earlier-attempt.ts';

/**
 * Judges the submitted key frames of a selfie, and compares the face with the portrait or reference image that the node names.
 */
export const judgeSelfie: Judge<SelfieNode> = async (
  services,
  { execution, node, definition, key, inputs },
  signal,
) => {
  const { store, media, evaluator, references } = services;
  const { at, attempt, poses } = execution.walk;
  const captures = (await store.capturesOf(execution.id)).filter(({ sealedAt }) => sealedAt !== null);
  const bytesOf = async (capture: StoredCaptureRow | undefined) => {
    const bytes = capture && (await media.get(capture.mediaRef, key));
    if (!bytes) throw new Error('The captures of the attempt are missing.');
    return bytes;
  };
  // Reported with the submission or with a frame, because a reloaded page only knows its own cameras.
  let isVirtual = execution.walk.virtualCamera;
  const frames: TaskOf<'selfie'>['frames'][number][] = [];
  for (const [index, slot] of frameSlots(execution.walk).entries()) {
    const capture = captures.find((c) => c.nodeId === at && c.attempt === attempt && c.slot === slot);
    const file = await bytesOf(capture);
    frames.push({ pose: poses[index]!, file, receivedAt: capture!.receivedAt });
    // A key frame has a sealed reading only if its camera appears to be a virtual one.
    isVirtual ||= capture!.sealedReading !== null;
  }
  const isLast = attempt >= node.attempts;
  const shownAgain = await showsEarlierAttempt(execution, captures, frames, bytesOf);
  if (shownAgain === 'now') return retryVerdict(['SELFIE_STILL'], isLast);
  const portrait = node.match === 'document' ? portraitOf(execution, definition, captures) : null;
  // Test captures may come from a camera that plays the same pictures repeatedly.
  const task = { frames, reference: await findReference(), acceptsCopies: execution.mode === 'test' };
  const judged = await evaluator.run('selfie', task, signal);
  const isFromOtherExecution =
    judged.kind === 'evaluated' && (await markFrames(services, execution, inputs, frames));
  const evaluation = addDoubts(judged, [
    ...(isFromOtherExecution || shownAgain === 'before' ? ['FRAME_SEEN_BEFORE'] : []),
    ...(isVirtual ? ['VIRTUAL_CAMERA'] : []),
  ]);
  if (evaluation.kind === 'retry') return retryVerdict(evaluation.reasons, isLast);
  const status = statusFromOutcomes(evaluation.outcomes, requiredOfSelfie(node));
  // The lack of a picture to compare with does not count against the user if the node requires no comparison.
  const findings = evaluation.findings.filter(
    ({ member }) => member !== 'faceMatchingResult' || node.match !== 'none',
  );
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinCodes(findings),
    findings: {
      findings: codesOf(findings),
      found: uniqueFindings(findings),
      selfieVerificationResult: { overallResult: status, ...evaluation.outcomes },
      ...(portrait &&
        evaluation.portrait && { portrait: { captureId: portrait.id, place: evaluation.portrait } }),
    },
  };

  async function findReference(): Promise<TaskOf<'selfie'>['reference']> {
    if (node.match === 'document') return portrait && { kind: 'document', file: await bytesOf(portrait) };
    if (node.match !== 'reference_image' || inputs.reference_image === undefined) return null;
    const file = await references.fetch(inputs.reference_image, signal);
    return file && { kind: 'portrait', file };
  }
};

type JudgedSelfie = Extract<EvaluationOf<'selfie'>, { kind: 'evaluated' }>;

/** A judged selfie with additional doubts that do not come from its pictures. */
type DoubtedSelfie = Omit<JudgedSelfie, 'findings'> & {
  readonly findings: readonly (
    | JudgedSelfie['findings'][number]
    | { readonly member: 'livenessCheckResult'; readonly code: string }
  )[];
};

/**
 * Sends a check that would pass to REVIEW if there are additional doubts. Does not decline, because an honest user may have a
 * virtual camera, or be helped by somebody who shows pictures of another execution.
 */
function addDoubts(
  evaluation: EvaluationOf<'selfie'>,
  codes: readonly string[],
): Exclude<EvaluationOf<'selfie'>, JudgedSelfie> | DoubtedSelfie {
  if (evaluation.kind === 'retry' || codes.length === 0) return evaluation;
  const { outcomes, findings } = evaluation;
  const liveness = outcomes.livenessCheckResult;
  return {
    ...evaluation,
    outcomes: { ...outcomes, livenessCheckResult: liveness === 'PASS' ? 'REVIEW' : liveness },
    findings: [...findings, ...codes.map((code) => ({ member: 'livenessCheckResult' as const, code }))],
  };
}

/** Finds the side with the portrait of the last document; null if the walk passed no document. */
function portraitOf(
  { walk }: StoredExecution,
  definition: WorkflowDefinition,
  captures: readonly StoredCaptureRow[],
): StoredCaptureRow | null {
  const document = walk.decided.filter(({ nodeId }) => nodeOf(definition, nodeId).kind === 'document').at(-1);
  // Attempts are in order, so the last one is the one that was judged.
  const fronts = captures.filter(({ nodeId, slot }) => nodeId === document?.nodeId && slot === 'front');
  return fronts.at(-1) ?? null;
}
