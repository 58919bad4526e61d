import { type WebhookDeliveryState, webhookDeliveryStates } from '@vendor/contract';
import { sql } from 'kysely';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type {
  DeliveryCursor,
  DeliveryEntry,
  DeliveryPage,
  DeliveryQuery,
} from '../../webhooks/webhook-reads.ts';
import { isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';
import { selectDeliveries } from './webhook-deliveries.ts';

/** Number of deliveries that are read per page if the query asks for one kind of event, for which there is no index. */
const scannedPerPage = 500;

/**
 * Returns a page of the deliveries of one account, or of all accounts, newest first. The index holds one sorted run per
 * endpoint, mode and state. Only the beginnings of these runs are read, so the cost of a page does not depend on the number of
 * deliveries.
 */
export async function deliveryPage(db: Database, query: DeliveryQuery): Promise<DeliveryPage> {
  const isOfExecution = query.executionId !== undefined;
  const count = query.event === undefined || isOfExecution ? query.limit : scannedPerPage;
  const found = isOfExecution ? await ofExecution(db, query) : await ofEndpoints(db, query, count + 1);
  const places = found.sort(newestFirst).slice(0, count);
  const entries = (await entriesOf(db, places)).filter(({ event }) => event === (query.event ?? event));
  const page = entries.slice(0, query.limit);
  const last = page.at(-1);
  if (entries.length > query.limit && last) return { entries: page, next: toCursor(last) };
  return { entries: page, next: found.length > count ? (places.at(-1) ?? null) : null };
}

const toCursor = ({ id, emittedAt }: DeliveryEntry): DeliveryCursor => ({ id, createdAt: emittedAt });

/** Finds the deliveries of an execution. Reads all of them, because an execution has only a few events. */
async function ofExecution(db: Database, query: DeliveryQuery): Promise<DeliveryCursor[]> {
  const { accountId, mode, executionId = '', endpointId, event, state, from, to, after } = query;
  let wanted = db
    .selectFrom('webhook_events')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'webhook_events.id')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .where('webhook_endpoints.removed_at', 'is', null)
    .select(['webhook_deliveries.id as id', 'webhook_deliveries.created_at as createdAt'])
    .where('webhook_events.execution_id', '=', executionId);
  if (accountId !== null) wanted = wanted.where('webhook_events.account_id', '=', accountId);
  if (mode !== null) wanted = wanted.where('webhook_deliveries.mode', '=', mode);
  if (endpointId !== undefined) wanted = wanted.where('webhook_deliveries.endpoint_id', '=', endpointId);
  if (event !== undefined) wanted = wanted.where('webhook_events.event', '=', event);
  if (state !== undefined) wanted = wanted.where('webhook_deliveries.state', '=', state);
  if (from !== undefined) wanted = wanted.where('webhook_deliveries.created_at', '>=', from);
  if (to !== undefined) wanted = wanted.where('webhook_deliveries.created_at', '<', to);
  const rows = await wanted.execute();
  return rows.filter((row) => after === undefined || newestFirst(after, row) < 0);
}

async function ofEndpoints(db: Database, query: DeliveryQuery, limit: number): Promise<DeliveryCursor[]> {
  const all = db.selectFrom('webhook_endpoints').select('id').where('removed_at', 'is', null);
  const own = query.accountId === null ? all : all.where('account_id', '=', query.accountId);
  const ids = (await own.execute()).map(({ id }) => id).filter((id) => id === (query.endpointId ?? id));
  const states = query.state === undefined ? webhookDeliveryStates : [query.state];
  const modes = query.mode === null ? keyModes : [query.mode];
  const runs = ids.flatMap((endpointId) =>
    states.flatMap((state) => modes.map((mode) => runOf(db, { endpointId, state, mode }, query, limit))),
  );
  return (await Promise.all(runs)).flat();
}

interface Run {
  readonly endpointId: string;
  readonly state: WebhookDeliveryState;
  readonly mode: KeyMode;
}

function runOf(
  db: Database,
  { endpointId, state, mode }: Run,
  { from, to, after }: DeliveryQuery,
  limit: number,
): Promise<DeliveryCursor[]> {
  let run = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'created_at as createdAt'])
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', state)
    .where('mode', '=', mode);
  if (from !== undefined) run = run.where('created_at', '>=', from);
  // Passes only the stricter upper bound, so that the index begins to read there.
  if (after && after.createdAt < (to ?? Infinity))
    run = run.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  else if (to !== undefined) run = run.where('created_at', '<', to);
  return run.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

async function entriesOf(db: Database, places: readonly DeliveryCursor[]): Promise<DeliveryEntry[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const wanted = isOneOf('webhook_deliveries.id', ids);
  const rows = await selectDeliveries(db).where(wanted).execute();
  const entries = new Map(rows.map((row) => [row.id, { ...row, state: row.state as WebhookDeliveryState }]));
  return ids.flatMap((id) => entries.get(id) ?? []);
}

function newestFirst(a: DeliveryCursor, b: DeliveryCursor): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
