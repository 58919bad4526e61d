import type { PeopleStore } from './administration/people/people-store.ts';
import { removeMarks } from './executions/evaluation/user-marks.ts';
import type { ExecutionServices } from './executions/execution-services.ts';
import { hashEarlierExecutions } from './executions/reads/hash-earlier-executions.ts';
import { removeKeptReplies } from './executions/remove-kept-replies.ts';
import { type OrphanServices, removeOrphans } from './executions/steps/remove-orphans.ts';
import type { Chore } from './jobs/housekeeping.ts';
import { erasureChore } from './retention/pending-erasures.ts';
import type { PurgeServices } from './retention/purge-execution.ts';
import { type OverdueServices, purgeOverdue } from './retention/purge-overdue.ts';
import { createPurgeReplay } from './retention/replay-purges.ts';
import { bringForward } from './webhooks/delivery/bring-forward.ts';
import { removeDelivered } from './webhooks/remove-delivered.ts';
import { removeLogged } from './webhooks/remove-logged.ts';
import { removeUndelivered } from './webhooks/remove-undelivered.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** Sessions and links of the Admin Panel are kept so long after their end: networks that people signed in from are known by them. */
const keptSessionMs = 30 * 24 * 60 * 60_000;

/** Copies of the database from before a migration are kept so long: they hold what is purged meanwhile. */
const keptSnapshotMs = 7 * 24 * 60 * 60_000;

/** A publication stores its next part well within this time. */
const dayMs = 24 * 60 * 60_000;

/** Parts that the chores of the service work on. */
export interface ChoreServices extends Pick<ExecutionServices, 'store' | 'vault' | 'media' | 'clock'> {
  readonly purging: Omit<PurgeServices, 'media'> & Pick<OverdueServices, 'onHeld' | 'onUnpurged'>;
  /** Replay that the start has begun and that knows how far it came; left out: none was begun. */
  readonly replayPurges?: (signal?: AbortSignal) => Promise<number>;
  readonly webhooks: WebhookStore;
  /** Holds media that wait for an operator's word, and tells of them. */
  readonly orphans: Pick<OrphanServices, 'holds' | 'onHeld'>;
  /** Records wrong API keys that were counted; left out: nobody counts. */
  readonly flushRefused?: () => Promise<void>;
  /** Store of sessions and invitations of the Admin Panel; left out: nobody signs in. */
  readonly people?: PeopleStore;
  /** Seals where the audit trail ends; left out: nobody does. */
  readonly renewCheckpoint?: () => Promise<number>;
  /** Walks the whole audit trail once a day; left out: nobody does. */
  readonly walkTrail?: Chore;
  /** Ends a rotation of the master key; left out: there is none. */
  readonly settleRotation?: () => Promise<number>;
  /** Removes parts of shared files that were stored before a moment, in ms since 1970, and never published; left out: there are none. */
  readonly removeUnfinishedBundles?: (before: number) => Promise<number>;
  /** Removes copies of the database from before a moment, in ms since 1970; left out: there are none. */
  readonly removeSnapshots?: (before: number) => number;
}

/**
 * All that the service does every hour. The names stay the same: a start finds the jobs of the one before by them. What removes
 * by age waits while the clock is not trusted. Purges from the list are repeated at any time: each was carried out once by a
 * clock that was trusted, or by an operator.
 */
export function createChores({
  store,
  vault,
  media,
  clock,
  purging,
  replayPurges,
  webhooks,
  orphans,
  flushRefused,
  people,
  renewCheckpoint,
  walkTrail,
  settleRotation,
  removeUnfinishedBundles,
  removeSnapshots,
}: ChoreServices) {
  const executions = { store, media, clock };
  const purges = { ...purging, media, clock };
  const events = { store: webhooks, clock };
  const byAge =
    (chore: Chore): Chore =>
    async (signal) =>
      clock.isTrusted() ? chore(signal) : 0;
  return {
    'orphaned-media': byAge((signal) => removeOrphans({ ...executions, ...orphans }, signal)),
    'retention-over': (signal) => purgeOverdue(purges, signal),
    [erasureChore]: replayPurges ?? createPurgeReplay(purges),
    'purge-segments': async (signal) => (await purging.journal.seal?.(purging.purges, signal)) ?? 0,
    'master-key-rotation': settleRotation ?? (async () => 0),
    'kept-replies': byAge((signal) => removeKeptReplies(executions, signal)),
    'delivery-log': byAge((signal) => removeLogged(events, signal)),
    'user-marks': byAge((signal) => removeMarks(executions, signal)),
    'waits-of-a-wrong-clock': (signal) => bringForward(events, signal),
    'delivered-events': byAge((signal) => removeDelivered(events, signal)),
    'audit-checkpoint': async () => {
      await flushRefused?.();
      return (await renewCheckpoint?.()) ?? 0;
    },
    'panel-sessions': byAge(async () => (await people?.removeEnded(clock.now() - keptSessionMs, 1000)) ?? 0),
    'undelivered-events': byAge((signal) => removeUndelivered(events, signal)),
    'unfinished-bundles': byAge(async () => (await removeUnfinishedBundles?.(clock.now() - dayMs)) ?? 0),
    'database-snapshots': byAge(async () => removeSnapshots?.(clock.now() - keptSnapshotMs) ?? 0),
    // Last, because they may take minutes.
    'audit-walk': walkTrail ?? (async () => 0),
    'search-hashes': (signal) => hashEarlierExecutions({ store, vault }, signal),
  } satisfies Record<string, Chore>;
}
