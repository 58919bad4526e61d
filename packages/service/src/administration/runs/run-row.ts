import type { AdminExecutionRow } from '@vendor/contract/admin';
import type { ListedExecution } from '../../executions/reads/execution-directory.ts';

/** Finds which of some executions are not as the service wrote them. */
export type FindBroken = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Executions as lists of the panel show them, each verified. @param names - of workflows, by id. */
export async function rowsOf(
  entries: readonly ListedExecution[],
  names: ReadonlyMap<string, string>,
  findBroken: FindBroken,
): Promise<AdminExecutionRow[]> {
  const broken = entries.length === 0 ? new Set() : await findBroken(entries.map(({ id }) => id));
  return entries.map((entry) => rowOf(entry, names, broken.has(entry.id)));
}

/** One execution as lists of the panel show it. */
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

/** A time as the wire has it. */
export function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

/** The same of a time that may not have come. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : toIsoString(time);
}
