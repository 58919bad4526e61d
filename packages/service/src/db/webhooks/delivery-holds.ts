import type { Database } from '../schema.ts';

/** Holds all webhooks of the data until they are released. */
export async function holdDeliveries(db: Database, now: number): Promise<void> {
  await db
    .insertInto('delivery_holds')
    .values({ id: 1, held_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Since when webhooks are held, in ms since 1970; null: they are not. */
export async function deliveriesHeldAt(db: Database): Promise<number | null> {
  const row = await db.selectFrom('delivery_holds').select('held_at').executeTakeFirst();
  return row?.held_at ?? null;
}

/** Lets webhooks go. @returns since when they were held; null: they were not. */
export async function releaseDeliveries(db: Database): Promise<number | null> {
  const row = await db.deleteFrom('delivery_holds').returning('held_at').executeTakeFirst();
  return row?.held_at ?? null;
}
