import { randomInt, randomUUID } from 'node:crypto';
import { kindOf } from '../check-kinds/registry.ts';
import { nodeOf, type WorkflowDefinition } from '../workflows/definition.ts';
import { type CheckNode, hasCheck } from '../workflows/node.ts';
import { drawPoses } from '../workflows/pose-sequence.ts';
import { type Walk, withPoses } from '../workflows/walk.ts';
import { laneOf } from './evaluation/evaluation-lane.ts';
import type { ExecutionTransaction } from './execution-store.ts';
import type { ExecutionChanges, StoredExecution } from './stored-execution.ts';

/** How often the evaluation of a check is tried before the check becomes ERROR. */
export const evaluationTries = 5;

/** Payload of an `evaluate` job: the attempt it is about, so that a late job cannot judge a later one. */
export type EvaluateJob = {
  readonly attempt: number;
  /** Whether the service has waited long enough for what only the browser can tell. */
  readonly isLast?: boolean;
};

/**
 * Keeps a walk that has moved, with all that follows from it, in the transaction at hand: a node newly entered opens its
 * check, a selfie awaited gets the poses to ask for, a check awaited gets its job, an end finishes the execution and queues
 * the event.
 *
 * @param execution as it is stored.
 * @param changes further changes to keep in the same stroke.
 * @returns the execution as it is stored then.
 */
export async function followWalk(
  transaction: ExecutionTransaction,
  execution: StoredExecution,
  definition: WorkflowDefinition,
  moved: Walk,
  now: number,
  changes: ExecutionChanges = {},
): Promise<StoredExecution> {
  const walk = withPoses(definition, moved, () => drawPoses(randomInt));
  const finished = walk.outcome ? { status: walk.outcome.status, finishedAt: now } : {};
  const kept = { ...changes, ...finished, walk, seq: execution.seq + 1 };
  await transaction.update(execution.id, kept);
  const next: StoredExecution = { ...execution, ...kept };
  if (walk.awaiting === 'none') await finish(transaction, execution, next, now);
  else await goOn(transaction, next, definition, now);
  return next;
}

async function goOn(
  transaction: ExecutionTransaction,
  execution: StoredExecution,
  definition: WorkflowDefinition,
  now: number,
): Promise<void> {
  const { at, awaiting, attempt } = execution.walk;
  // A form runs no check.
  if (nodeOf(definition, at).kind === 'form') return;
  const checks = await transaction.checksOf(execution.id);
  const checkId = checks.find((check) => check.nodeId === at)?.id ?? randomUUID();
  if (!checks.some((check) => check.id === checkId)) {
    const checkType = kindOf(checkNodeOf(definition, at)).checkType;
    await transaction.insertCheck({
      id: checkId,
      executionId: execution.id,
      nodeId: at,
      position: checks.length,
      checkType,
      status: null,
      sessionId: checkType === 'FRAUD_API' ? null : randomUUID(),
      transactionId: checkType === 'FRAUD_API' ? randomUUID() : null,
      // A clock that was set back between them must not change their order.
      startedAt: Math.max(now, ...checks.map(({ startedAt, finishedAt }) => finishedAt ?? startedAt)),
      finishedAt: null,
      platform: execution.platform,
      statusDetail: null,
      sealed: null,
    });
  }
  if (awaiting === 'checks') {
    const payload = { attempt } satisfies EvaluateJob;
    await transaction.enqueue({
      kind: 'evaluate',
      subjectId: checkId,
      lane: laneOf(kindOf(checkNodeOf(definition, at)).checkType, execution.accountId),
      payload,
      dueAt: now,
      maxTries: evaluationTries,
    });
  }
}

function checkNodeOf(definition: WorkflowDefinition, id: string): CheckNode {
  const node = nodeOf(definition, id);
  if (!hasCheck(node)) throw new Error(`A ${node.kind} node has no check.`);
  return node;
}

/** Closes the check that was still open, if any: only expiry ends an execution with one. */
async function finish(
  transaction: ExecutionTransaction,
  before: StoredExecution,
  ended: StoredExecution,
  now: number,
): Promise<void> {
  const open = (await transaction.checksOf(before.id)).find((check) => check.status === null);
  if (open) {
    const status = before.walk.attempt > 1 ? 'RETRY_REQUIRED' : 'EXPIRED';
    await transaction.updateCheck(open.id, { status, finishedAt: Math.max(now, open.startedAt) });
  }
  await transaction.record({
    actor: { kind: 'system', task: 'workflow' },
    act: 'execution.finish',
    at: now,
    accountId: before.accountId,
    subject: { kind: 'execution', id: before.id },
    mode: before.mode,
    changes: { status: [before.status, ended.status] },
    subjectSeq: ended.seq,
  });
  await transaction.emit('orchestration/workflow_execution_finished', before.id, now);
  await transaction.bringErasureForward(before.id, now);
}
