import type {
  WebhookChangeRequest,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookEvent,
  WebhookTestOutcome,
} from '@vendor/contract';
import type { AccountActor } from '../access/actor.ts';
import { Refusal, refuseBody, refuseMember, refuseParameter } from '../refusal.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { faultOfEndpointUrl, shownUrl } from './endpoint-url.ts';
import { resumeEndpoint } from './replay-deliveries.ts';
import { sendTestDelivery } from './test-delivery.ts';
import { requireWebhookAct, type WebhookDesk } from './webhook-desk.ts';
import type { EndpointEntry } from './webhook-reads.ts';

/** The endpoints of the account of an actor. @throws {Refusal} FORBIDDEN for a key that is not for webhooks. */
export async function accountEndpoints(
  { reads }: WebhookDesk,
  actor: AccountActor,
): Promise<WebhookEndpoints> {
  requireWebhookAct(actor, 'endpoint.read');
  return { endpoints: (await reads.endpoints(actor)).map(shown) };
}

/**
 * Sends an endpoint one signed event about an invented execution, now, and tells what it answers. A disabled endpoint can be
 * tried, too: that is how one finds out whether to resume it.
 *
 * @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND; WEBHOOKS_HELD in a restored copy; RATE_LIMITED while another one to it is under way.
 */
export async function testEndpoint(
  desk: WebhookDesk,
  actor: AccountActor,
  { id, event }: { id: string; event: WebhookEvent },
  signal: AbortSignal,
): Promise<WebhookTestOutcome> {
  requireWebhookAct(actor, 'endpoint.test');
  const { url, id: endpointId } = await endpointOf(desk, actor, id);
  const secrets = await desk.reads.signingSecrets(endpointId, desk.clock.now());
  if (!secrets) throw noEndpoint();
  if ((await desk.reads.heldAt()) !== null)
    throw new Refusal(
      'WEBHOOKS_HELD',
      'All webhooks of this service are held, as in a restored copy: nothing is sent before its operator releases them.',
    );
  // One that hangs takes 15 seconds: whoever asks again and again must not make that hundreds of connections.
  if (desk.testsUnderWay.has(endpointId)) {
    throw new Refusal('RATE_LIMITED', 'A test delivery to this endpoint is under way.');
  }
  desk.testsUnderWay.add(endpointId);
  try {
    const outcome = await sendTestDelivery(desk, { url, secrets, event }, signal);
    const { verdict, durationMs, request, response } = outcome;
    const delivered = verdict.kind === 'delivered';
    const error = delivered ? null : verdict.error;
    return { webhookId: outcome.id, delivered, durationMs, status: verdict.status, error, request, response };
  } finally {
    desk.testsUnderWay.delete(endpointId);
  }
}

/**
 * Moves an endpoint, or lets it subscribe to other events from now on; its secret stays.
 *
 * @throws {Refusal} FORBIDDEN, for a test key too: the events of real users would go elsewhere; WEBHOOK_ENDPOINT_NOT_FOUND;
 * INVALID_REQUEST_BODY for an address that the service would not connect to, or when nothing is to change.
 */
export async function changeAccountEndpoint(
  desk: WebhookDesk,
  actor: AccountActor,
  id: string,
  { url, events }: WebhookChangeRequest,
): Promise<WebhookEndpoint> {
  requireWebhookAct(actor, 'endpoint.change');
  if (url === undefined && events === undefined)
    throw refuseBody('INVALID_REQUEST_BODY', 'must have url, events or both');
  const fault = url === undefined ? null : faultOfEndpointUrl(url, desk.endpointPolicy);
  if (fault !== null) throw refuseMember('INVALID_REQUEST_BODY', '/url', fault);
  const endpoint = await endpointOf(desk, actor, id);
  if (!(await changeEndpoint({ ...desk, actor }, endpoint.id, { url, events }))) throw noEndpoint();
  const changed = await endpointOf(desk, actor, id);
  desk.logger.info('A webhook endpoint was changed.', {
    ...factsOf(actor, endpoint),
    origin: new URL(changed.url).origin,
    isMoved: changed.url !== endpoint.url,
    events: changed.events.map((event) => event.replace(/^.*_/, '')).join(', '),
  });
  return shown(changed);
}

/**
 * Lets the events of an endpoint wait; one that is disabled already stays as it is.
 *
 * @throws {Refusal} FORBIDDEN, for a test key too: the events of real users would wait; WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function disableAccountEndpoint(
  desk: WebhookDesk,
  actor: AccountActor,
  id: string,
): Promise<WebhookEndpoint> {
  requireWebhookAct(actor, 'endpoint.change');
  const endpoint = await endpointOf(desk, actor, id);
  if (await disableEndpoint({ ...desk, actor }, endpoint.id))
    desk.logger.info('A webhook endpoint was disabled by hand.', factsOf(actor, endpoint));
  return shown(await endpointOf(desk, actor, id));
}

/**
 * Enables an endpoint again and sends it what queued; one that is enabled stays as it is.
 *
 * @throws {Refusal} FORBIDDEN, for a test key too: the events of real users would be sent; WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function resumeAccountEndpoint(
  desk: WebhookDesk,
  actor: AccountActor,
  id: string,
): Promise<WebhookEndpoint> {
  requireWebhookAct(actor, 'endpoint.change');
  const endpoint = await endpointOf(desk, actor, id);
  if (await resumeEndpoint({ ...desk, actor }, endpoint.id))
    desk.logger.info('A webhook endpoint was resumed.', factsOf(actor, endpoint));
  return shown(await endpointOf(desk, actor, id));
}

/** Names actor and endpoint for the log, of which each line has the time. */
function factsOf(actor: AccountActor, { id, accountId }: EndpointEntry) {
  return { endpoint: id, account: accountId, byKey: actor.id };
}

async function endpointOf({ reads }: WebhookDesk, actor: AccountActor, id: string): Promise<EndpointEntry> {
  requireWebhookAct(actor, 'endpoint.read');
  const wanted = id.toLowerCase();
  const endpoint = (await reads.endpoints(actor)).find((one) => one.id === wanted);
  if (!endpoint) throw noEndpoint();
  return endpoint;
}

function noEndpoint(): Refusal {
  return refuseParameter('WEBHOOK_ENDPOINT_NOT_FOUND', 'endpointId', 'is not the id of an endpoint');
}

function shown({ accountId: _, ...endpoint }: EndpointEntry): WebhookEndpoint {
  const { failingSince, disabledAt } = endpoint;
  return {
    ...endpoint,
    url: shownUrl(endpoint.url),
    events: [...endpoint.events],
    createdAt: new Date(endpoint.createdAt).toISOString(),
    state: disabledAt !== null ? 'disabled' : failingSince !== null ? 'failing' : 'enabled',
    failingSince: failingSince === null ? null : new Date(failingSince).toISOString(),
    disabledAt: disabledAt === null ? null : new Date(disabledAt).toISOString(),
  };
}
