import type { Inputs } from '@vendor/contract';
import { needsClient } from '../../workflows/client-facts.ts';
import type { CheckNode } from '../../workflows/node.ts';
import { type EvaluateJob, evaluationTries } from '../apply-transition.ts';
import { laneOf } from '../evaluation/evaluation-lane.ts';
import type { ExecutionTransaction } from '../execution-store.ts';
import type { StoredCheck, StoredExecution } from '../stored-execution.ts';

/**
 * Maximum wait in ms for the device report of a connected browser. An SDK that cannot report, or a lost report, must not block
 * the check.
 */
export const deviceWaitMs = 20_000;

/**
 * Returns the time until which a check waits for data from the user's browser: until it can no longer connect or, if it has
 * connected, for `deviceWaitMs` for its device report. If the data arrives earlier, `wakeCheck` queues the check.
 *
 * @returns in ms since 1970; null if the check can be judged now.
 */
export function clientAwaitedUntil(
  execution: StoredExecution,
  node: CheckNode,
  inputs: Inputs,
  { isLast = false }: EvaluateJob,
  now: number,
): number | null {
  if (isLast || now >= execution.expiresAt || !needsClient(node, inputs)) return null;
  if (execution.sessionEpoch === 0) return execution.expiresAt;
  if (node.kind !== 'device' || execution.sealedSession !== null) return null;
  const until = Math.min(couldReportSince(execution, now) + deviceWaitMs, execution.expiresAt);
  return until > now ? until : null;
}

/**
 * Returns the time from which the browser could have reported: the begin, if the user had something to begin. Otherwise the
 * walk began with the start request, and the check is evaluated again when the browser connects.
 */
function couldReportSince({ createdAt, begunAt }: StoredExecution, now: number): number {
  return begunAt !== null && begunAt > createdAt ? begunAt : now;
}

/** Queues the evaluation of a check that waits for the user's browser. */
export async function wakeCheck(
  transaction: Pick<ExecutionTransaction, 'checksOf' | 'enqueue'>,
  execution: StoredExecution,
  now: number,
): Promise<void> {
  const { id, begunAt, walk } = execution;
  if (begunAt === null || walk.awaiting !== 'checks') return;
  const check = (await transaction.checksOf(id)).find(({ nodeId }) => nodeId === walk.at);
  if (check?.checkType === 'FRAUD_API')
    await enqueueEvaluation(transaction, execution, check, { attempt: walk.attempt }, now);
}

/** Queues another job for a check. Of several jobs, the later ones find the check already decided. */
export async function enqueueEvaluation(
  transaction: Pick<ExecutionTransaction, 'enqueue'>,
  { accountId }: Pick<StoredExecution, 'accountId'>,
  check: Pick<StoredCheck, 'id' | 'checkType'>,
  payload: EvaluateJob,
  dueAt: number,
): Promise<void> {
  await transaction.enqueue({
    kind: 'evaluate',
    lane: laneOf(check.checkType, accountId),
    subjectId: check.id,
    payload,
    dueAt,
    maxTries: evaluationTries,
  });
}
