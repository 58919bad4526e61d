import type { PeopleStore } from '../administration/people/people-store.ts';
import { removeMarks } from '../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { hashEarlierExecutions } from '../executions/reads/hash-earlier-executions.ts';
import { removeKeptReplies } from '../executions/remove-kept-replies.ts';
import { type OrphanServices, removeOrphans } from '../executions/steps/remove-orphans.ts';
import type { Chore } from '../jobs/housekeeping.ts';
import { erasureChore } from '../retention/pending-erasures.ts';
import type { PurgeServices } from '../retention/purge-execution.ts';
import { type OverdueServices, purgeOverdue } from '../retention/purge-overdue.ts';
import { createPurgeReplay } from '../retention/replay-purges.ts';
import { bringForward } from '../webhooks/delivery/bring-forward.ts';
import { removeDelivered } from '../webhooks/remove-delivered.ts';
import { removeLogged } from '../webhooks/remove-logged.ts';
import { removeUndelivered } from '../webhooks/remove-undelivered.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';

/** How long ended sessions and links of the Admin Panel are kept. A person's known networks are read from their sessions. */
const keptSessionMs = 30 * 24 * 60 * 60_000;

/** How long snapshots from before a migration are kept. They still contain data that was purged since. */
const keptSnapshotMs = 7 * 24 * 60 * 60_000;

/** Maximum age of unpublished parts: a publication stores its next part well within a day. */
const dayMs = 24 * 60 * 60_000;

/** Dependencies of the chores. */
export interface ChoreServices extends Pick<ExecutionServices, 'store' | 'vault' | 'media' | 'clock'> {
  readonly purging: Omit<PurgeServices, 'media'> & Pick<OverdueServices, 'onHeld' | 'onUnpurged'>;
  /** Continues the replay that the start began; default: a new replay. */
  readonly replayPurges?: (signal?: AbortSignal) => Promise<number>;
  readonly webhooks: WebhookStore;
  /** Holds back orphaned media until an operator confirms their removal, and reports them. */
  readonly orphans: Pick<OrphanServices, 'holds' | 'onHeld'>;
  /** Records the counted requests with a wrong API key; omitted: no counting. */
  readonly flushRefused?: () => Promise<void>;
  /** Store of sessions and invitations of the Admin Panel; omitted: no Admin Panel. */
  readonly people?: PeopleStore;
  /** Seals the end of the audit trail; omitted: no checkpoints. */
  readonly renewCheckpoint?: () => Promise<number>;
  /** Verifies the whole audit trail once a day; omitted: no verification. */
  readonly walkTrail?: Chore;
  /** Completes a rotation of the master key; omitted: no rotation. */
  readonly settleRotation?: () => Promise<number>;
  /** Removes unpublished parts of shared files that were stored before a time, in ms since 1970; omitted: no shared files. */
  readonly removeUnfinishedBundles?: (before: number) => Promise<number>;
  /** Removes database snapshots from before a time, in ms since 1970; omitted: no snapshots. */
  readonly removeSnapshots?: (before: number) => number;
}

/**
 * Creates the hourly chores. Their names must not change, because a start finds stored jobs by name. Removal by age pauses
 * while the clock is not trusted. Purges from the journal are replayed at any time, because a trusted clock or an operator
 * caused each of them.
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
    // Last, because these may take minutes.
    'audit-walk': walkTrail ?? (async () => 0),
    'search-hashes': (signal) => hashEarlierExecutions({ store, vault }, signal),
  } satisfies Record<string, Chore>;
}
