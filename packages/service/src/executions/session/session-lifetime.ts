import type { NewJob } from '../../jobs/job.ts';
import { Refusal } from '../../refusal.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** How long an execution started by `init-workflow` waits to be begun. */
export const beginWithinMs = 60 * 60 * 1000;

/** Time that the user has from the begin, and that an extension adds. */
export const finishWithinMs = 60 * 60 * 1000;

/** How far from its begin a flow can be extended in all. */
export const longestFlowMs = 24 * 60 * 60 * 1000;

/** Until when the user can begin, then until when the flow must be finished. */
export function deadlineOf(execution: Pick<StoredExecution, 'expiresAt' | 'deadlineAt'>): number {
  return execution.deadlineAt ?? execution.expiresAt;
}

/**
 * Returns the deadline after an extension: an hour from now, within a day from the begin. Null if none is possible: before the
 * begin, for a link (whose end is fixed), after the deadline, or once the day is used up.
 */
export function extendedDeadline(
  execution: Pick<StoredExecution, 'channel' | 'begunAt' | 'deadlineAt'>,
  now: number,
): number | null {
  const { channel, begunAt, deadlineAt } = execution;
  if (channel === 'link' || begunAt === null || deadlineAt === null || now >= deadlineAt) return null;
  const wanted = Math.min(now + finishWithinMs, begunAt + longestFlowMs);
  return deadlineAt < begunAt + longestFlowMs ? Math.max(wanted, deadlineAt) : null;
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
 * Refuses to display a session that expired. A user who submitted everything in time may wait for the outcome, however long that
 * takes.
 *
 * @throws {Refusal} SESSION_EXPIRED if the deadline passed, by the service's clock, while the user was awaited.
 */
export function refuseLate(execution: StoredExecution, now: number): void {
  if (execution.status === 'EXPIRED' || isLate(execution, now)) throw expired();
}

/**
 * Refuses an init after the deadline. A user who submitted everything in time may return while the checks run, but not after an
 * end.
 *
 * @throws {Refusal} SESSION_EXPIRED.
 */
export function refuseLateInit(execution: StoredExecution, now: number): void {
  refuseLate(execution, now);
  if (execution.status !== 'PENDING' && now >= deadlineOf(execution)) throw expired();
}

/** Tells whether a pending execution is past its deadline and still waits for its user to begin or continue. */
export function isLate(execution: StoredExecution, now: number): boolean {
  const { status, begunAt, walk } = execution;
  const awaitsUser = begunAt === null || walk.awaiting === 'user';
  return status === 'PENDING' && awaitsUser && now >= deadlineOf(execution);
}

/**
 * Tells whether a session can only be displayed, because its deadline has passed or its data was purged. Nothing about the viewer
 * is stored then.
 */
export function isReadOnly(execution: StoredExecution, now: number): boolean {
  return execution.dataPurgedAt !== null || now >= deadlineOf(execution);
}

function expired(): Refusal {
  return new Refusal('SESSION_EXPIRED', 'The deadline of this session has passed.');
}

/** High enough that only a permanent fault, which the log shows, can keep an execution from expiring. */
const expiryTries = 1000;

/** Job that expires an execution. First runs at `dueAt`; if the deadline was extended, it is postponed. */
export function expiryJob(executionId: string, dueAt: number): NewJob {
  return { kind: 'expire', subjectId: executionId, dueAt, maxTries: expiryTries };
}
