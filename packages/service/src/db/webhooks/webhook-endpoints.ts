import type { WebhookEvent } from '@vendor/contract';
import { sql } from 'kysely';
import type { KeyMode } from '../../accounts/api-key.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { DisabledReason } from '../../webhooks/endpoints/endpoint-health.ts';
import {
  type EndpointSecret,
  openSecrets,
  rotatableAt,
  rotateSecrets,
  sealSecrets,
  secretsInUse,
} from '../../webhooks/endpoints/endpoint-secrets.ts';
import {
  maxEndpoints,
  type NewEndpoint,
  type NewSecret,
  type Rotation,
} from '../../webhooks/endpoints/endpoint-store.ts';
import {
  type EndpointEntry,
  maxCounted,
  type Undelivered,
  type UndeliveredQuery,
} from '../../webhooks/webhook-reads.ts';
import type { Database } from '../schema.ts';
import { countDeliveries } from './count-deliveries.ts';

/**
 * Stores an endpoint, unless the account already has the maximum number. Call it inside a transaction.
 *
 * @returns whether it was stored.
 */
export async function addEndpoint(db: Database, vault: Vault, endpoint: NewEndpoint): Promise<boolean> {
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', endpoint.accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= maxEndpoints) return false;
  await insertEndpoint(db, vault, endpoint);
  return true;
}

/** Stores an endpoint. Its secret is encrypted under a data key of the endpoint. */
export async function insertEndpoint(db: Database, vault: Vault, endpoint: NewEndpoint): Promise<void> {
  const { wrapped, key } = vault.createDataKey();
  await db
    .insertInto('webhook_endpoints')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      url: endpoint.url,
      wrapped_key: wrapped,
      sealed_secret: sealSecrets(key, endpoint.id, [{ secret: endpoint.secret, until: null }]),
      events: JSON.stringify(endpoint.events),
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      relapsed_at: null,
      failed_at: null,
      gathering_until: null,
      removed_at: null,
      created_at: endpoint.createdAt,
    })
    .execute();
}

/**
 * Lists the endpoints of one account, or of all accounts; oldest first. Counts their held and undelivered deliveries up to
 * {@link maxCounted}.
 *
 * @param mode - mode of the executions whose deliveries are counted. If omitted, both modes are counted.
 */
export async function listEndpoints(
  db: Database,
  accountId?: string,
  mode?: KeyMode,
): Promise<EndpointEntry[]> {
  const all = db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select([
      countDeliveries('held', mode).as('held'),
      countDeliveries('undelivered', mode).as('undelivered'),
      // Deliveries of a disabled endpoint that are still `pending` count as held, too: they will be held soon.
      sql<number>`case when disabled_at is null then 0 else ${countDeliveries('pending', mode)} end`.as(
        'gathering',
      ),
    ])
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
  const rows = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: JSON.parse(row.events) as WebhookEvent[],
    createdAt: row.created_at,
    failingSince: row.failing_since,
    relapsedAt: row.relapsed_at,
    failedAt: row.failed_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason as DisabledReason | null,
    revision: row.revision,
    held: Math.min(row.held + row.gathering, maxCounted),
    undelivered: row.undelivered,
  }));
}

/** Returns the undelivered deliveries of an endpoint, oldest first. */
export async function undeliveredTo(db: Database, endpointId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'undelivered')
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the undelivered deliveries of an endpoint: some that can be sent again, oldest first, and the number of the others. */
export async function someUndelivered(
  db: Database,
  { endpointId, mode, since, forgottenBefore, limit }: UndeliveredQuery,
): Promise<Undelivered> {
  const undelivered = db
    .selectFrom('webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'undelivered')
    .where('mode', '=', mode)
    .where('created_at', '>=', since);
  const rows = await undelivered
    .select('id')
    .where((eb) =>
      eb.or([
        eb('first_delivered_at', 'is', null),
        eb('first_delivered_at', '>=', forgottenBefore),
        eb('created_at', '>=', forgottenBefore),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const { tooOld } = await undelivered
    .select(({ fn }) => fn.countAll<number | string>().as('tooOld'))
    .where('first_delivered_at', '<', forgottenBefore)
    .where('created_at', '<', forgottenBefore)
    .executeTakeFirstOrThrow();
  return { redeliverable: rows.map(({ id }) => id), tooOld: Number(tooOld) };
}

/**
 * Returns the secrets that sign deliveries to an endpoint at a given time, newest first; null if the endpoint does not exist.
 */
export async function signingSecrets(
  db: Database,
  vault: Vault,
  id: string,
  now: number,
): Promise<EndpointSecret[] | null> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['wrapped_key', 'sealed_secret'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const secrets = openSecrets(vault.openDataKey(row.wrapped_key), id, row.sealed_secret);
  return secretsInUse(secrets, now);
}

/** Gives an endpoint a new secret. The previous one also signs for one more day. Call it inside a transaction. */
export async function rotateEndpointSecret(
  db: Database,
  vault: Vault,
  { id, fresh, now, revision }: NewSecret,
): Promise<Rotation> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['wrapped_key', 'sealed_secret', 'revision'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return 'not-there';
  if (row.revision !== (revision ?? row.revision)) return 'changed-since';
  const key = vault.openDataKey(row.wrapped_key);
  const before = openSecrets(key, id, row.sealed_secret);
  const notBefore = rotatableAt(before, now);
  if (notBefore !== null) return { notBefore };
  await db
    .updateTable('webhook_endpoints')
    .set({
      sealed_secret: sealSecrets(key, id, rotateSecrets(before, fresh, now)),
      revision: row.revision + 1,
    })
    .where('id', '=', id)
    .execute();
  return 'rotated';
}
