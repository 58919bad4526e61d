import type { UserMark } from '../../executions/stored-execution.ts';
import { holdName } from '../in-transaction.ts';
import type { Database } from '../schema.ts';

/** Stores a mark unless the execution has it already, as after a retried check. */
export async function insertMark(db: Database, mark: UserMark): Promise<void> {
  // Stores equal marks of two users one after the other, so that the second one finds the first.
  await holdName(db, `mark ${mark.hash}`);
  await db
    .insertInto('user_marks')
    .values({
      execution_id: mark.executionId,
      hash: mark.hash,
      user_hash: mark.userHash,
      noted_at: mark.notedAt,
      expires_at: mark.expiresAt,
    })
    .onConflict((known) => known.columns(['execution_id', 'hash']).doNothing())
    .execute();
}

export async function usersMarked(db: Database, hash: string, since: number): Promise<number> {
  const { users } = await db
    .selectFrom('user_marks')
    .select(({ fn }) => fn.count<number>('user_hash').distinct().as('users'))
    .where('hash', '=', hash)
    .where('noted_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(users);
}

export async function isMarkedBefore(
  db: Database,
  { executionId, hash }: Pick<UserMark, 'executionId' | 'hash'>,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('user_marks as own')
    .innerJoin('user_marks as other', 'other.hash', 'own.hash')
    .select('other.id')
    .where('own.execution_id', '=', executionId)
    .where('own.hash', '=', hash)
    .whereRef('other.id', '<', 'own.id')
    .whereRef('other.user_hash', '!=', 'own.user_hash')
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

export async function isMarkedElsewhere(
  db: Database,
  { executionId, hash }: Pick<UserMark, 'executionId' | 'hash'>,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('user_marks as own')
    .innerJoin('user_marks as other', 'other.hash', 'own.hash')
    .select('other.id')
    .where('own.execution_id', '=', executionId)
    .where('own.hash', '=', hash)
    .whereRef('other.id', '<', 'own.id')
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Removes expired marks.
 *
 * @returns how many were removed, at most `limit`.
 */
export async function removeMarks(db: Database, now: number, limit: number): Promise<number> {
  const expired = db.selectFrom('user_marks').select('id').where('expires_at', '<=', now).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('user_marks').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}
