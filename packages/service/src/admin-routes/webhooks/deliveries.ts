import { webhookDeliveryStates, webhookEvents } from '@vendor/contract';
import {
  type AdminDelivery,
  type AdminDeliveryList,
  type AdminReplay,
  adminDeliveryListSchema,
  adminDeliveryQuerySchema,
  adminDeliveryRevealSchema,
  adminDeliverySchema,
  adminRedeliveryRequestSchema,
  adminReplayRequestSchema,
  adminReplaySchema,
} from '@vendor/contract/admin';
import { z } from 'zod';
import {
  revealDelivery,
  type ShowDeliveryServices,
  showDelivery,
} from '../../administration/webhooks/show-delivery.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dateOrTime, oneOf, type QueryKind, readQuery, uuid } from '../../http/query.ts';
import { oneModeParameter } from '../../openapi/admin-operation.ts';
import {
  accountDeliveries,
  parseCursor,
  redeliver,
  redeliverUndelivered,
} from '../../webhooks/delivery/account-deliveries.ts';
import { accountEndpoint } from '../../webhooks/endpoints/account-endpoints.ts';
import type { DeliveryCursor } from '../../webhooks/webhook-reads.ts';
import type { AdminRoute } from '../admin-route.ts';
import { idIn, inMode, mode } from './webhook-call.ts';

const after: QueryKind<DeliveryCursor> = {
  read: parseCursor,
  must: 'must be the nextCursor of an earlier page',
};
const deliveryQuery = {
  mode,
  state: oneOf(webhookDeliveryStates),
  event: oneOf(webhookEvents),
  execution: uuid,
  from: dateOrTime,
  to: dateOrTime,
  after,
};

/** Creates the routes for webhook deliveries. */
export function deliveryRoutes(services: ShowDeliveryServices): AdminRoute[] {
  const { webhookServices: webhooks } = services;
  return [
    {
      method: 'GET',
      path: 'webhooks/:id/deliveries',
      access: 'delivery.read',
      operation: {
        summary: 'List the deliveries of an endpoint',
        query: adminDeliveryQuerySchema.shape,
        reply: adminDeliveryListSchema,
      },
      async answer(context, person): Promise<AdminDeliveryList> {
        const { mode, after, ...filter } = readQuery(context, deliveryQuery);
        const actor = inMode(person, mode);
        const { id } = await accountEndpoint(webhooks, actor, idIn(context));
        return accountDeliveries(webhooks, actor, {
          ...filter,
          endpoint: id,
          cursor: after,
          limit: undefined,
        });
      },
    },
    {
      method: 'POST',
      path: 'webhooks/:id/replay',
      access: 'delivery.redeliver',
      operation: {
        summary: 'Send events again that were given up since a given time',
        body: adminReplayRequestSchema,
        reply: adminReplaySchema,
      },
      async answer(context, person): Promise<AdminReplay> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode, since } = parseBody(adminReplayRequestSchema, body);
        const { redelivered, ...rest } = await redeliverUndelivered(
          webhooks,
          inMode(person, mode),
          idIn(context),
          Date.parse(since),
        );
        return { replayed: redelivered, ...rest };
      },
    },
    {
      method: 'GET',
      path: 'webhook-deliveries/:id',
      access: 'delivery.read',
      operation: {
        summary: 'Show a delivery',
        query: { mode: oneModeParameter },
        reply: adminDeliverySchema,
      },
      answer(context, person): Promise<AdminDelivery> {
        return showDelivery(services, inMode(person, readQuery(context, { mode }).mode), idIn(context));
      },
    },
    {
      method: 'POST',
      path: 'webhook-deliveries/:id/reveal',
      access: 'execution.reveal',
      operation: {
        summary: 'Show a delivery with personal data unmasked, for a stated reason',
        body: adminDeliveryRevealSchema,
        reply: adminDeliverySchema,
      },
      async answer(context, person): Promise<AdminDelivery> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode, reason } = parseBody(adminDeliveryRevealSchema, body);
        return revealDelivery(services, inMode(person, mode), idIn(context), reason);
      },
    },
    {
      method: 'POST',
      path: 'webhook-deliveries/:id/redeliver',
      access: 'delivery.redeliver',
      operation: {
        summary: 'Send an event again',
        body: adminRedeliveryRequestSchema,
        reply: z.looseObject({}),
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { mode } = parseBody(adminRedeliveryRequestSchema, body);
        return redeliver(webhooks, inMode(person, mode), idIn(context), null);
      },
    },
  ];
}
