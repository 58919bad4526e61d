import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { minEndedPerLate, needsConfirmation } from './purge-brake.ts';
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

/** Result of an erasure. */
export interface Erasure {
  readonly erased: readonly ErasedExecution[];
  /** Executions that have not ended. The service purges each within an hour after its end. */
  readonly pending: readonly PersonalExecution[];
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
    isUnusualShare: needsConfirmation({ late: ended.length, ended: compared }),
  };
}

/**
 * Accepts the erasure of all executions of a plan, purges those that have ended, and searches again. If the process dies
 * midway, the service carries out the accepted erasures, each once its execution has ended.
 */
export async function carryOutErasure(
  services: PurgeServices & { readonly clock: Clock },
  search: PersonSearch,
  { executions }: ErasurePlan,
  searchedBy: string,
): Promise<Erasure> {
  const erased: ErasedExecution[] = [];
  const pending: PersonalExecution[] = [];
  if (executions.length > 0)
    await services.purges.acceptErasures({
      accountId: search.accountId,
      executionIds: executions.map(({ id }) => id),
      actor: services.actor,
      at: services.clock.now(),
      searchedBy,
    });
  for (const execution of executions) {
    const purgedAt = services.clock.now();
    const entry = { executionId: execution.id, at: purgedAt };
    const outcome = await purgeExecution({ ...services, cause: 'erasure' }, execution.id, purgedAt);
    if (outcome === 'purged') {
      const journalEntrySha256 = createHash('sha256').update(journalLine(entry), 'utf8').digest('hex');
      erased.push({ ...execution, purgedAt, journalEntrySha256 });
    } else if (outcome === 'in-progress') {
      // A restored older copy of the database lacks the pending erasure; the journal has it.
      await services.journal.note(entry);
      pending.push(execution);
    }
  }
  return { erased, pending, left: await search.findAll() };
}
