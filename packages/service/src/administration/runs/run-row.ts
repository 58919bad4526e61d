import type { AdminExecutionRow } from '@vendor/contract/admin';
import type { ExecutionStore } from '../../executions/execution-store.ts';
import type {
  ExecutionDirectory,
  ListedExecution,
  SealedInputs,
} from '../../executions/reads/execution-directory.ts';
import { dataKeyOf, inputsOf } from '../../executions/sealed-data.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { type Vault, WrongMasterKeyError } from '../../secrets/vault.ts';
import { sentName } from './field-agreement.ts';
import { maskText } from './mask.ts';

/** Returns the ids of those executions that were changed outside of the service. */
export type FindBroken = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Reads of the store that rows need in addition to listed executions. */
export interface RowServices {
  readonly findBroken: FindBroken;
  readonly directory: Pick<ExecutionDirectory, 'doubtedChecks' | 'sealedInputs'>;
  readonly store: Pick<ExecutionStore, 'definitionOf'>;
  readonly vault: Vault;
}

/** Makes the rows of executions in lists of the panel, after verifying each. @param names - names of workflows, by id. */
export async function rowsOf(
  { findBroken, directory, store, vault }: RowServices,
  entries: readonly ListedExecution[],
  names: ReadonlyMap<string, string>,
): Promise<AdminExecutionRow[]> {
  if (entries.length === 0) return [];
  const ids = entries.map(({ id }) => id);
  const [broken, doubted, sealed] = await Promise.all([
    findBroken(ids),
    directory.doubtedChecks(ids),
    directory.sealedInputs(ids),
  ]);
  // A row that was changed may have a key or inputs of any form.
  const whole = sealed.filter(({ id }) => !broken.has(id));
  const users = new Map(whole.map((inputs) => [inputs.id, userOf(vault, inputs)]));
  return Promise.all(
    entries.map(async (entry) => {
      const { id, workflowId, workflowVersion, dataPurgedAt } = entry;
      const checks = doubted.filter(({ executionId }) => executionId === id);
      // A purge also removes the names of nodes, and a row that was changed may name a version that does not exist.
      const isNamed = checks.length > 0 && dataPurgedAt === null && !broken.has(id);
      const definition = isNamed ? await store.definitionOf(workflowId, workflowVersion) : null;
      const doubts = checks.map(({ nodeId, checkType }) => ({
        kind: definition?.nodes[nodeId]?.kind ?? null,
        checkType,
      }));
      return { ...summaryOf(entry, names, broken.has(id)), user: users.get(id) ?? null, doubts };
    }),
  );
}

/** Names the user of an execution, masked; null if the inputs cannot be decrypted. */
function userOf(vault: Vault, sealed: SealedInputs): string | null {
  try {
    const inputs = inputsOf(dataKeyOf(vault, sealed), sealed);
    return inputs && maskText(sentName(inputs) || inputs.user_id);
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof WrongMasterKeyError) return null;
    throw error;
  }
}

/** Makes the part of a row that lists and the page of an execution have in common. */
export function summaryOf(
  entry: ListedExecution,
  names: ReadonlyMap<string, string>,
  isBroken = false,
): Omit<AdminExecutionRow, 'user' | 'doubts'> {
  return {
    id: entry.id,
    workflow: {
      id: entry.workflowId,
      name: names.get(entry.workflowId) ?? entry.workflowId,
      version: entry.workflowVersion,
    },
    mode: entry.mode,
    channel: entry.channel,
    status: entry.status,
    createdAt: toIsoString(entry.createdAt),
    finishedAt: isoOrNull(entry.finishedAt),
    purgedAt: isoOrNull(entry.dataPurgedAt),
    isBroken,
    revision: entry.seq,
  };
}

/** Formats a time for the API. */
export function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

/** Formats a time for the API; null: not yet. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : toIsoString(time);
}
