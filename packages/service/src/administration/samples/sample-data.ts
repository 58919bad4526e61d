import type { AdminSampleData, AuditAct } from '@vendor/contract/admin';
import type { PersonActor, SampleActor } from '../../access/actor.ts';
import { requireAct } from '../../access/find-obstacle.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { expireNow } from '../../executions/session/expire-execution.ts';
import { hashOfSecret } from '../../executions/session/session-key.ts';
import { StateBrokenError } from '../../executions/state-broken-error.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import { Refusal } from '../../refusal.ts';
import { type PurgeServices, purgeExecution } from '../../retention/purge-execution.ts';
import type { Vault } from '../../secrets/vault.ts';
import { refuseAct } from '../refuse-act.ts';
import { createWorkflow } from '../workflows/administer-workflows.ts';
import type { WorkflowStore } from '../workflows/workflow-store.ts';
import { driveSample } from './drive-sample.ts';
import type { SampleBatch, SampleReads, SampleStore } from './sample-store.ts';
import { samples, sampleWorkflow } from './samples.ts';

/** Services that create, count and remove sample data. */
export interface SampleServices {
  readonly executions: ExecutionServices;
  readonly samples: SampleStore;
  readonly workflows: WorkflowStore;
  readonly purging: Omit<PurgeServices, 'actor'>;
}

/** Reads the progress of the sample data of the person's account. @throws {Refusal} FORBIDDEN. */
export async function readSampleData(services: SampleServices, actor: PersonActor): Promise<AdminSampleData> {
  refuseAct(actor, 'sample.change', subjectOf(actor));
  return describeSampleData(services, actor.accountId);
}

/**
 * Starts creating sample runs in test mode. A job uploads drawn documents for one run after the other, as a user's page would,
 * so that at most one of its checks waits at a time.
 *
 * @throws {Refusal} FORBIDDEN; SAMPLE_DATA_PRESENT while sample data is being created, and until it is removed.
 */
export async function makeSampleData(services: SampleServices, actor: PersonActor): Promise<AdminSampleData> {
  refuseAct(actor, 'sample.change', subjectOf(actor));
  const { accountId } = actor;
  const { clock, jobs } = services.executions;
  const before = await services.samples.batch(accountId);
  refusePresent(before);
  const workflowId = before?.workflowId ?? (await addWorkflow(services, accountId));
  const now = clock.now();
  await services.samples.transact({ account: accountId }, async (transaction) => {
    const latest = await transaction.batch(accountId);
    refusePresent(latest);
    const number = (latest?.number ?? 0) + 1;
    await transaction.put({ accountId, workflowId, number, begunAt: now, removedAt: null });
    await transaction.removeJobs(accountId);
    await transaction.enqueue({ kind: 'sample', subjectId: accountId, dueAt: now });
    await transaction.record(actOf(actor, 'sample.create', now));
  });
  jobs.wake();
  return describeSampleData(services, accountId);
}

/**
 * Removes the personal data of all sample runs, as a purge does; unfinished runs are ended first. A run whose state is broken
 * cannot be ended: it is purged if it is stored as ended, otherwise it stays until its retention ends or an operator purges it.
 *
 * @throws {Refusal} FORBIDDEN; SAMPLE_DATA_PRESENT while sample data is being created.
 */
export async function removeSampleData(
  services: SampleServices,
  actor: PersonActor,
): Promise<AdminSampleData> {
  refuseAct(actor, 'sample.change', subjectOf(actor));
  const { accountId } = actor;
  const { clock } = services.executions;
  const batch = await services.samples.batch(accountId);
  if (!batch || batch.removedAt !== null) return describeSampleData(services, accountId);
  if (await services.samples.isRunning(accountId))
    throw new Refusal('SAMPLE_DATA_PRESENT', 'Sample data is being created. Remove it once that is done.');
  const purging = { ...services.purging, actor: sampleActor(accountId), orderedBy: actor };
  for (const { id, isUnfinished } of await runsOf(services.executions, batch)) {
    if (isUnfinished) await expireNow(services.executions, id);
    await purgeExecution(purging, id, clock.now());
  }
  await services.samples.transact({ account: accountId }, async (transaction) => {
    const latest = await transaction.batch(accountId);
    // Another removal was faster, and the present batch may have been created since.
    if (latest?.number !== batch.number || latest.removedAt !== null) return;
    await transaction.put({ ...batch, removedAt: clock.now() });
    await transaction.removeJobs(accountId);
    await transaction.record(actOf(actor, 'sample.remove', clock.now()));
  });
  return describeSampleData(services, accountId);
}

