import type { OperatorActor } from '../../access/actor.ts';
import type { AuditStore } from '../../audit/audit-store.ts';
import type { Clock } from '../../clock.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { ExecutionDirectory, ListPlace } from '../../executions/reads/execution-directory.ts';
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

/** Nobody can be found by such a value, such as a phone number without a country code. */
export class UnsearchableError extends Error {
  override readonly name = 'UnsearchableError';
}

/** Services that erase a person. */
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
  /** Executions of the account that no search finds, because their data cannot be read. */
  readonly notSearched: number;
}

/** Doubts that whoever erases accepts: other people may share the value, or the executions are an unusual share of the account. */
export interface AcceptedDoubts {
  readonly severalUsers: boolean;
  readonly unusualShare: boolean;
}

/** Place and hash of the event of a purge in the audit trail; null: there is none. */
export interface RecordedPurge extends ErasedExecution {
  readonly audit: { readonly place: string; readonly hash: string } | null;
}

/** A person that was erased. */
export interface ErasedPerson extends Omit<Erasure, 'erased'> {
  readonly erased: readonly RecordedPurge[];
  /** In ms since 1970. */
  readonly erasedAt: number;
  /** Whether no sealed copy stays in the log of the database. */
  readonly isLogEmptied: boolean;
}

const pageSize = 500;

/** Looks what the erasure of a person would do, and changes nothing. @throws {UnsearchableError} */
export async function planPersonErasure(
  services: EraseServices,
  actor: OperatorActor,
  search: Search,
): Promise<PlannedErasure> {
  // Executions from before there was a search would be missed.
  await hashEarlierExecutions(services, new AbortController().signal);
  return {
    search,
    plan: await planErasure(services, personSearch(services, actor, search)),
    notSearched: await services.directory.countUnsearchable(search.accountId),
  };
}

/**
 * Erases a person: purges their executions that have ended, and accepts the purge of those that have not.
 *
 * @returns the doubt that was not accepted; nothing is erased then.
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
      for (let after: ListPlace | null = null; ; ) {
        const page: FoundPage | null = await findExecutions(reading, actor, search, after, pageSize);
        if (page === null) throw new UnsearchableError(`Nobody can be found by such a ${search.kind}.`);
        found.push(...page.entries);
        if (page.next === null) return found;
        after = page.next;
      }
    },
  };
}
