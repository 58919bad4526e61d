import { type CompiledQuery, sql } from 'kysely';
import type { SearchBacklog } from '../../executions/execution-store.ts';
import type { SearchHash, StoredExecution } from '../../executions/stored-execution.ts';
import { jsonText, rowsOf } from '../dialect.ts';
import type { Database } from '../schema.ts';
import type { SearchHashesTable } from './search-tables.ts';

/** Builds the row of a hash. */
export function searchHashRow(
  { id, createdAt }: Pick<StoredExecution, 'id' | 'createdAt'>,
  { kind, hash }: SearchHash,
): SearchHashesTable {
  return { hash, created_at: createdAt, execution_id: id, kind };
}

/** Builds the query that inserts hashes of an execution, skipping those that it already has. */
export function searchHashInsertion(
  db: Database,
  { id, createdAt }: Pick<StoredExecution, 'id' | 'createdAt'>,
  hashes: readonly SearchHash[],
): CompiledQuery {
  return sql`
    insert into search_hashes (hash, created_at, execution_id, kind)
    select ${jsonText('value', 'hash')}, ${createdAt}, ${id}, ${jsonText('value', 'kind')}
    from ${rowsOf(hashes, 'sought')} where true
    on conflict do nothing`.compile(db);
}

/**
 * Removes all hashes of an execution.
 *
 * @returns how many were removed.
 */
export async function removeSearchHashes(db: Database, executionId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('search_hashes')
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Returns the next executions whose hashes are missing.
 *
 * @returns null once all executions have their hashes.
 */
export async function findSearchBacklog(db: Database, limit: number): Promise<SearchBacklog | null> {
  const progress = await db.selectFrom('search_progress').selectAll().where('id', '=', 1).executeTakeFirst();
  if (!progress || progress.is_done === 1) return null;
  const rows = await db
    .selectFrom('executions')
    .select(['id', 'wrapped_key'])
    .where('id', '>', progress.after_id)
    .orderBy('id')
    .limit(limit)
    .execute();
  const executionIds = rows.filter((row) => row.wrapped_key !== null).map(({ id }) => id);
  return { executionIds, nextAfter: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** Records that all executions up to an id have their hashes; null: that all executions have them. */
export async function noteSearchProgress(db: Database, afterId: string | null): Promise<void> {
  await db
    .updateTable('search_progress')
    .set(afterId === null ? { is_done: 1 } : { after_id: afterId })
    .where('id', '=', 1)
    .execute();
}

/** Stands in place of a hash and its kind for an execution without hashes, because its data cannot be decrypted. */
const unreadable = 'unreadable';

/** Records that no search can find an execution. Purging the execution removes the record. */
export async function noteUnsearchable(db: Database, executionId: string): Promise<void> {
  await sql`
    insert into search_hashes (hash, created_at, execution_id, kind)
    select ${unreadable}, created_at, id, ${unreadable} from executions where id = ${executionId}
    on conflict do nothing`.execute(db);
}

/** Counts the executions of an account that no search can find. */
export async function countUnsearchable(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('search_hashes')
    .where('hash', '=', unreadable)
    // Uses a subquery for each execution: with a join, the database would read all executions of the account.
    .where(
      ({ selectFrom }) =>
        selectFrom('executions')
          .select('account_id')
          .whereRef('executions.id', '=', 'search_hashes.execution_id'),
      '=',
      accountId,
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
