import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Writes a row without meaning, and resolves when it is flushed to the disk. The row must be committed: on a full disk, it is the
 * commit that fails.
 */
export async function probeWrite(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .insertInto('write_probes')
    .values({ id: 1, written_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now }))
    .execute();
}
