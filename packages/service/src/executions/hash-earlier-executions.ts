import { SealBrokenError } from '../secrets/sealed-box.ts';
import { WrongMasterKeyError } from '../secrets/vault.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { ExecutionReads } from './execution-store.ts';
import type { CheckFindings } from './render-execution.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from './sealed-data.ts';
import { hashesOfFindings, hashesOfInputs } from './search-hashes.ts';
import { StateBrokenError } from './state-broken-error.ts';
import type { SearchHash, StoredExecution } from './stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault'>;

/** A transaction holds up all others while it lasts. */
const perTransaction = 100;

/**
 * Gives executions that were started before there was a search the hashes they are found by. A process that ends in between goes
 * on where it was.
 *
 * @returns how many executions got them; 0 once all have.
 */
export async function hashEarlierExecutions(services: Services, signal: AbortSignal): Promise<number> {
  const { store } = services;
  let hashed = 0;
  for (;;) {
    signal.throwIfAborted();
    const backlog = await store.findSearchBacklog(perTransaction);
    if (backlog === null) return hashed;
    await store.transact(async (transaction) => {
      for (const id of backlog.executionIds) {
        // A purge may have come first.
        const execution = await transaction.find(id).catch(noneIfBroken);
        if (!execution) continue;
        const hashes = await hashesOfStored(services, transaction, execution).catch(noneIfUnreadable);
        await transaction.insertSearchHashes(execution, hashes);
      }
      await transaction.noteSearchProgress(backlog.nextAfter);
    });
    hashed += backlog.executionIds.length;
  }
}

/** Data that cannot be opened, by whatever damage, must not keep the executions after it from being found. */
function noneIfUnreadable(error: unknown): SearchHash[] {
  if (error instanceof SealBrokenError || error instanceof WrongMasterKeyError) return [];
  throw error;
}

/** An alarm was raised for it. */
function noneIfBroken(error: unknown): null {
  if (error instanceof StateBrokenError) return null;
  throw error;
}

/** All hashes of an execution as it is stored; none once its data is purged. */
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
