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
import { findEarlierIds, type RecordedPurge, recordedPurges, withAudit } from './recorded-erasures.ts';

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
  readonly audit: Pick<AuditStore, 'append' | 'find' | 'page'>;
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

/** Result of an erasure. */
export interface ErasedPerson extends Omit<Erasure, 'erased' | 'orderSeq'> {
  /** Position of the order in the audit trail, in the form `chain:seq`; null: there was nothing to erase. */
  readonly place: string | null;
  readonly erased: readonly (ErasedExecution & RecordedPurge)[];
  /** Executions that earlier, incomplete erasures of the same person purged. */
  readonly erasedEarlier: readonly RecordedPurge[];
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
 * Erases a person: purges their finished executions, and marks the unfinished ones to be purged when they end. A repetition
 * completes an erasure that was stopped.
 *
 * @param signal - stops before the next execution; the service purges the rest within an hour.
 * @returns the doubt that was not accepted, in which case nothing was erased.
 */
export async function erasePerson(
  services: EraseServices,
  actor: OperatorActor,
  { search, plan }: PlannedErasure,
  accepted: AcceptedDoubts,
  signal?: AbortSignal,
): Promise<ErasedPerson | keyof AcceptedDoubts> {
  if (plan.users > 1 && !accepted.severalUsers) return 'severalUsers';
  if (plan.isUnusualShare && !accepted.unusualShare) return 'unusualShare';
  const { accountId, kind } = search;
  const executionIds = plan.executions.map(({ id }) => id);
  const earlierIds = await findEarlierIds(services, { accountId, searchedBy: kind, executionIds });
  const found = personSearch(services, actor, search);
  const erasure = await carryOutErasure({ ...services, actor }, found, plan, kind, signal);
  const { orderSeq, ...result } = erasure;
  const erasedAt = services.clock.now();
  return {
    ...result,
    place: orderSeq === null ? null : `${accountId}:${orderSeq}`,
    erased: await Promise.all(erasure.erased.map((one) => withAudit(services, accountId, one))),
    erasedEarlier: await recordedPurges(services, accountId, earlierIds),
    erasedAt,
    isLogEmptied: await services.purges.emptyLog(),
  };
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
