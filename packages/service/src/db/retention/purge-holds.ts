import type { Backlog } from '../../retention/purge-brake.ts';
import type { Database } from '../schema.ts';

type AccountMode = Pick<Backlog, 'accountId' | 'mode'>;

/** Returns whether late executions of an account in one mode have been waiting for an operator since an earlier round. */
export async function isPurgeHeld(db: Database, { accountId, mode }: AccountMode): Promise<boolean> {
  const row = await db
    .selectFrom('purge_holds')
    .select('held_at')
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores that late executions of an account in one mode wait for an operator. */
export async function putPurgeHold(
  db: Database,
  { accountId, mode }: AccountMode,
  now: number,
): Promise<void> {
  await db
    .insertInto('purge_holds')
    .values({ account_id: accountId, mode, held_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'mode']).doNothing())
    .execute();
}

/** Stores that executions of an account in one mode no longer wait for an operator. */
export async function endPurgeHold(db: Database, { accountId, mode }: AccountMode): Promise<void> {
  await db.deleteFrom('purge_holds').where('account_id', '=', accountId).where('mode', '=', mode).execute();
}
