import type { Actor, OperatorActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import type { PeopleReads } from '../people/people-store.ts';
import { requireRecentSignIn } from '../people/sign-in/recent-sign-in.ts';
import { refuseAct } from '../refuse-act.ts';
import type { RetentionOutlook, RetentionStore } from './retention-store.ts';

export interface RetentionServices {
  readonly retention: RetentionStore;
  readonly people: Pick<PeopleReads, 'membership' | 'person' | 'session'>;
  readonly clock: Clock;
}

/** Retention of one mode of an account, and the executions due to be purged. */
export interface KeptTime {
  readonly mode: KeyMode;
  /** Null: data is kept forever. */
  readonly days: number | null;
  readonly outlook: RetentionOutlook;
  /**
   * Expected time of the first purge by age, in ms since 1970; null: none is expected, or an operator must confirm it first.
   */
  readonly firstPurgeAt: number | null;
}

/** A change of the retention of one mode. */
export interface RetentionChange {
  readonly accountId: string;
  readonly mode: KeyMode;
  /** Null: data is kept forever. */
  readonly days: number | null;
  /** Value on which the change is based; omitted: any. */
  readonly before?: number | null;
}

/** Maximum count of due executions; more are not counted. */
export const maxCounted = 1000;

const dayMs = 24 * 60 * 60_000;

/** Reads the retention of each mode that the actor may see. @throws {Refusal} FORBIDDEN. */
export async function readRetention(
  services: RetentionServices,
  actor: Actor,
  accountId: string,
): Promise<KeptTime[]> {
  refuseAct(actor, 'retention.read', { accountId });
  const days = await services.retention.retention(accountId);
  if (days === null) throw noAccount();
  const modes = keyModes.filter(
    (mode) => findObstacle(actor, 'retention.read', { accountId, mode }) === null,
  );
  return Promise.all(modes.map((mode) => previewRetention(services, accountId, mode, days[mode])));
}

/** Previews a change without applying it. @throws {Refusal} FORBIDDEN. */
export async function planRetention(
  services: RetentionServices,
  actor: Actor,
  { accountId, mode, days }: RetentionChange,
): Promise<KeptTime> {
  refuseAct(actor, 'retention.change', { accountId, mode });
  return previewRetention(services, accountId, mode, days);
}

/**
 * Changes the retention of one mode. Data past its retention is purged in the next round; an unusual share first waits for an
 * operator's confirmation.
 *
 * @throws {Refusal} FORBIDDEN; SETTING_CHANGED if somebody else changed it first; AUTHENTICATION_TOO_OLD if a person shortens
 *   it without a recent sign-in; NOT_FOUND for an unknown account.
 */
export async function changeRetention(
  services: RetentionServices,
  actor: Actor,
  change: RetentionChange,
): Promise<void> {
  const { accountId, mode, days } = change;
  refuseAct(actor, 'retention.change', { accountId, mode });
  const now = services.clock.now();
  await services.retention.transact({ account: accountId }, async (transaction) => {
    const before = (await transaction.retention(accountId))?.[mode];
    if (before === undefined) throw noAccount();
    if (change.before !== undefined && change.before !== before)
      throw new Refusal(
        'SETTING_CHANGED',
        'Somebody else changed the retention time in the meantime. Load it again.',
      );
    if (before === days) return;
    if (isShorter(days, before)) await requireRecentSignIn(services.people, actor, now);
    await transaction.setRetention(accountId, mode, days);
    await transaction.record({
      actor,
      act: 'account.retention',
      at: now,
      accountId,
      subject: { kind: 'account', id: accountId },
      mode,
      changes: { retentionDays: [before, days] },
    });
  });
}

/** Sets the retention of several modes at once for an operator, and records each change. */
export async function setRetention(
  { retention, clock }: Pick<RetentionServices, 'retention' | 'clock'>,
  actor: OperatorActor,
  { accountId, modes, days }: Omit<RetentionChange, 'mode' | 'before'> & { modes: readonly KeyMode[] },
): Promise<void> {
  await retention.transact({ account: accountId }, async (transaction) => {
    const before = await transaction.retention(accountId);
    for (const mode of modes) {
      await transaction.record({
        actor,
        act: 'account.retention',
        at: clock.now(),
        accountId,
        subject: { kind: 'account', id: accountId },
        mode,
        changes: { retentionDays: [before?.[mode] ?? null, days] },
      });
      // The same retention again leaves confirmed purges confirmed.
      if (before?.[mode] !== days) await transaction.setRetention(accountId, mode, days);
    }
  });
}

/** Returns whether data is kept for less time than before. */
function isShorter(days: number | null, before: number | null): boolean {
  return days !== null && (before === null || days < before);
}

async function previewRetention(
  { retention, clock }: RetentionServices,
  accountId: string,
  mode: KeyMode,
  days: number | null,
): Promise<KeptTime> {
  const now = clock.now();
  // Counts one more than the maximum, to distinguish "more than 1,000" from 1,000.
  const outlook = await retention.outlook(accountId, mode, days, now, maxCounted + 1);
  return { mode, days, outlook, firstPurgeAt: firstPurge(outlook, days, now) };
}

function firstPurge(
  { due, waits, oldestEndedAt, nextRoundAt }: RetentionOutlook,
  days: number | null,
  now: number,
) {
  if (days === null || oldestEndedAt === null || (due > 0 && waits)) return null;
  return Math.max(oldestEndedAt + days * dayMs, nextRoundAt ?? now, now);
}

function noAccount(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such account.');
}
