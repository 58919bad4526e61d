import { randomUUID } from 'node:crypto';
import type { DecisionRequest } from '@vendor/contract';
import { type Actor, nameOfActor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import type { KeepReply } from '../answer-once.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { visibleExecution } from '../reads/visible-execution.ts';
import { dataKeyOf, sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

export type DecideServices = Pick<ExecutionServices, 'store' | 'vault' | 'jobs'> & {
  readonly clock: Clock;
  readonly watch: Pick<ExecutionServices['watch'], 'notify'>;
};

/**
 * Records a decision on a finished execution. The execution gets the status of the decision and `updated` is sent, even if it
 * already has that status. Its checks do not change.
 *
 * @param keep - makes the row of the reply, which is empty, for storage in the same transaction.
 * @param seen - `seq` of the execution that the decision was based on; null: any.
 * @returns `seq` of the execution with the decision.
 * @throws {Refusal} in this order: WORKFLOW_EXECUTION_NOT_FOUND, EXECUTION_PURGED, EXECUTION_IN_PROGRESS, EXECUTION_CHANGED
 *   with the current `status` and `revision` in `changed`.
 */
export async function decideExecution(
  { store, vault, clock, jobs, watch }: DecideServices,
  actor: Actor,
  id: string,
  { status, comment }: DecisionRequest,
  keep: KeepReply | null,
  seen: number | null = null,
): Promise<number> {
  const decided = await store.transact({ execution: id.toLowerCase() }, async (transaction) => {
    const execution = await visibleExecution(transaction, actor, 'execution.decide', id);
    refuseUndecidable(execution);
    if (seen !== null && seen !== execution.seq) throw changedSince(execution, seen);
    const decisionId = randomUUID();
    const decidedAt = clock.now();
    const dataKey = dataKeyOf(vault, execution);
    const text = comment ?? null;
    await transaction.update(execution.id, { status, seq: execution.seq + 1 });
    await transaction.insertDecision({
      id: decisionId,
      executionId: execution.id,
      status,
      // A comment may be about the end user, so it is purged with their data.
      sealedComment:
        text === null || !dataKey
          ? null
          : dataKey.seal(Buffer.from(text, 'utf8'), sealContext.comment(decisionId)),
      apiKeyId: nameOfActor(actor),
      decidedAt,
    });
    await transaction.record({
      actor,
      act: 'execution.decide',
      at: decidedAt,
      accountId: execution.accountId,
      subject: { kind: 'execution', id: execution.id },
      mode: execution.mode,
      changes: { status: [execution.status, status], hasComment: text !== null },
      subjectSeq: execution.seq + 1,
    });
    if (keep) await transaction.insertKeptReply(keep(execution.id, {}));
    await transaction.emit('orchestration/workflow_execution_updated', execution.id, decidedAt);
    return { id: execution.id, seq: execution.seq + 1 };
  });
  jobs.wake();
  watch.notify(decided.id);
  return decided.seq;
}

function changedSince({ status, seq }: StoredExecution, seen: number): Refusal {
  return new Refusal(
    'EXECUTION_CHANGED',
    `The execution is at revision ${seq} now, with status ${status}. The decision is based on revision ${seen}.`,
    [],
    { members: { changed: { status, revision: seq } } },
  );
}

function refuseUndecidable({ status, dataPurgedAt }: StoredExecution): void {
  if (dataPurgedAt !== null) {
    throw new Refusal(
      'EXECUTION_PURGED',
      'The data of this execution was purged: its status can no longer change.',
    );
  }
  if (status === 'PENDING' || status === 'ERROR') {
    throw new Refusal('EXECUTION_IN_PROGRESS', 'Only an execution with a result can be decided.');
  }
}
