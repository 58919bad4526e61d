import { z } from 'zod';
import { executionSchema } from './execution.ts';

/** Every webhook event (section 6.1). */
export const webhookEvents = [
  'orchestration/workflow_execution_finished',
  'orchestration/workflow_execution_updated',
  'orchestration/workflow_execution_sync',
] as const;
/** Name of a webhook event. */
export const webhookEventSchema = z.enum(webhookEvents, { error: 'must be the name of an event' });
/** Name of a webhook event. */
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** When an event is sent, and whether it is attempted only once, because it was requested and can be requested again. */
interface EventTraits {
  readonly summary: string;
  readonly isSentOnce: boolean;
}

/** Traits of every event. */
export const eventTraits: Readonly<Record<WebhookEvent, EventTraits>> = {
  'orchestration/workflow_execution_finished': {
    summary: 'An execution has reached a final status. Base your decisions on this event.',
    isSentOnce: false,
  },
  'orchestration/workflow_execution_updated': {
    summary: 'The status of a finished execution was changed by a decision.',
    isSentOnce: false,
  },
  'orchestration/workflow_execution_sync': {
    summary: 'Somebody asked for a finished execution to be sent again. Sent once.',
    isSentOnce: true,
  },
};

/** The body of a delivery: exactly these three members. Id, time, signature and sequence travel in headers. */
export const webhookEnvelopeSchema = z.strictObject({
  event: webhookEventSchema.meta({ description: 'Name of the event.' }),
  timestamp: z.iso.datetime().meta({ description: 'Time at which the event occurred.' }),
  data: executionSchema.meta({ description: 'The execution, as a read returns it.' }),
});
export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>;

/** Headers of a delivery: those of Standard Webhooks, and the sequence of the event within its execution. */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
  sequence: 'webhook-sequence',
} as const;
