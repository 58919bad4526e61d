import { type Kysely, sql } from 'kysely';
import { refuseChangedRights } from '../../administration/people/refuse-changed-rights.ts';
import {
  type AuditEvent,
  type ChainHead,
  chainOf,
  chainStart,
  type NewAuditEvent,
  serviceChain,
} from '../../audit/audit-event.ts';
import type { AuditCheckpoint, AuditFilter, AuditStore } from '../../audit/audit-store.ts';
import { chainEvent } from '../../audit/chain-event.ts';
import { noLock } from '../../transaction-locks.ts';
import { withoutIndex } from '../dialect.ts';
import { holdName, inTransaction } from '../in-transaction.ts';
import { readable } from '../integrity/readable-columns.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import { rightsReads } from '../people/rights-reads.ts';
import { prepareInsert, prepareQuery } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';
import type { FollowingStep } from '../write-step.ts';
import type { AuditEventsTable } from './audit-tables.ts';

/**
 * Thrown if the database accepted an event but did not store it, for example because somebody added a trigger. The act of the
 * event is then not carried out.
 */
export class UnrecordedActError extends Error {
  override readonly name = 'UnrecordedActError';
  constructor(act: string) {
    super(`The database kept no event of "${act}" in the audit trail: orchestration audit verify`);
  }
}

/** The prepared queries that append an event. */
export type AuditQueries = ReturnType<typeof prepareAuditQueries>;

/** Prepares the queries that append events, for callers that store many. */
export function prepareAuditQueries(db: Kysely<Schema>) {
  return {
    last: prepareQuery<{ chain: string }, ChainHead>(db, (builder, value) =>
      builder
        .selectFrom('audit_events')
        .select(['seq', 'hash'])
        .where('chain', '=', value('chain'))
        // Ignores a position that is not a number: it is forged, and must not block new events.
        .where('seq', '<', sql.lit(Number.MAX_SAFE_INTEGER))
        .orderBy('seq', 'desc')
        // The limit is a literal, because SQLite recompiles a statement for each new value of its limit.
        .limit(sql.lit(1)),
    ),
    insert: prepareInsert(db, 'audit_events'),
  };
}

/**
 * Appends an event to its chain. Call it inside the transaction of the act, so that either both are stored or neither is. Locks
 * the chain until the transaction ends, so that no other writer, in any process, takes the same position. Changes of rights lock
 * it, too, so the rights of a person who acts are read again under the lock.
 *
 * @throws {UnrecordedActError} if the database did not store the event: a trigger may have removed it.
 * @throws {Refusal} as {@link refuseChangedRights}.
 */
export async function recordAct(
  db: Database,
  act: NewAuditEvent,
  queries: AuditQueries = prepareAuditQueries(db),
): Promise<ChainHead> {
  if (act.actor.kind === 'person') {
    await holdName(db, chainName(chainOf(act)));
    await refuseChangedRights(rightsReads(db), act.actor);
  }
  return appendAct(db, act, queries);
}

/** Appends an event as {@link recordAct}, but does not read the rights of the actor: the act may have changed them. */
export async function appendAct(
  db: Database,
  act: NewAuditEvent,
  queries: AuditQueries = prepareAuditQueries(db),
): Promise<ChainHead> {
  await holdName(db, chainName(chainOf(act)));
  const { rows } = await db.executeQuery(queries.last({ chain: chainOf(act) }));
  const event = chainEvent(act, rows[0] ?? chainStart);
  const { numAffectedRows } = await db.executeQuery(queries.insert(rowOf(event)));
  if (numAffectedRows !== 1n) throw new UnrecordedActError(act.act);
  return { seq: event.seq, hash: event.hash };
}

/** Builds the step that does the same as {@link appendAct}. Steps in one transaction read the end of a chain only once. */
export function recordingStep(queries: AuditQueries, act: NewAuditEvent): FollowingStep<ChainHead> {
  const chain = chainOf(act);
  return {
    name: chainName(chain),
    find: queries.last({ chain }),
    follow(last) {
      const event = chainEvent(act, last ?? chainStart);
      return {
        query: queries.insert(rowOf(event)),
        leaves: event,
        unlessOne: () => new UnrecordedActError(act.act),
      };
    },
  };
}

/** Returns the name of the lock on the end of a chain. */
function chainName(chain: string): string {
  return `chain ${chain}`;
}

/** All columns of an event, readable even if their values were forged. */
export const eventColumns = [
  'chain',
  readable('seq').as('seq'),
  readable('at').as('at'),
  'actor_kind',
  'actor_id',
  'act',
  'subject_kind',
  'subject_id',
  'mode',
  'changes',
  'address',
  readable<number | null>('execution_seq').as('execution_seq'),
  'previous',
  'hash',
] as const;

