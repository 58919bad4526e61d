import type { CardReading } from '@vendor/checks';
import { collectUserClaims, expectedNameOf } from '../../executions/evaluation/user-claims.ts';
import { openJson, sealContext } from '../../executions/sealed-data.ts';
import { capturesOfAttempt } from '../../executions/steps/capture-slots.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import type { Judge } from '../judge-call.ts';
import { codesOf, joinCodes, retryVerdict, uniqueFindings } from '../verdict.ts';
import { type CardNode, requiredOfReadCard } from './node.ts';

/** Judges the data that was read from the submitted sides of a payment card when they were uploaded. */
export const judgeCard: Judge<CardNode> = async (
  { store, clock, evaluator },
  { execution, node, key, inputs },
  signal,
) => {
  const { at, attempt } = execution.walk;
  if (at === null) throw new Error('The walk is not at a node.');
  const captures = capturesOfAttempt(await store.capturesOf(execution.id), { stepId: at, attempt });
  const readings = captures.flatMap(({ id, sealedAt, sealedReading }) =>
    sealedAt !== null && sealedReading
      ? [openJson<CardReading>(key, sealedReading, sealContext.reading(id))]
      : [],
  );
  const { onDocument } = await collectUserClaims(store, execution, key, inputs);
  const named = node.sendName ? inputs.user_fullname : onDocument && expectedNameOf(onDocument);
  const task = { readings, expectedName: named ?? null, now: clock.now() };
  const evaluation = await evaluator.run('card', task, signal);
  if (evaluation.kind === 'retry') return retryVerdict(evaluation.reasons, attempt >= node.attempts);
  const { outcomes, brand, bin, lastFour, findings } = evaluation;
  const status = statusFromOutcomes(outcomes, requiredOfReadCard(node, outcomes));
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinCodes(findings),
    findings: {
      findings: codesOf(findings),
      found: uniqueFindings(findings),
      creditCardVerificationResult: { overallResult: status, ...outcomes, brand, bin, lastFour },
    },
  };
};
