import type { Database } from '../schema.ts';

/**
 * Returns the wrapped data keys of executions by execution id; null for a purged execution. Leaves out executions that do not
 * exist.
 */
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
