import type { EvaluationOf, HandedFile } from '@vendor/checks';
import type { AddressCheckMember, CaptureSlot, Inputs } from '@vendor/contract';
import type { Evaluator } from '../evaluations/evaluator.ts';
import type { DataKey } from '../secrets/vault.ts';
import { type AddressNode, type EvidenceNode, requiredOfAddress } from '../workflows/file-nodes.ts';
import { statusFromOutcomes } from '../workflows/status-rules.ts';
import { capturesOfAttempt } from './capture-slots.ts';
import type { ExecutionServices } from './execution-services.ts';
import { handedFile } from './kept-file.ts';
import type { CheckFindings } from './render-execution.ts';
import { expectedNameOf, saidOfUser } from './said-of-user.ts';
import type { StoredExecution } from './stored-execution.ts';
import { codesOf, foundOf, joinedCodes, retryVerdict, type Verdict } from './verdict.ts';

type Services = Pick<ExecutionServices, 'store' | 'media' | 'clock'> & { readonly evaluator: Evaluator };

/** Judges the letter that was handed in, by what the start request or an earlier document says of the user. */
export async function judgeAddress(
  services: Services,
  execution: StoredExecution,
  node: AddressNode,
  key: DataKey,
  inputs: Inputs,
  signal: AbortSignal,
): Promise<Verdict> {
  const [file] = await submittedFiles(services, execution, key);
  if (!file) throw new Error('The capture of the attempt is missing.');
  const { onDocument } = await saidOfUser(services.store, execution, key, inputs);
  const expected = {
    fullName: inputs.user_fullname ?? (onDocument && expectedNameOf(onDocument)),
    address: node.compareWith === 'trigger' ? (inputs.user_address ?? null) : null,
  };
  const { accepts, maxAgeDays, attempts } = node;
  const task = { file: file.cleaning, accepts, maxAgeDays, expected, now: services.clock.now() };
  const evaluation = await services.evaluator.run('address', task, signal);
  const isLast = execution.walk.attempt >= attempts;
  if (evaluation.kind === 'retry') return retryVerdict(evaluation.reasons, isLast);
  const required = requiredOfLetter(node, evaluation);
  const reasons = evaluation.mendable
    .filter(({ member }) => required.includes(member))
    .map(({ reason }) => reason);
  if (reasons.length > 0 && !isLast) return retryVerdict(reasons, false);
  const status = reasons.length > 0 ? node.pastLimit : statusFromOutcomes(evaluation.outcomes, required);
  const findings: CheckFindings = {
    findings: codesOf(evaluation.findings),
    found: foundOf(evaluation.findings),
    proofOfAddressCheckResult: { overallResult: status, ...evaluation.outcomes },
    proofOfAddressExtractedData: evaluation.extracted,
  };
  // Past the limit, too, whoever looks shall see what was found.
  if (reasons.length > 0) return { ...retryVerdict(reasons, true), findings };
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinedCodes(evaluation.findings),
    findings,
  };
}

/** Lists the members that must be PASS: those that the workflow requires, and all that were compared. */
export function requiredOfLetter(
  node: AddressNode,
  { outcomes }: Pick<Extract<EvaluationOf<'address'>, { kind: 'evaluated' }>, 'outcomes'>,
): readonly AddressCheckMember[] {
  const compared = (['fullAddressCheckResult', 'nameMatchCheckResult'] as const).filter(
    (member) => outcomes[member] !== 'NOT_PERFORMED',
  );
  return [...requiredOfAddress(node), ...compared];
}

/** Judges whether collected files are in order; what they prove the workflow leaves to a person, or to nobody. */
export async function judgeEvidence(
  services: Services,
  execution: StoredExecution,
  node: EvidenceNode,
  key: DataKey,
  signal: AbortSignal,
): Promise<Verdict> {
  const files = await submittedFiles(services, execution, key);
  if (files.length === 0) throw new Error('The captures of the attempt are missing.');
  const task = { files: files.map(({ cleaning }) => cleaning) };
  const evaluation = await services.evaluator.run('evidence', task, signal);
  if (evaluation.kind === 'retry')
    return retryVerdict(evaluation.reasons, execution.walk.attempt >= node.attempts);
  const { fileCheckResult } = evaluation;
  const found = statusFromOutcomes({ fileCheckResult }, ['fileCheckResult']);
  const status = found === 'APPROVED' ? node.outcome : found;
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinedCodes(evaluation.findings),
    findings: {
      findings: codesOf(evaluation.findings),
      found: foundOf(evaluation.findings),
      evidenceCollectionCheckResult: { overallResult: status, fileCheckResult, files: files.length },
    },
  };
}

/** Reads the files submitted in the current attempt, in the order of the slots. */
async function submittedFiles(
  { store, media }: Services,
  { id, walk }: StoredExecution,
  key: DataKey,
): Promise<{ slot: CaptureSlot; cleaning: HandedFile }[]> {
  const step = { stepId: walk.at, attempt: walk.attempt };
  const captures = capturesOfAttempt(await store.capturesOf(id), step).filter(
    ({ sealedAt }) => sealedAt !== null,
  );
  return Promise.all(
    captures.map(async ({ slot, mediaRef, contentType }) => {
      const bytes = await media.get(mediaRef, key);
      if (!bytes) throw new Error('The bytes of a capture are missing.');
      return { slot, cleaning: handedFile({ bytes, contentType }) };
    }),
  );
}
