import { type AuditEvent, changesIn } from '../../audit/audit-event.ts';
import type { AuditStore } from '../../audit/audit-store.ts';
import { type ErasedExecution, purgeAt } from '../../retention/erase-person.ts';
import type { PurgeStore } from '../../retention/purge-store.ts';

/** An earlier order to erase a person, as recorded in the audit trail. */
export interface RecordedErasure {
  /** Position in the audit trail, in the form `chain:seq`. */
  readonly place: string;
  readonly accountId: string;
  /** Actor, in the form of `nameOfActor`. */
  readonly orderedBy: string;
  /** In ms since 1970. */
  readonly at: number;
  /** Kind of the value that the person was found by. */
  readonly searchedBy: string;
  readonly executionIds: readonly string[];
}

/** A purge of one execution. */
export interface RecordedPurge extends Pick<ErasedExecution, 'id' | 'purgedAt' | 'journalEntrySha256'> {
  /** Position and hash of its event in the audit trail; null: there is no event. */
  readonly audit: { readonly place: string; readonly hash: string } | null;
}

interface Reads {
  readonly audit: Pick<AuditStore, 'page' | 'find'>;
  readonly purges: Pick<PurgeStore, 'purgeTimes'>;
}

/** Act by which an erasure is ordered. */
const orderAct = 'execution.erase';

/** Number of erasures of an account, newest first, among which earlier ones of the same person are looked for. */
const recentErasures = 100;

/**
 * Finds an erasure by its position in the audit trail, in the form `chain:seq`.
 *
 * @returns null if there is none; `without-ids` if its order does not name its executions.
 */
export async function findErasure(
  { audit }: Pick<Reads, 'audit'>,
  place: string,
): Promise<RecordedErasure | 'without-ids' | null> {
  const [, chain = '', seq = ''] = /^(.+):(\d{1,15})$/.exec(place) ?? [];
  const event = chain === '' ? null : await audit.find(chain, Number(seq));
  if (event?.act !== orderAct) return null;
  return erasureOf(event) ?? 'without-ids';
}

/**
 * Finds the other executions of earlier erasures of the same person that were not completed: those that searched by the same
 * kind of value and share an execution with the given ones. An execution has one value of each kind, so the person is the same;
 * and a search finds no purged executions, so a completed erasure shares none.
 */
export async function findEarlierIds(
  { audit }: Pick<Reads, 'audit'>,
  { accountId, searchedBy, executionIds }: Pick<RecordedErasure, 'accountId' | 'searchedBy' | 'executionIds'>,
): Promise<string[]> {
  if (executionIds.length === 0) return [];
  const current = new Set(executionIds);
  const events = await audit.page({ chain: accountId, act: orderAct, limit: recentErasures });
  const earlier = events.flatMap((event) => {
    const erasure = erasureOf(event);
    const isSame = erasure?.searchedBy === searchedBy && erasure.executionIds.some((id) => current.has(id));
    return isSame ? erasure.executionIds : [];
  });
  return [...new Set(earlier)].filter((id) => !current.has(id));
}

/** Describes the purge of each of the executions that was purged. */
export async function recordedPurges(
  reads: Reads,
  accountId: string,
  executionIds: readonly string[],
): Promise<RecordedPurge[]> {
  const times = await reads.purges.purgeTimes(executionIds);
  const purged = executionIds.flatMap((id) => {
    const at = times.get(id);
    return typeof at === 'number' ? { id, ...purgeAt(id, at) } : [];
  });
  return Promise.all(purged.map((one) => withAudit(reads, accountId, one)));
}

/**
 * Adds the position and hash of the event in the audit trail to a purge. For an erasure, also takes the time from the event:
 * purge journal and database have the time of the order instead, so that a restored copy is purged with the same time.
 */
export async function withAudit<Purge extends { readonly id: string; readonly purgedAt: number }>(
  { audit }: Pick<Reads, 'audit'>,
  accountId: string,
  purge: Purge,
): Promise<Purge & Pick<RecordedPurge, 'audit'>> {
  const filter = { chain: accountId, subjectId: purge.id, act: 'execution.purge', limit: 1 };
  const [event] = await audit.page(filter);
  if (!event) return { ...purge, audit: null };
  const { chain, seq, at, hash } = event;
  const purgedAt = changesIn(event).cause === 'erasure' ? at : purge.purgedAt;
  return { ...purge, purgedAt, audit: { place: `${chain}:${seq}`, hash } };
}

/** @returns null for another act, and for an erasure whose order does not name its executions. */
function erasureOf(event: AuditEvent): RecordedErasure | null {
  const { act, chain, seq, at, actorKind, actorId } = event;
  const { by, ids } = changesIn(event);
  if (act !== orderAct || typeof by !== 'string' || typeof ids !== 'string') return null;
  return {
    place: `${chain}:${seq}`,
    accountId: chain,
    orderedBy: `${actorKind}:${actorId}`,
    at,
    searchedBy: by,
    executionIds: ids.split(' '),
  };
}
