import type { OperatorActor } from '../../access/actor.ts';
import type { AuditStore } from '../../audit/audit-store.ts';
import type { Clock } from '../../clock.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { ExecutionDirectory, ListCursor } from '../../executions/reads/execution-directory.ts';
import { type FoundPage, findExecutions, type Search } from '../../executions/reads/find-executions.ts';
import { hashEarlierExecutions } from '../../executions/reads/hash-earlier-executions.ts';
import {
  carryOutErasure,
  type ErasedExecution,
  type Erasure,
  type ErasurePlan,
  type PersonalExecution,
  type PersonSearch,
  planErasure,
} from '../../retention/erase-person.ts';
import type { PurgeServices } from '../../retention/purge-execution.ts';

/** Thrown for a value that cannot be searched for, such as a phone number without a country code. */
export class UnsearchableError extends Error {
  override readonly name = 'UnsearchableError';
}

/** Services for erasing a person. */
export interface EraseServices
  extends Omit<PurgeServices, 'actor'>,
    Pick<ExecutionServices, 'store' | 'vault'> {
  readonly clock: Clock;
  readonly directory: ExecutionDirectory;
  readonly audit: Pick<AuditStore, 'append' | 'page'>;
}

/** Plan of an erasure, and how the person was found. */
export interface PlannedErasure {
  readonly search: Search;
  readonly plan: ErasurePlan;
  /** Executions of the account that cannot be searched because their data is unreadable. */
  readonly notSearched: number;
}

/**
 * Doubts that the operator accepts before erasing: several users share the value, or the executions are an unusual share of the
 * account.
 */
export interface AcceptedDoubts {
  readonly severalUsers: boolean;
  readonly unusualShare: boolean;
}

/** A purge with the position and hash of its event in the audit trail; null: there is no event. */
export interface RecordedPurge extends ErasedExecution {
  readonly audit: { readonly place: string; readonly hash: string } | null;
}

/** Result of an erasure. */
export interface ErasedPerson extends Omit<Erasure, 'erased'> {
  readonly erased: readonly RecordedPurge[];
  /** In ms since 1970. */
  readonly erasedAt: number;
  /** Whether the database log was emptied, so that it keeps no sealed copy. */
  readonly isLogEmptied: boolean;
}

const pageSize = 500;

/** Finds the executions that erasing a person would purge. Changes nothing. @throws {UnsearchableError} */
export async function planPersonErasure(
  services: EraseServices,
  actor: OperatorActor,
  search: Search,
): Promise<PlannedErasure> {
  // Without this, executions older than the search index would be missed.
  await hashEarlierExecutions(services, new AbortController().signal);
  return {
    search,
    plan: await planErasure(services, personSearch(services, actor, search)),
    notSearched: await services.directory.countUnsearchable(search.accountId),
  };
}

/**
 * Erases a person: purges their finished executions, and marks the unfinished ones to be purged when they end.
 *
 * @returns the doubt that was not accepted, in which case nothing was erased.
 */
export async function erasePerson(
  services: EraseServices,
  actor: OperatorActor,
  { search, plan }: PlannedErasure,
  accepted: AcceptedDoubts,
): Promise<ErasedPerson | keyof AcceptedDoubts> {
  if (plan.users > 1 && !accepted.severalUsers) return 'severalUsers';
  if (plan.isUnusualShare && !accepted.unusualShare) return 'unusualShare';
  const found = personSearch(services, actor, search);
  const erasure = await carryOutErasure({ ...services, actor }, found, plan, search.kind);
  const erasedAt = services.clock.now();
  const erased = await Promise.all(erasure.erased.map((one) => withAudit(services, search.accountId, one)));
  return { ...erasure, erased, erasedAt, isLogEmptied: await services.purges.emptyLog() };
}

async function withAudit(
  { audit }: EraseServices,
  accountId: string,
  execution: ErasedExecution,
): Promise<RecordedPurge> {
  const filter = { chain: accountId, subjectId: execution.id, act: 'execution.purge', limit: 1 };
  const [event] = await audit.page(filter);
  return { ...execution, audit: event ? { place: `${event.chain}:${event.seq}`, hash: event.hash } : null };
}

function personSearch(services: EraseServices, actor: OperatorActor, search: Search): PersonSearch {
  const reading = { ...services, recordRead: services.audit.append };
  return {
    accountId: search.accountId,
    countUsers: (ids) => services.directory.countUsers(ids),
    async findAll() {
      const found: PersonalExecution[] = [];
      for (let after: ListCursor | null = null; ; ) {
        const page: FoundPage | null = await findExecutions(reading, actor, search, after, pageSize);
        if (page === null) throw new UnsearchableError(`No execution can have such a ${search.kind}.`);
        found.push(...page.entries);
        if (page.next === null) return found;
        after = page.next;
      }
    },
  };
}
