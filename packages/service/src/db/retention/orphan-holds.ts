import { allowanceOf, type OrphanHold, type OrphanHolds } from '../../executions/steps/remove-orphans.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';

/** Stores the media without a capture that wait for an operator. */
export function createOrphanHolds({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): OrphanHolds {
  return {
    find: () => findOrphanHold(reader),
    async put({ orphans, objects, foundAt, allowance }) {
      const values = { orphans, objects, found_at: foundAt, allowance, confirmed_at: null };
      await main
        .insertInto('orphan_holds')
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    async end() {
      await main.deleteFrom('orphan_holds').where('id', '=', 1).execute();
    },
  };
}

/** Returns the current hold; null if no media wait. */
export async function findOrphanHold(db: Database): Promise<OrphanHold | null> {
  const row = await db.selectFrom('orphan_holds').selectAll().where('id', '=', 1).executeTakeFirst();
  return row
    ? {
        orphans: row.orphans,
        objects: row.objects,
        foundAt: row.found_at,
        allowance: row.allowance ?? allowanceOf(row.objects),
        isConfirmed: row.confirmed_at !== null,
      }
    : null;
}

/** Allows the next housekeeping run to remove the waiting media. */
export async function confirmOrphans(db: Database, now: number): Promise<void> {
  await db.updateTable('orphan_holds').set({ confirmed_at: now }).where('id', '=', 1).execute();
}
