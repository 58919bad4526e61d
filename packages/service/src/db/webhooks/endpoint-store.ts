import type { Kysely } from 'kysely';
import type { Vault } from '../../secrets/vault.ts';
import type { EndpointStore } from '../../webhooks/endpoints/endpoint-store.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema.ts';
import { addEndpoint, rotateEndpointSecret } from './webhook-endpoints.ts';

/** Stores endpoints and their secrets in the database. */
export function createEndpointStore(db: Kysely<Schema>, vault: Vault): EndpointStore {
  return {
    add: (endpoint, actor) =>
      inTransaction(db, { account: endpoint.accountId }, async (trx) => {
        if (!(await addEndpoint(trx, vault, endpoint))) return false;
        await recordAct(trx, {
          actor,
          act: 'endpoint.add',
          at: endpoint.createdAt,
          accountId: endpoint.accountId,
          subject: { kind: 'endpoint', id: endpoint.id },
          mode: null,
          // Records only the origin, because path and query may contain a secret of the receiver.
          changes: { origin: new URL(endpoint.url).origin, events: endpoint.events.join(' ') },
        });
        return true;
      }),
    rotate: (secret, actor) =>
      inTransaction(db, { endpoint: secret.id }, async (trx) => {
        const rotation = await rotateEndpointSecret(trx, vault, secret);
        if (rotation !== 'rotated') return rotation;
        const { account_id } = await trx
          .selectFrom('webhook_endpoints')
          .select('account_id')
          .where('id', '=', secret.id)
          .executeTakeFirstOrThrow();
        await recordAct(trx, {
          actor,
          act: 'endpoint.rotate-secret',
          at: secret.now,
          accountId: account_id,
          subject: { kind: 'endpoint', id: secret.id },
          mode: null,
        });
        return rotation;
      }),
  };
}
