import type { CardReading } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import type { Evaluator } from '../evaluations/evaluator.ts';
import type { DataKey } from '../secrets/vault.ts';
import { type CardNode, requiredOfCard } from '../workflows/file-nodes.ts';
import { statusFromOutcomes } from '../workflows/status-rules.ts';
import { capturesOfAttempt } from './capture-slots.ts';
import type { ExecutionServices } from './execution-services.ts';
import { expectedNameOf, saidOfUser } from './said-of-user.ts';
import { openJson, sealContext } from './sealed-data.ts';
import type { StoredExecution } from './stored-execution.ts';
import { codesOf, foundOf, joinedCodes, retryVerdict, type Verdict } from './verdict.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock'> & {
  readonly evaluator: Evaluator;
};

/** Judges what was read of the submitted sides of a payment card when they were uploaded. */
export async function judgeCard(
  { store, clock, evaluator }: Services,
  execution: StoredExecution,
  node: CardNode,
  key: DataKey,
  inputs: Inputs,
  signal: AbortSignal,
): Promise<Verdict> {
  const { at, attempt } = execution.walk;
  if (at === null) throw new Error('The walk stands at no node.');
  const captures = capturesOfAttempt(await store.capturesOf(execution.id), { stepId: at, attempt });
  const readings = captures.flatMap(({ id, sealedAt, sealedReading }) =>
    sealedAt !== null && sealedReading
      ? [openJson<CardReading>(key, sealedReading, sealContext.reading(id))]
      : [],
  );
  const { onDocument } = await saidOfUser(store, execution, key, inputs);
  const named = node.sendName ? inputs.user_fullname : onDocument && expectedNameOf(onDocument);
  const task = { readings, expectedName: named ?? null, now: clock.now() };
  const evaluation = await evaluator.run('card', task, signal);
  if (evaluation.kind === 'retry') return retryVerdict(evaluation.reasons, attempt >= node.attempts);
  const { outcomes, brand, bin, lastFour, findings } = evaluation;
  const status = statusFromOutcomes(outcomes, requiredOfCard(node));
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinedCodes(findings),
    findings: {
      findings: codesOf(findings),
      found: foundOf(findings),
      creditCardVerificationResult: { overallResult: status, ...outcomes, brand, bin, lastFour },
    },
  };
}