/** Stores the audit trail in the database. */
export function createAuditStore({
  main,
  reader,
  write,
}: Pick<OpenDatabase, 'main' | 'reader' | 'write'>): AuditStore {
  const queries = prepareAuditQueries(main);
  const events = () => reader.selectFrom('audit_events').select(eventColumns);
  return {
    async append(event) {
      if (event.actor.kind !== 'person') return write([recordingStep(queries, event)]);
      await inTransaction(main, noLock, (trx) => recordAct(trx, event, queries));
    },
    async eventsAfter(chain, seq, limit) {
      const rows = await events()
        .where('chain', '=', chain)
        .where('seq', '>', seq)
        .orderBy('audit_events.seq')
        .limit(limit)
        .execute();
      return rows.map(eventOf);
    },
    chains: () => chains(reader),
    async find(chain, seq) {
      const row = await events().where('chain', '=', chain).where('seq', '=', seq).executeTakeFirst();
      return row ? eventOf(row) : null;
    },
    page: (filter) => auditPage(reader, filter),
    async checkpoint() {
      const row = await reader
        .selectFrom('audit_checkpoints')
        .select([readable('sealed_at').as('sealed_at'), 'heads', 'mac'])
        .executeTakeFirst();
      return row ? { sealedAt: row.sealed_at, heads: row.heads, mac: row.mac } : null;
    },
    putCheckpoint: (checkpoint) => putCheckpoint(main, checkpoint),
    beginCheckpoints: (event, seal) =>
      inTransaction(main, noLock, async (trx) => {
        await putCheckpoint(trx, seal(await recordAct(trx, event, queries)));
      }),
  };
}

async function putCheckpoint(db: Database, { sealedAt, heads, mac }: AuditCheckpoint): Promise<void> {
  const sealed = { sealed_at: sealedAt, heads, mac };
  await db
    .insertInto('audit_checkpoints')
    .values({ id: 1, ...sealed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(sealed))
    .execute();
}

/** Lists the chains. Finds each from the previous one through the index, without reading their events. */
async function chains(db: Database): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    with recursive chains (chain) as (
      select min(chain) from audit_events
      union all
      select (select min(chain) from audit_events where chain > chains.chain) from chains where chains.chain is not null
    )
    select chain from chains where chain is not null`.execute(db);
  return [...new Set([...rows.map(({ chain }) => chain), serviceChain])];
}

/** Lists the events that match a filter, newest first. */
export async function auditPage(db: Database, filter: AuditFilter): Promise<AuditEvent[]> {
  const { chain, subjectId, act, since, before, limit } = filter;
  let query = db.selectFrom('audit_events').select(eventColumns);
  // The index of subjects is already in order. The plus sign keeps SQLite from using an index that reads a whole chain, or all
  // events of an act.
  const withoutExtraIndex = (column: 'chain' | 'act') =>
    subjectId === undefined ? sql.ref<string>(column) : withoutIndex(column);
  if (chain !== undefined) query = query.where(withoutExtraIndex('chain'), '=', chain);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (act !== undefined) query = query.where(withoutExtraIndex('act'), '=', act);
  if (since !== undefined) query = query.where('at', '>=', since);
  // Within one chain, events are ordered by position, so a clock that was set back does not change the order.
  if (chain !== undefined && subjectId === undefined && act === undefined) {
    if (before) query = query.where('seq', '<', before.seq);
    return (await query.orderBy('audit_events.seq', 'desc').limit(limit).execute()).map(eventOf);
  }
  if (before) {
    const at = sql`(select at from audit_events where chain = ${before.chain} and seq = ${before.seq})`;
    query = query.where(sql<boolean>`(at, chain, seq) < (${at}, ${before.chain}, ${before.seq})`);
  }
  const rows = await query
    .orderBy('audit_events.at', 'desc')
    .orderBy('audit_events.chain', 'desc')
    .orderBy('audit_events.seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(eventOf);
}

function rowOf(event: AuditEvent): AuditEventsTable {
  return {
    chain: event.chain,
    seq: event.seq,
    at: event.at,
    actor_kind: event.actorKind,
    actor_id: event.actorId,
    act: event.act,
    subject_kind: event.subjectKind,
    subject_id: event.subjectId,
    mode: event.mode,
    changes: event.changes,
    address: event.address,
    execution_seq: event.executionSeq,
    previous: event.previous,
    hash: event.hash,
  };
}

/** Converts a row, selected with {@link eventColumns}, to an event. */
export function eventOf(row: AuditEventsTable): AuditEvent {
  return {
    chain: row.chain,
    seq: row.seq,
    at: row.at,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    act: row.act,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    mode: row.mode,
    changes: row.changes,
    address: row.address,
    executionSeq: row.execution_seq,
    previous: row.previous,
    hash: row.hash,
  };
}
