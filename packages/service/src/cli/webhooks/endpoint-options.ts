import { type WebhookEvent, webhookEvents } from '@vendor/contract';
import type { Environment } from '../../settings/environment.ts';
import { faultOfEndpointUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import type { Option } from '../command.ts';
import { UsageError } from '../command-error.ts';

/** `finished` stands for `orchestration/workflow_execution_finished`. */
const shortEvents = new Map(webhookEvents.map((event) => [event.replace(/^.*_/, ''), event]));

/** The option that names events; {@link eventOf} reads its value. */
export const eventOption = (about: string): Option => ({
  value: [...shortEvents.keys()].join('|'),
  about,
  multiple: true,
});

/** @throws {UsageError} if the text names no event. */
export function eventOf(text: string): WebhookEvent {
  const event = shortEvents.get(text) ?? webhookEvents.find((name) => name === text);
  if (!event) throw new UsageError(`--event must be one of ${[...shortEvents.keys()].join(', ')}.`);
  return event;
}

/** An event as people read it. */
export function shortEvent(event: string): string {
  return event.replace(/^.*_/, '');
}

/**
 * Checks the URL of an endpoint.
 *
 * @throws {UsageError} if it is not a URL that events may be sent to.
 */
export function endpointUrlOf(
  text: string,
  { allowsLoopback, webhooks }: Pick<Environment, 'allowsLoopback' | 'webhooks'>,
): string {
  const fault = faultOfEndpointUrl(text, { allowLoopback: allowsLoopback, networks: webhooks.networks });
  if (fault !== null) throw new UsageError(`--url ${fault}.`);
  return text;
}
