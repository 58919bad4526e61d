import type { OperatorActor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { OrphanHold } from '../../executions/steps/remove-orphans.ts';
import type { HoldStore } from './hold-store.ts';

export interface HoldServices {
  readonly holds: HoldStore;
  readonly clock: Clock;
}

/** Scope of acts that concern the installation rather than one account. */
const ofInstallation = { accountId: null, subject: null, mode: null } as const;

/**
 * Confirms that the clock is right, so that purges and expiries resume. @returns the current time, and the last time that was
 * trusted before.
 */
export async function confirmClock(
  { holds, clock }: HoldServices,
  actor: OperatorActor,
): Promise<{ readonly now: number; readonly trustedAt: number | null }> {
  const now = clock.now();
  const trustedAt = await holds.transact(async (transaction) => {
    const known = await transaction.trustedAt();
    await transaction.confirmClock(now);
    await transaction.record({
      ...ofInstallation,
      actor,
      act: 'clock.confirm',
      at: now,
      changes: { trustedAt: [toIsoString(known), toIsoString(now)] },
    });
    return known;
  });
  return { now, trustedAt };
}

/** Allows the next round to remove media to which no capture refers. */
export async function confirmOrphans(
  { holds, clock }: HoldServices,
  actor: OperatorActor,
  { orphans, objects }: OrphanHold,
): Promise<void> {
  const now = clock.now();
  await holds.transact(async (transaction) => {
    await transaction.confirmOrphans(now);
    await transaction.record({
      ...ofInstallation,
      actor,
      act: 'media.confirm',
      at: now,
      changes: { orphans, objects },
    });
  });
}

/**
 * Holds all webhooks, for example in a copy used for a restore drill. @returns since when they are held, and whether this call
 * started it.
 */
export function holdWebhooks(
  { holds, clock }: HoldServices,
  actor: OperatorActor,
): Promise<{ readonly since: number; readonly isNew: boolean }> {
  const now = clock.now();
  return holds.transact(async (transaction) => {
    const held = await transaction.deliveriesHeldAt();
    if (held !== null) return { since: held, isNew: false };
    await transaction.holdDeliveries(now);
    await transaction.record({
      ...ofInstallation,
      actor,
      act: 'webhooks.hold',
      at: now,
      changes: { heldSince: [null, toIsoString(now)] },
    });
    return { since: now, isNew: true };
  });
}

/** Releases held webhooks. @returns since when they were held, in ms since 1970; null: they were not held. */
export function releaseWebhooks(
  { holds, clock }: HoldServices,
  actor: OperatorActor,
): Promise<number | null> {
  return holds.transact(async (transaction) => {
    const held = await transaction.releaseDeliveries();
    if (held !== null)
      await transaction.record({
        ...ofInstallation,
        actor,
        act: 'webhooks.release',
        at: clock.now(),
        changes: { heldSince: [toIsoString(held), null] },
      });
    return held;
  });
}

function toIsoString(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
