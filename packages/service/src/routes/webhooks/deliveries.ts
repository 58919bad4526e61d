import {
  webhookDeliveriesSchema,
  webhookDeliveryLogSchema,
  webhookDeliverySchema,
  webhookDeliveryStates,
  webhookEventSchema,
  webhookEvents,
} from '@vendor/contract';
import { z } from 'zod';
import { type AnswerOnceServices, answerNamed } from '../../executions/answer-once.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { oneOf, type QueryKind, readQuery, uuid, wholeNumber } from '../../http/query.ts';
import { idempotencyKey } from '../../openapi/idempotency-key.ts';
import {
  accountDeliveries,
  deliveryLog,
  parseCursor,
  redeliver,
} from '../../webhooks/delivery/account-deliveries.ts';
import type { DeliveryCursor } from '../../webhooks/webhook-reads.ts';
import type { WebhookServices } from '../../webhooks/webhook-services.ts';
import type { ApiRoute } from '../api-route.ts';
import { attemptExample, deliveryExample } from './webhook-examples.ts';
import { webhookRouteFor } from './webhook-route.ts';

/** Maximum number of deliveries on a page. */
const maxPageSize = 200;

const cursor: QueryKind<DeliveryCursor> = {
  read: parseCursor,
  must: 'must be the nextCursor of an earlier page',
};

/** Creates the routes for deliveries to the webhook endpoints of an account. */
export function deliveryRoutes(
  webhooks: WebhookServices,
  services: AnswerOnceServices,
  admit: KeyAdmission,
): readonly ApiRoute[] {
  const route = webhookRouteFor(admit);
  return [
    route(
      {
        id: 'list-webhook-deliveries',
        method: 'get',
        path: '/webhook-deliveries',
        summary: 'Lists deliveries, newest first: those in progress, delivered or given up.',
        query: {
          endpoint: z.uuid().optional().describe('Only deliveries to this endpoint.'),
          execution: z.uuid().optional().describe('Only deliveries about this execution.'),
          event: webhookEventSchema.optional().describe('Only deliveries of this event.'),
          state: z.enum(webhookDeliveryStates).optional().describe('Only deliveries in this state.'),
          cursor: z.string().optional().describe('nextCursor of the previous page.'),
          limit: z
            .int()
            .min(1)
            .max(maxPageSize)
            .optional()
            .describe('Maximum number of deliveries; 50 by default.'),
        },
        reply: webhookDeliveriesSchema,
        examples: { reply: { deliveries: [deliveryExample], nextCursor: null } },
        problems: ['INVALID_PARAMETER'],
      },
      (context, actor) => {
        const filter = readQuery(context, {
          endpoint: uuid,
          execution: uuid,
          event: oneOf(webhookEvents),
          state: oneOf(webhookDeliveryStates),
          cursor,
          limit: wholeNumber(1, maxPageSize),
        });
        return accountDeliveries(webhooks, actor, filter);
      },
    ),
    route(
      {
        id: 'read-webhook-delivery',
        method: 'get',
        path: '/webhook-deliveries/{deliveryId}',
        summary: 'Returns a delivery with each of its attempts of the last 30 days.',
        description: 'Bodies, signatures, and headers that could repeat what was sent are not stored.',
        reply: webhookDeliveryLogSchema,
        examples: { reply: { delivery: deliveryExample, log: [attemptExample] } },
        problems: ['WEBHOOK_DELIVERY_NOT_FOUND'],
      },
      (context, actor) => deliveryLog(webhooks, actor, context.req.param('deliveryId') ?? ''),
    ),
    route(
      {
        id: 'redeliver-webhook',
        method: 'post',
        path: '/webhook-deliveries/{deliveryId}/redeliver',
        summary: 'Sends an event to its endpoint again, with the same webhook-id.',
        description:
          'The retry schedule starts over. A delivery in progress is left unchanged. If the reply to a call was lost, repeat the call with the same Idempotency-Key: nothing more is sent. Without a key, an event that has arrived in the meantime is sent once more under the same webhook-id. An event can be sent again for 30 days after it first arrived, because receivers do not remember ids forever.',
        headers: idempotencyKey('it gets the same reply and sends nothing'),
        reply: webhookDeliverySchema,
        examples: { reply: { ...deliveryExample, state: 'pending', attempts: 0, deliveredAt: null } },
        problems: [
          'INVALID_REQUEST_BODY',
          'IDEMPOTENCY_KEY_IN_USE',
          'IDEMPOTENCY_KEY_REUSED',
          'EXECUTION_PURGED',
          'WEBHOOK_DELIVERY_NOT_FOUND',
          'WEBHOOK_ENDPOINT_DISABLED',
          'WEBHOOK_DELIVERY_TOO_OLD',
        ],
      },
      (context, actor) => {
        // Lower case, because both spellings name the same delivery.
        const id = (context.req.param('deliveryId') ?? '').toLowerCase();
        const call = {
          name: context.req.header('idempotency-key') ?? null,
          apiKeyId: actor.id,
          request: { operation: 'redeliver-webhook', body: { id } },
        };
        return answerNamed(services, call, (keep) => redeliver(webhooks, actor, id, keep));
      },
    ),
  ];
}
