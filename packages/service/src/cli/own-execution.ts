import type { OpenDatabase } from '../db/open-database.ts';
import { Refusal } from '../refusal.ts';
import { CommandError } from './command-error.ts';
import { accountOf } from './operator.ts';

/**
 * Checks that an execution is of the account that was named, if one was.
 *
 * @throws {CommandError} when it is not, or there is none.
 */
export async function requireOwn(
  database: OpenDatabase,
  executionId: string,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined) return;
  await accountOf(database, accountId);
  const own = await database.reader
    .selectFrom('executions')
    .select('id')
    .where('id', '=', executionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!own) throw new CommandError(`The account has no execution "${executionId}".`);
}

/** Does something to an execution, and says in words of the command line why that is refused. */
export async function withRefusals<Result>(
  executionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isMissing = error.code === 'WORKFLOW_EXECUTION_NOT_FOUND';
    throw new CommandError(isMissing ? `There is no execution "${executionId}".` : error.message);
  }
}
