import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Writes and commits a meaningless row, to test whether the database accepts writes. Resolves when it is flushed to the disk.
 * On a full disk, only the commit fails.
 */
export async function probeWrite(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .insertInto('write_probes')
    .values({ id: 1, written_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now }))
    .execute();
}
