import type { AdminExecutionRow } from '@vendor/contract/admin';
import type { ListedExecution } from '../../executions/reads/execution-directory.ts';

/** Returns the ids of those executions that were changed outside of the service. */
export type FindBroken = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Makes the rows of executions in lists of the panel, after verifying each. @param names - names of workflows, by id. */
export async function rowsOf(
  entries: readonly ListedExecution[],
  names: ReadonlyMap<string, string>,
  findBroken: FindBroken,
): Promise<AdminExecutionRow[]> {
  const broken = entries.length === 0 ? new Set() : await findBroken(entries.map(({ id }) => id));
  return entries.map((entry) => rowOf(entry, names, broken.has(entry.id)));
}

/** Makes the row of one execution in lists of the panel. */
export function rowOf(
  entry: ListedExecution,
  names: ReadonlyMap<string, string>,
  isBroken = false,
): AdminExecutionRow {
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
