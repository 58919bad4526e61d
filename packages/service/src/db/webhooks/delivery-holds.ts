import type { Database } from '../schema.ts';

/** Holds all webhooks until they are released. */
export async function holdDeliveries(db: Database, now: number): Promise<void> {
  await db
    .insertInto('delivery_holds')
    .values({ id: 1, held_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Returns the time since which webhooks are held, in ms since 1970; null if they are not held. */
export async function deliveriesHeldAt(db: Database): Promise<number | null> {
  const row = await db.selectFrom('delivery_holds').select('held_at').executeTakeFirst();
  return row?.held_at ?? null;
}

/**
 * Releases held webhooks.
 *
 * @returns the time since which they were held; null if they were not held.
 */
export async function releaseDeliveries(db: Database): Promise<number | null> {
  const row = await db.deleteFrom('delivery_holds').returning('held_at').executeTakeFirst();
  return row?.held_at ?? null;
}
