import type { Database } from '../schema.ts';

/** Returns the wrapped data keys of executions by id; null for a purged execution. Executions that do not exist are left out. */
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
