import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Writes a row that means nothing, and resolves when it is on the disk. One that is rolled back would not do: what a full disk
 * refuses is the commit.
 */
export async function probeWrite(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .insertInto('write_probes')
    .values({ id: 1, written_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now }))
    .execute();
}
