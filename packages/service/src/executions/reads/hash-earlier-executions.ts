import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import { createPace } from '../../pace.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { WrongMasterKeyError } from '../../secrets/vault.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { ExecutionReads } from '../execution-store.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from '../sealed-data.ts';
import { StateBrokenError } from '../state-broken-error.ts';
import type { SearchHash, StoredExecution } from '../stored-execution.ts';
import { hashesOfFindings, hashesOfInputs } from './search-hashes.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault'>;

/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 100;

/**
 * Stores search hashes for executions from before searching was introduced. Continues where an interrupted run ended. Marks
 * executions with unreadable data as unsearchable. Stops at unsealed executions of an earlier version, because their state
 * could be forged.
 *
 * @returns the number of executions examined; 0 once all were.
 * @throws {StateBrokenError} while an execution of an earlier version is not sealed.
 */
export async function hashEarlierExecutions(services: Services, signal: AbortSignal): Promise<number> {
  const { store } = services;
  const rest = createPace();
  let hashed = 0;
  for (;;) {
    signal.throwIfAborted();
    const backlog = await store.findSearchBacklog(perTransaction);
    if (backlog === null) return hashed;
    await store.transact({ executions: backlog.executionIds }, async (transaction) => {
      for (const id of backlog.executionIds) {
        const hashes = await hashesIfReadable(services, transaction, id);
        if (hashes === 'unreadable') await transaction.noteUnsearchable(id);
        else if (hashes) await transaction.insertSearchHashes(hashes.execution, hashes.found);
      }
      await transaction.noteSearchProgress(backlog.nextAfter);
    });
    hashed += backlog.executionIds.length;
    await rest();
  }
}

/**
 * Computes the hashes of an execution. Does not throw on unreadable data, so that the executions after it are not blocked.
 * @returns null if there is no such execution.
 */
async function hashesIfReadable(
  services: Services,
  transaction: Pick<ExecutionReads, 'find' | 'checksOf'>,
  id: string,
): Promise<{ execution: StoredExecution; found: SearchHash[] } | 'unreadable' | null> {
  try {
    // A purge may have happened in the meantime.
    const execution = await transaction.find(id);
    return execution && { execution, found: await hashesOfStored(services, transaction, execution) };
  } catch (error) {
    const isUnsealed = error instanceof StateBrokenError && error.fault === 'STATE_UNSEALED';
    if (isUnsealed && !(await services.store.areStatesSealed())) throw error;
    if (
      error instanceof StateBrokenError ||
      error instanceof SealBrokenError ||
      error instanceof WrongMasterKeyError
    )
      return 'unreadable';
    throw error;
  }
}

/** Computes all search hashes of a stored execution; none once its data is purged. */
async function hashesOfStored(
  { vault }: Pick<Services, 'vault'>,
  reads: Pick<ExecutionReads, 'checksOf'>,
  execution: StoredExecution,
): Promise<SearchHash[]> {
  const key = dataKeyOf(vault, execution);
  if (!key) return [];
  const { accountId } = execution;
  const inputs = inputsOf(key, execution);
  const found: SearchHash[] = inputs ? hashesOfInputs(vault, accountId, inputs) : [];
  for (const check of await reads.checksOf(execution.id)) {
    if (check.checkType !== 'DOCUMENT_CHECK' || !check.sealed) continue;
    const findings = openJson<CheckFindings>(key, check.sealed, sealContext.check(check.id));
    found.push(...hashesOfFindings(vault, accountId, findings));
  }
  return found;
}
