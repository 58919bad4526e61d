import type { AdminChanges } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { ExecutionDirectory } from '../../executions/reads/execution-directory.ts';
import { Refusal } from '../../refusal.ts';
import { type RightsReads, refuseChangedRights } from '../people/refuse-changed-rights.ts';
import type { ChangeFeed } from './change-feed.ts';
import { type RowServices, rowsOf } from './run-row.ts';

/** Maximum number of concurrent long polls per session. Each tab has one. */
const maxWaiting = 6;

export interface FollowRunsServices extends Pick<RowServices, 'findBroken' | 'store' | 'vault'> {
  readonly feed: ChangeFeed;
  readonly directory: Pick<ExecutionDirectory, 'doubtedChecks' | 'sealedInputs' | 'workflowNames'>;
  /** Reads whose session and rights are current. */
  readonly people: RightsReads;
  /** Number of waiting calls, by session. */
  readonly waits: Map<string, number>;
}

/**
 * Waits for changes, and returns the changed executions of the account.
 *
 * @param after - cursor of the previous call; null: none.
 * @throws {Refusal} RATE_LIMITED if too many calls of the session wait; as {@link refuseChangedRights}.
 */
export async function followRuns(
  services: FollowRunsServices,
  actor: PersonActor,
  after: string | null,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<AdminChanges> {
  const { feed, directory, waits, people } = services;
  const waiting = waits.get(actor.sessionId) ?? 0;
  if (waiting >= maxWaiting)
    throw new Refusal('RATE_LIMITED', 'This session has too many open requests that wait for changes.', [], {
      retryAfterSeconds: 5,
      limit: 'changes',
    });
  waits.set(actor.sessionId, waiting + 1);
  try {
    const { cursor, isReset, executions } = await feed.changesSince(actor.accountId, after, {
      waitMs,
      signal,
      isVisible: (row) => findObstacle(actor, 'execution.read', row) === null,
    });
    // A person who signed out, or lost a right, during the wait receives nothing.
    await refuseChangedRights(people, actor);
    const names = executions.length === 0 ? new Map() : await directory.workflowNames(actor.accountId);
    return { cursor, isReset, executions: await rowsOf(services, executions, names) };
  } finally {
    const left = (waits.get(actor.sessionId) ?? 1) - 1;
    if (left === 0) waits.delete(actor.sessionId);
    else waits.set(actor.sessionId, left);
  }
}
