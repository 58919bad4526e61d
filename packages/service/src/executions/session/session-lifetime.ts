import type { NewJob } from '../../jobs/job.ts';
import { Refusal } from '../../refusal.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** How long an execution started by `init-workflow` waits to be begun. */
export const beginWithinMs = 60 * 60 * 1000;

/** How long the user has from the begin, and what an extension adds. */
export const finishWithinMs = 60 * 60 * 1000;

/** How far from its begin a flow can be extended in all. */
export const longestFlowMs = 24 * 60 * 60 * 1000;

/** Until when the user can begin, then until when the flow must be finished. */
export function deadlineOf(execution: Pick<StoredExecution, 'expiresAt' | 'deadlineAt'>): number {
  return execution.deadlineAt ?? execution.expiresAt;
}

/**
 * Until when an extension granted now lasts: a whole hour, within a day from the begin. Null where there is none: before the
 * begin, of a link, whose end was told to whoever sent it, when the time is over, or the day is used up.
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
 * For whatever hands something in or changes something.
 *
 * @throws {Refusal} SESSION_EXPIRED when the session's time is over, by the service's clock.
 */
export function refuseExpired(execution: StoredExecution, now: number): void {
  if (execution.status === 'EXPIRED' || now >= deadlineOf(execution)) throw expired();
}

/**
 * For whatever only shows how things stand: who has handed everything in in time sees what comes of it, however long that takes.
 *
 * @throws {Refusal} SESSION_EXPIRED when the time was over, by the service's clock, while the user was awaited.
 */
export function refuseLate(execution: StoredExecution, now: number): void {
  if (execution.status === 'EXPIRED' || isLate(execution, now)) throw expired();
}

/**
 * For an init, which the deadline ends: who comes to an end after it finds the session over. Who handed everything in in time and
 * whose checks still run may come back to wait for them.
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
