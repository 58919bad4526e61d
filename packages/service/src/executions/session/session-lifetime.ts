import type { NewJob } from '../../jobs/job.ts';
import { Refusal } from '../../refusal.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** Time in ms within which an execution started by `init-workflow` must be begun. */
export const beginWithinMs = 60 * 60 * 1000;

/** Time in ms to finish the flow, counted from the begin or from an extension. */
export const finishWithinMs = 60 * 60 * 1000;

/** Maximum duration of a flow in ms, counted from the begin, including extensions. */
export const maxFlowMs = 24 * 60 * 60 * 1000;

/** Returns the deadline to begin; after the begin, the deadline to finish. */
export function deadlineOf(execution: Pick<StoredExecution, 'expiresAt' | 'deadlineAt'>): number {
  return execution.deadlineAt ?? execution.expiresAt;
}

/**
 * Returns the deadline after an extension: an hour from now, within a day from the begin. Null if no extension is possible:
 * before the begin, for a link (its end is fixed), after the deadline, or once the day is used up.
 */
export function extendedDeadline(
  execution: Pick<StoredExecution, 'channel' | 'begunAt' | 'deadlineAt'>,
  now: number,
): number | null {
  const { channel, begunAt, deadlineAt } = execution;
  if (channel === 'link' || begunAt === null || deadlineAt === null || now >= deadlineAt) return null;
  const wanted = Math.min(now + finishWithinMs, begunAt + maxFlowMs);
  return deadlineAt < begunAt + maxFlowMs ? Math.max(wanted, deadlineAt) : null;
}

/**
 * Refuses a submission or change after the deadline.
 *
 * @throws {Refusal} SESSION_EXPIRED if the session's deadline has passed by the service's clock.
 */
export function refuseExpired(execution: StoredExecution, now: number): void {
  if (execution.status === 'EXPIRED' || now >= deadlineOf(execution)) throw expired();
}

/**
 * Refuses to display an expired session. A user who submitted everything in time may wait for the outcome without a time limit.
 *
 * @throws {Refusal} SESSION_EXPIRED if the deadline passed, by the service's clock, while the user was awaited.
 */
export function refuseLate(execution: StoredExecution, now: number): void {
  if (execution.status === 'EXPIRED' || isLate(execution, now)) throw expired();
}

/**
 * Refuses an init after the deadline. A user who submitted everything in time may return while the checks run, but not after
 * the execution has ended.
 *
 * @throws {Refusal} SESSION_EXPIRED.
 */
export function refuseLateInit(execution: StoredExecution, now: number): void {
  refuseLate(execution, now);
  if (execution.status !== 'PENDING' && now >= deadlineOf(execution)) throw expired();
}

/** Returns whether a pending execution is past its deadline while its user has yet to begin or continue. */
export function isLate(execution: StoredExecution, now: number): boolean {
  const { status, begunAt, walk } = execution;
  const awaitsUser = begunAt === null || walk.awaiting === 'user';
  return status === 'PENDING' && awaitsUser && now >= deadlineOf(execution);
}

/**
 * Returns whether a session is read-only, because its deadline has passed or its data was purged. Nothing about the viewer is
 * stored then.
 */
export function isReadOnly(execution: StoredExecution, now: number): boolean {
  return execution.dataPurgedAt !== null || now >= deadlineOf(execution);
}

function expired(): Refusal {
  return new Refusal('SESSION_EXPIRED', 'The deadline of this session has passed.');
}

/** High enough that only a permanent fault, which is logged, can prevent an execution from expiring. */
const expiryTries = 1000;

/** Builds the job that expires an execution. First runs at `dueAt`; if the deadline was extended, it is postponed. */
export function expiryJob(executionId: string, dueAt: number): NewJob {
  return { kind: 'expire', subjectId: executionId, dueAt, maxTries: expiryTries };
}