/** Runs `sample` jobs one at a time, because real users have priority. */
export function sampleHandler(services: SampleServices): JobHandler {
  return {
    concurrency: 1,
    async run(job, signal) {
      const { executions } = services;
      const batch = await services.samples.batch(job.subjectId);
      if (!batch || batch.removedAt !== null) return 'done';
      const workflow = await executions.store.findWorkflow(batch.workflowId);
      if (!workflow) return 'done';
      const actor = sampleActor(batch.accountId);
      requireAct(actor, 'execution.start');
      for (const [index, sample] of samples.entries()) {
        const secret = secretOf(executions.vault, batch, index);
        const driven = { actor, workflow, sample, secret };
        const waitMs = await driveSample(executions, driven);
        if (waitMs !== null) return { againAt: executions.clock.now() + waitMs };
        signal.throwIfAborted();
      }
      return 'done';
    },
    // The runner has logged the failure; the runs created so far can be viewed and removed.
    async giveUp() {},
  };
}

const subjectOf = ({ accountId }: PersonActor) => ({ accountId, mode: 'test' }) as const;

function sampleActor(accountId: string): SampleActor {
  return { kind: 'system', task: 'sample', accountId, mode: 'test' };
}

function refusePresent(batch: SampleBatch | null): void {
  if (batch && batch.removedAt === null)
    throw new Refusal('SAMPLE_DATA_PRESENT', 'Sample data exists or is being created. Remove it first.');
}

async function addWorkflow({ workflows, executions }: SampleServices, accountId: string): Promise<string> {
  const wanted = { ...sampleWorkflow, accountId, active: false };
  return (await createWorkflow({ workflows, clock: executions.clock }, sampleActor(accountId), wanted)).id;
}

/** Derives the secret of a sample run, so that a repeated job finds the run that it has started. */
function secretOf(vault: Vault, { accountId, number }: SampleBatch, index: number): string {
  return vault.keyedHash('sample-run', `${accountId}.${number}.${index}`);
}

interface SampleRun {
  readonly id: string;
  readonly isUnfinished: boolean;
}

async function runsOf({ store, vault }: ExecutionServices, batch: SampleBatch): Promise<SampleRun[]> {
  const found = await Promise.all(
    samples.map((_, index) => findRun(store, hashOfSecret(secretOf(vault, batch, index)))),
  );
  return found.filter((run) => run !== null);
}

/** Finds a run by its token. A run whose state is broken counts as ended, because it cannot be changed. */
async function findRun(
  store: Pick<ExecutionServices['store'], 'findByTokenHash'>,
  tokenHash: string,
): Promise<SampleRun | null> {
  try {
    const execution = await store.findByTokenHash(tokenHash);
    return execution && { id: execution.id, isUnfinished: execution.status === 'PENDING' };
  } catch (error) {
    if (error instanceof StateBrokenError) return { id: error.executionId, isUnfinished: false };
    throw error;
  }
}

async function describeSampleData(
  { executions, samples: store }: { readonly executions: ExecutionServices; readonly samples: SampleReads },
  accountId: string,
): Promise<AdminSampleData> {
  const batch = await store.batch(accountId);
  const total = samples.length;
  if (!batch || batch.removedAt !== null) return { state: 'none', finished: 0, total };
  const isRunning = await store.isRunning(accountId);
  const runs = await runsOf(executions, batch);
  // The run that was started last is still in progress.
  const finished = isRunning ? Math.max(0, runs.length - 1) : runs.length;
  return { state: isRunning ? 'running' : 'present', finished, total };
}

function actOf(actor: PersonActor, act: AuditAct, at: number): NewAuditEvent {
  const { accountId } = actor;
  return { actor, act, at, accountId, subject: { kind: 'account', id: accountId }, mode: 'test' };
}
