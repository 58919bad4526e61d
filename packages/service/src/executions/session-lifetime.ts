import type { NewJob } from '../jobs/job.ts';
import { Refusal } from '../refusal.ts';
import type { StoredExecution } from './stored-execution.ts';

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

/** @throws {Refusal} SESSION_EXPIRED when the session's time is over, by the service's clock. */
export function refuseExpired(execution: StoredExecution, now: number): void {
  if (execution.status === 'EXPIRED' || now >= deadlineOf(execution)) {
    throw new Refusal('SESSION_EXPIRED', 'The time of this session is over.');
  }
}

/** So many tries that only a lasting fault, which the log shows, can keep an execution from expiring. */
const expiryTries = 1000;

/** The job that ends an execution whose time is over at `dueAt`. Each new deadline gets one of its own. */
export function expiryJob(executionId: string, dueAt: number): NewJob {
  return { kind: 'expire', subjectId: executionId, dueAt, maxTries: expiryTries };
}
