import { type SelectQueryBuilder, sql } from 'kysely';
import { keyModes } from '../../accounts/api-key.ts';
import type {
  AccountTrail,
  TrailFilter,
  TrailPage,
  TrailPlace,
  TrailRights,
} from '../../administration/audit/account-trail.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';
import { isOneOf, listOf, withoutIndex } from '../dialect.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database, Schema } from '../schema.ts';
import { eventColumns, eventOf } from './audit-trail.ts';

type Filter = TrailFilter & TrailRights;
type Query<Row> = SelectQueryBuilder<Schema, 'audit_events', Row>;

/** Maximum number of events that are read for a page. */
const maxRead = 20_000;

/**
 * Reads the audit trail of an account for the Admin Panel.
 *
 * @param maxShort - maximum number of events of a trail that is read whole for any filter but a subject. A page of it depends on
 *   no event of another account, and is complete.
 */
export function createAccountTrail(
  { reader }: Pick<OpenDatabase, 'reader'>,
  maxShort = maxRead,
): AccountTrail {
  return {
    async page({ accountId, filter, after, limit }) {
      const { act, subjectId, from, to } = filter;
      const isByPosition =
        subjectId === null &&
        ((act === null && from === null && to === null) ||
          (await newestPosition(reader, accountId)) <= maxShort);
      const read = isByPosition ? readByPosition : readByTime;
      return read(reader, accountId, filter, after, limit);
    },
    async subjectNames(accountId, ids) {
      const workflows = await reader
        .selectFrom('workflows')
        .select(['id', 'name'])
        .where('account_id', '=', accountId)
        .where(isOneOf('id', ids))
        .execute();
      const endpoints = await reader
        .selectFrom('webhook_endpoints')
        .select(['id', 'url as name'])
        .where('account_id', '=', accountId)
        .where(isOneOf('id', ids))
        .execute();
      return new Map([...workflows, ...endpoints].map(({ id, name }) => [id, name]));
    },
  };
}

/** Returns the position of the newest event of an account, which is their number; 0: none. */
async function newestPosition(db: Database, accountId: string): Promise<number> {
  const chain = db.selectFrom('audit_events').select('seq').where('chain', '=', accountId);
  return (await chain.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;
}

/** Walks back through the chain of the account, in the order of its positions. */
async function readByPosition(
  db: Database,
  accountId: string,
  filter: Filter,
  after: TrailPlace | null,
  limit: number,
): Promise<TrailPage> {
  let within = db.selectFrom('audit_events').where('chain', '=', accountId);
  if (after !== null) within = within.where('seq', '<', after.seq);
  // Without a filter, every event that is read is shown.
  const isFiltered = isNarrowed(filter);
  const rest = isFiltered
    ? await within.select('seq').orderBy('seq', 'desc').offset(maxRead).limit(1).executeTakeFirst()
    : undefined;
  if (rest) within = within.where('seq', '>', rest.seq);
  const { act, from, to } = filter;
  let shown = visible(within, filter);
  if (act !== null) shown = shown.where(withoutIndex('act'), '=', act);
  if (from !== null) shown = shown.where(sql<boolean>`${withoutIndex('at')} >= ${from}`);
  if (to !== null) shown = shown.where(sql<boolean>`${withoutIndex('at')} < ${to}`);
  const found = await shown
    .select(eventColumns)
    .orderBy('audit_events.seq', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(found.map(eventOf), limit, rest ? { at: 0, seq: rest.seq + 1 } : null);
}

/**
 * Walks back in time, through the index of the subject, the act or all events. These indexes have the events of all accounts,
 * so the walk ends after as many entries as an account's chain would be read for.
 */
async function readByTime(
  db: Database,
  accountId: string,
  filter: Filter,
  after: TrailPlace | null,
  limit: number,
): Promise<TrailPage> {
  const { act, subjectId, to } = filter;
  // SQLite searches an index by only one lower and one upper limit.
  const latest = Math.min(...(to === null ? [] : [to - 1]), ...(after === null ? [] : [after.at]));
  const since = (from: number | null) => {
    let query = db.selectFrom('audit_events');
    if (subjectId !== null) query = query.where('subject_id', '=', subjectId);
    // The plus sign keeps SQLite from using another index.
    if (act !== null)
      query = query.where(subjectId === null ? sql.ref<string>('act') : withoutIndex('act'), '=', act);
    if (from !== null) query = query.where('at', '>=', from);
    if (Number.isFinite(latest)) query = query.where('at', '<=', latest);
    return after === null ? query : query.where(sql<boolean>`(at, seq) < (${after.at}, ${after.seq})`);
  };
  const rest = await since(filter.from)
    .select('at')
    .orderBy('at', 'desc')
    .offset(maxRead)
    .limit(1)
    .executeTakeFirst();
  const found = await visible(since(rest?.at ?? filter.from), filter)
    .where(withoutIndex('chain'), '=', accountId)
    .select(eventColumns)
    .orderBy('audit_events.at', 'desc')
    .orderBy('audit_events.chain', 'desc')
    .orderBy('audit_events.seq', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(found.map(eventOf), limit, rest ? { at: rest.at, seq: 0 } : null);
}

/** Narrows a query to the events that a person may see, of one actor if the filter names one. */
function visible<Row>(within: Query<Row>, { actorId, modes, hiddenActs }: Filter): Query<Row> {
  let query = within;
  if (actorId !== null) query = query.where('actor_id', '=', actorId);
  if (modes.length < keyModes.length)
    query = query.where(({ or, eb }) => or([eb('mode', 'is', null), eb('mode', 'in', modes)]));
  if (hiddenActs.length > 0)
    query = query.where(sql<boolean>`${withoutIndex('act')} not in ${listOf(hiddenActs)}`);
  return query;
}

function isNarrowed({ actorId, act, from, to, modes, hiddenActs }: Filter): boolean {
  const isFiltered = [actorId, act, from, to].some((value) => value !== null);
  return isFiltered || modes.length < keyModes.length || hiddenActs.length > 0;
}

/** @param rest - place of the events that were not read; null: all were read. */
function pageOf(found: readonly AuditEvent[], limit: number, rest: TrailPlace | null): TrailPage {
  const events = found.slice(0, limit);
  const last = events.at(-1);
  return { events, next: found.length > limit && last ? { at: last.at, seq: last.seq } : rest };
}
