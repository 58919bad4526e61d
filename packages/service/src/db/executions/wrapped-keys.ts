import type { Database } from '../schema.ts';

/** Wrapped data keys of executions, by id; null: it was purged. Those that there are not are left out. */
export async function wrappedKeysOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const rows = await db
    .selectFrom('executions')
    .select(['id', 'wrapped_key'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, wrapped_key }) => [id, wrapped_key]));
}
