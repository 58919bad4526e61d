import { type WebhookEvent, webhookEvents } from '@vendor/contract';
import type { Environment } from '../../settings/environment.ts';
import { faultOfEndpointUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import type { Option } from '../command.ts';
import { UsageError } from '../command-error.ts';

/** Events by short name: `finished` stands for `orchestration/workflow_execution_finished`. */
const shortEvents = new Map(webhookEvents.map((event) => [event.replace(/^.*_/, ''), event]));

/** Makes the option that names events; {@link eventOf} parses its value. */
export const eventOption = (about: string): Option => ({
  value: [...shortEvents.keys()].join('|'),
  about,
  multiple: true,
});

/** Parses the name of an event. @throws {UsageError} if there is no such event. */
export function eventOf(text: string): WebhookEvent {
  const event = shortEvents.get(text) ?? webhookEvents.find((name) => name === text);
  if (!event) throw new UsageError(`--event must be one of ${[...shortEvents.keys()].join(', ')}.`);
  return event;
}

/** Shortens the name of an event for people. */
export function shortEvent(event: string): string {
  return event.replace(/^.*_/, '');
}

/**
 * Checks the URL of an endpoint.
 *
 * @throws {UsageError} if events may not be sent to it.
 */
export function endpointUrlOf(
  text: string,
  { allowsLoopback, webhooks }: Pick<Environment, 'allowsLoopback' | 'webhooks'>,
): string {
  const fault = faultOfEndpointUrl(text, { allowLoopback: allowsLoopback, networks: webhooks.networks });
  if (fault !== null) throw new UsageError(`--url ${fault}.`);
  return text;
}
