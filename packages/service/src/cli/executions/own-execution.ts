import { Refusal } from '../../refusal.ts';
import { CommandError } from '../command-error.ts';
import type { Stores } from '../open-stores.ts';
import { accountOf } from '../operator.ts';

/**
 * Checks that an execution belongs to the named account, if one was named.
 *
 * @throws {CommandError} if it does not, or does not exist.
 */
export async function requireOwn(
  { accounts, directory }: Pick<Stores, 'accounts' | 'directory'>,
  executionId: string,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined) return;
  await accountOf(accounts, accountId);
  if ((await directory.findCursor(accountId, executionId)) === null)
    throw new CommandError(`The account has no execution "${executionId}".`);
}

/**
 * Checks that no execution of an earlier version still waits to be sealed, because an unsealed one cannot be distinguished from
 * a forged one.
 *
 * @throws {CommandError} while one waits.
 */
export async function requireSealedStates(stores: Pick<Stores, 'areStatesWaiting'>): Promise<void> {
  if (await stores.areStatesWaiting())
    throw new CommandError(
      'Executions of an earlier version are not sealed yet, so they can be neither shown nor changed. Start the service once with its master key, which seals them, and repeat the command. Nothing was changed.',
    );
}

/** Runs an action on an execution, and converts refusals to messages of the command line. */
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
