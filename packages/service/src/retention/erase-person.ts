import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { isUnusualShare, minEndedPerLate } from './purge-brake.ts';
import { type PurgeServices, purgeExecution } from './purge-execution.ts';
import { journalLine } from './purge-journal.ts';
import type { PersonalRows } from './purge-store.ts';

/** An execution of a person. */
export interface PersonalExecution {
  readonly id: string;
  readonly mode: string;
  readonly status: string;
  /** In ms since 1970. */
  readonly createdAt: number;
}

/** Finds the executions of one person. */
export interface PersonSearch {
  readonly accountId: string;
  /** Finds all executions of the person, in live and test mode. */
  findAll(): Promise<PersonalExecution[]>;
  /** Counts the distinct users of executions, by user id. */
  countUsers(executionIds: readonly string[]): Promise<number>;
}

/** Plan of an erasure. */
export interface ErasurePlan {
  readonly executions: readonly PersonalExecution[];
  /** Ids of executions that have not ended; they are purged at their end. */
  readonly inProgress: readonly string[];
  /** Rows of executions that have ended. */
  readonly rows: PersonalRows;
  readonly users: number;
  /** True for at least 10 ended executions that are more than 20 % of those that the account keeps. */
  readonly isUnusualShare: boolean;
}

/** An execution that was purged. */
export interface ErasedExecution extends PersonalExecution {
  readonly purgedAt: number;
  /** SHA-256 of its line in the purge journal, in hex. */
  readonly journalEntrySha256: string;
}

/** An execution whose purge failed. */
export interface FailedErasure {
  readonly id: string;
  readonly error: unknown;
  /** True: its data is purged, and only media are left, which nothing can decrypt any more. */
  readonly isPurged: boolean;
}

/** Result of an erasure. */
export interface Erasure {
  /** Position of the order in the audit trail of the account; null: there was nothing to erase. */
  readonly orderSeq: number | null;
  /** Purged executions, also those that another process purged after they were planned. */
  readonly erased: readonly ErasedExecution[];
  /** Rows that were removed. */
  readonly destroyed: PersonalRows;
  /** Executions that have not ended. The service purges each within an hour after its end. */
  readonly pending: readonly PersonalExecution[];
  /** Executions whose purge failed. The service tries again within an hour. */
  readonly failed: readonly FailedErasure[];
  /** Executions that the same search still finds afterwards. */
  readonly left: readonly PersonalExecution[];
}

/** Plans an erasure without changing anything. */
export async function planErasure(
  { purges }: Pick<PurgeServices, 'purges'>,
  search: PersonSearch,
): Promise<ErasurePlan> {
  const executions = await search.findAll();
  const isEnded = ({ status }: PersonalExecution) => status !== 'PENDING';
  const ended = executions.filter(isEnded).map(({ id }) => id);
  const compared = await purges.countEnded(search.accountId, ended.length * minEndedPerLate);
  return {
    executions,
    inProgress: executions.filter((execution) => !isEnded(execution)).map(({ id }) => id),
    rows: await purges.countPersonalRows(ended),
    users: await search.countUsers(executions.map(({ id }) => id)),
    isUnusualShare: isUnusualShare({ late: ended.length, ended: compared }),
  };
}

/**
 * Accepts the erasure of all executions of a plan, purges those that have ended, and searches again. If the process dies
 * midway, the service carries out the accepted erasures, each once its execution has ended.
 *
 * @param signal - stops before the next execution.
 */
export async function carryOutErasure(
  services: PurgeServices & { readonly clock: Clock },
  search: PersonSearch,
  plan: ErasurePlan,
  searchedBy: string,
  signal?: AbortSignal,
): Promise<Erasure> {
  const { purges, journal, clock, actor } = services;
  const { executions } = plan;
  const executionIds = executions.map(({ id }) => id);
  const order = { accountId: search.accountId, executionIds, actor, at: clock.now(), searchedBy };
  const orderSeq = executions.length === 0 ? null : await purges.acceptErasures(order);
  const pending: PersonalExecution[] = [];
  const errors = new Map<string, unknown>();
  for (const execution of executions) {
    if (signal?.aborted) break;
    const { id } = execution;
    const at = clock.now();
    try {
      const outcome = await purgeExecution({ ...services, cause: 'erasure' }, id, at);
      if (outcome !== 'in-progress') continue;
      pending.push(execution);
      // A restored older copy of the database lacks the pending erasure; the journal has it.
      await journal.note({ executionId: id, at });
    } catch (error) {
      errors.set(id, error);
    }
  }
  // Asks the database, because another process may have purged some of them meanwhile.
  const times = await purges.purgeTimes(executionIds);
  const isPurged = (id: string) => typeof times.get(id) === 'number';
  return {
    orderSeq,
    erased: executions.flatMap((execution) => {
      const at = times.get(execution.id);
      return typeof at === 'number' ? { ...execution, ...purgeAt(execution.id, at) } : [];
    }),
    destroyed: await destroyedRows(services, plan, isPurged),
    pending: pending.filter(({ id }) => !isPurged(id)),
    failed: [...errors].map(([id, error]) => ({ id, error, isPurged: isPurged(id) })),
    left: await search.findAll(),
  };
}

/** Describes a purge: its time, and the hash of its line in the purge journal. */
export function purgeAt(
  executionId: string,
  at: number,
): Pick<ErasedExecution, 'purgedAt' | 'journalEntrySha256'> {
  const line = journalLine({ executionId, at });
  return { purgedAt: at, journalEntrySha256: createHash('sha256').update(line, 'utf8').digest('hex') };
}

/** Returns the planned rows without those of executions that are not purged. */
async function destroyedRows(
  { purges }: Pick<PurgeServices, 'purges'>,
  { executions, inProgress, rows }: ErasurePlan,
  isPurged: (id: string) => boolean,
): Promise<PersonalRows> {
  const kept = executions.map(({ id }) => id).filter((id) => !isPurged(id) && !inProgress.includes(id));
  if (kept.length === 0) return rows;
  const left = await purges.countPersonalRows(kept);
  return {
    checks: rows.checks - left.checks,
    captures: rows.captures - left.captures,
    comments: rows.comments - left.comments,
    userMarks: rows.userMarks - left.userMarks,
    searchHashes: rows.searchHashes - left.searchHashes,
  };
}
