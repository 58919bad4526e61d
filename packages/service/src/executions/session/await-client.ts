import type { Inputs } from '@vendor/contract';
import { needsClient } from '../../workflows/client-facts.ts';
import type { CheckNode } from '../../workflows/node.ts';
import { type EvaluateJob, evaluationTries } from '../apply-transition.ts';
import { laneOf } from '../evaluation/evaluation-lane.ts';
import type { ExecutionTransaction } from '../execution-store.ts';
import type { StoredCheck, StoredExecution } from '../stored-execution.ts';

/**
 * How long a browser that has come is waited for to tell of its device: an SDK that cannot, or whose words are lost, holds up
 * nobody.
 */
export const deviceWaitMs = 20_000;

/**
 * Until when a check has to be put off, because it looks at what only the user's browser tells: until the browser comes,
 * which brings the check about at once, or could come no more. Null: it is judged now, by what there is.
 *
 * @returns in ms since 1970.
 */
export function putOffUntil(
  execution: StoredExecution,
  node: CheckNode,
  inputs: Inputs,
  { isLast = false }: EvaluateJob,
  now: number,
): number | null {
  if (isLast || now >= execution.expiresAt || !needsClient(node, inputs)) return null;
  if (execution.sessionEpoch === 0) return execution.expiresAt;
  if (node.kind !== 'device' || execution.sealedSession !== null) return null;
  const until = Math.min(cameAt(execution, now) + deviceWaitMs, execution.expiresAt);
  return until > now ? until : null;
}

/**
 * Since when a browser has had the time to tell of itself: who had something to begin was there by then. Otherwise the run began
 * with the start, and its check is looked at anew when the browser comes.
 */
function cameAt({ createdAt, begunAt }: StoredExecution, now: number): number {
  return begunAt !== null && begunAt > createdAt ? begunAt : now;
}

/** Lets the check that waits for the user's browser be judged now. */
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

/** Queues a further job about a check; whichever comes late finds it decided. */
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
