import { randomInt, randomUUID } from 'node:crypto';
import { kindOf } from '../check-kinds/registry.ts';
import { nodeOf, type WorkflowDefinition } from '../workflows/definition.ts';
import { type CheckNode, hasCheck } from '../workflows/node.ts';
import { drawPoses } from '../workflows/pose-sequence.ts';
import { type Walk, withPoses } from '../workflows/walk.ts';
import { laneOf } from './evaluation/evaluation-lane.ts';
import type { ExecutionTransaction } from './execution-store.ts';
import type { ExecutionChanges, StoredExecution } from './stored-execution.ts';

/** Number of tries to evaluate a check before the check becomes ERROR. */
export const evaluationTries = 5;

/** Payload of an `evaluate` job. Names the attempt, so that a late job cannot judge a later attempt. */
export type EvaluateJob = {
  readonly attempt: number;
  /** True once the service no longer waits for data that only the browser can send. */
  readonly isLast?: boolean;
};

/**
 * Stores the new position of an execution in its workflow, and the consequences, in the given transaction: opens the check of a
 * newly entered node, draws the poses of an awaited selfie, queues the job of an awaited check, or finishes the execution and
 * queues its event.
 *
 * @param execution - as it is stored now.
 * @param changes - further changes to store in the same update.
 * @returns the execution as it is stored afterwards.
 */
export async function applyTransition(
  transaction: ExecutionTransaction,
  execution: StoredExecution,
  definition: WorkflowDefinition,
  moved: Walk,
  now: number,
  changes: ExecutionChanges = {},
): Promise<StoredExecution> {
  const walk = withPoses(definition, moved, () => drawPoses(randomInt));
  const finished = walk.outcome ? { status: walk.outcome.status, finishedAt: now } : {};
  const allChanges = { ...changes, ...finished, walk, seq: execution.seq + 1 };
  await transaction.update(execution.id, allChanges);
  const next: StoredExecution = { ...execution, ...allChanges };
  if (walk.awaiting === 'none') await finish(transaction, execution, next, now);
  else await openNextStep(transaction, next, definition, now);
  return next;
}

async function openNextStep(
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
      // Keeps the order of checks even if the clock was set back in between.
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

/**
 * Records the end of the execution. If it expired, closes the check that is still open: as RETRY_REQUIRED if the user had been
 * asked for a retry, as EXPIRED otherwise.
 */
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
