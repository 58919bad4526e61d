import type { Inputs } from '@vendor/contract';
import type { SampleActor, StartingActor } from '../../access/actor.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import { Refusal } from '../../refusal.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import { noLock } from '../../transaction-locks.ts';
import { startWalk } from '../../workflows/walk.ts';
import type { KeepReply } from '../answer-once.ts';
import { applyTransition } from '../apply-transition.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { ExecutionReads, StoredWorkflow } from '../execution-store.ts';
import { hashesOfInputs } from '../reads/search-hashes.ts';
import { sealContext, sealJson } from '../sealed-data.ts';
import { hashOfSecret } from '../session/session-key.ts';
import { expiryJob, finishWithinMs } from '../session/session-lifetime.ts';
import type { StoredExecution } from '../stored-execution.ts';
import type { Redirects } from './redirects.ts';

export type KeepStartServices = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'jobs'>;

/** An admitted start request. */
export interface NewStart<Reply extends object> {
  readonly actor: StartingActor | SampleActor;
  readonly workflow: StoredWorkflow;
  readonly inputs: Inputs;
  /** Secret that admits the user's page. Only its hash is stored. */
  readonly secret: string;
  /** Time in ms within which the flow must be begun or, for a link, finished. */
  readonly lifetimeMs: number;
  /** URLs to which a link redirects the user at the end; null for a session that a page starts. */
  readonly redirects: Redirects | null;
  /** Id of the earlier execution of the same user whose inputs are used again. The start is refused once they were purged. */
  readonly renews?: string;
  /** Builds the reply to the caller. */
  reply(execution: StoredExecution): Reply;
  readonly keep: KeepReply | null;
}

/**
 * Stores a new execution with its jobs and events, all or nothing.
 *
 * @returns the reply to the caller.
 * @throws {Refusal} EXECUTION_PURGED if the execution to renew was purged in the meantime: its purged inputs must not be stored
 *   again.
 */
export async function insertExecution<Reply extends object>(
  services: KeepStartServices,
  start: NewStart<Reply>,
): Promise<Reply> {
  const { store, vault, jobs } = services;
  const { workflow, inputs, keep, renews } = start;
  const execution = newExecution(services, start);
  const hashes = hashesOfInputs(vault, execution.accountId, inputs);
  const reply = start.reply(execution);
  const kept = keep?.(execution.id, reply);
  // Without an interactive step, the walk begins at once, and there is no user on whose absence the execution could expire.
  const expiry = execution.begunAt === null ? expiryJob(execution.id, execution.expiresAt) : null;
  const act = actOfStart(start, execution);
  // The rights of a person are read again, which needs a transaction.
  const isPlain = !kept && renews === undefined && start.actor.kind !== 'person';
  if (expiry && isPlain) await store.insertWithJob(execution, hashes, expiry, act);
  else {
    await store.transact(renews === undefined ? noLock : { execution: renews }, async (transaction) => {
      if (renews !== undefined) await refusePurged(transaction, renews);
      await transaction.insert(execution);
      await transaction.insertSearchHashes(execution, hashes);
      await transaction.record(act);
      if (kept) await transaction.insertKeptReply(kept);
      if (expiry) await transaction.enqueue(expiry);
      else
        await applyTransition(
          transaction,
          execution,
          workflow.definition,
          execution.walk,
          execution.createdAt,
        );
    });
    jobs.wake();
  }
  return reply;
}

async function refusePurged(reads: Pick<ExecutionReads, 'find'>, executionId: string): Promise<void> {
  const earlier = await reads.find(executionId);
  if (!earlier || earlier.dataPurgedAt !== null)
    throw new Refusal('EXECUTION_PURGED', 'The personal data of this execution was purged.');
}

function actOfStart({ actor, renews }: NewStart<object>, execution: StoredExecution): NewAuditEvent {
  return {
    actor,
    act: 'execution.start',
    at: execution.createdAt,
    accountId: execution.accountId,
    subject: { kind: 'execution', id: execution.id },
    mode: execution.mode,
    changes: {
      workflow: execution.workflowId,
      version: execution.workflowVersion,
      channel: execution.channel,
      ...(renews === undefined ? {} : { renews }),
    },
    subjectSeq: execution.seq,
  };
}

function newExecution(
  { vault, clock }: KeepStartServices,
  { actor, workflow, inputs, secret, lifetimeMs, redirects }: NewStart<object>,
): StoredExecution {
  const now = clock.now();
  const id = timeOrderedId(now);
  const walk = startWalk(workflow.definition, inputs);
  const interactive = walk.coming.length > 0;
  const validFrom = clock.lifetimesFrom();
  const expiresAt = validFrom + lifetimeMs;
  const { wrapped, key: dataKey } = vault.createDataKey();
  return {
    id,
    accountId: workflow.accountId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    mode: actor.mode,
    channel: redirects ? 'link' : 'token',
    status: 'PENDING',
    tokenHash: hashOfSecret(secret),
    sessionNonceHash: null,
    sessionEpoch: 0,
    expiresAt,
    begunAt: interactive ? null : validFrom,
    deadlineAt: interactive ? null : redirects ? expiresAt : validFrom + finishWithinMs,
    createdAt: now,
    finishedAt: null,
    dataPurgedAt: null,
    wrappedKey: wrapped,
    sealedInputs: sealJson(dataKey, inputs, sealContext.inputs(id)),
    sealedIp: null,
    sealedSession: null,
    // The URLs may contain personal data.
    sealedRedirects: redirects && sealJson(dataKey, redirects, sealContext.redirects(id)),
    platform: null,
    seq: 0,
    walk,
  };
}
