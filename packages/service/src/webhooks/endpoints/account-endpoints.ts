import type {
  ExecutionStatus,
  WebhookChangeRequest,
  WebhookEndpoint,
  WebhookEvent,
  WebhookTestOutcome,
} from '@vendor/contract';
import { Refusal, refuseBody, refuseMember, refuseParameter } from '../../refusal.ts';
import type { EndpointEntry } from '../webhook-reads.ts';
import { requireWebhookAct, type WebhookActor, type WebhookServices } from '../webhook-services.ts';
import { addEndpoint } from './add-endpoint.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { maxSecrets } from './endpoint-secrets.ts';
import { maxEndpoints, type NewEndpoint } from './endpoint-store.ts';
import { faultOfEndpointUrl, shownUrl } from './endpoint-url.ts';
import { removeEndpoint } from './remove-endpoint.ts';
import { resumeEndpoint } from './resume-endpoint.ts';
import { type FreshSecret, rotateSecret } from './rotate-secret.ts';
import { sendTestDelivery, type TestOutcome } from './test-delivery.ts';

/** Lists the endpoints of the actor's account. @throws {Refusal} FORBIDDEN for a key that is not for webhooks. */
export async function accountEndpoints(
  { reads }: WebhookServices,
  actor: WebhookActor,
): Promise<EndpointEntry[]> {
  requireWebhookAct(actor, 'endpoint.read');
  return reads.endpoints(actor);
}

/** Returns an endpoint of the actor's account. @throws {Refusal} FORBIDDEN; WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function accountEndpoint(
  { reads }: Pick<WebhookServices, 'reads'>,
  actor: WebhookActor,
  id: string,
): Promise<EndpointEntry> {
  requireWebhookAct(actor, 'endpoint.read');
  const wanted = id.toLowerCase();
  const endpoint = (await reads.endpoints(actor)).find((one) => one.id === wanted);
  if (!endpoint) throw noEndpoint();
  return endpoint;
}

/**
 * Adds an endpoint to which the events of the account are sent. Its secret is only returned here.
 *
 * @throws {Refusal} FORBIDDEN; INVALID_REQUEST_BODY for an address to which the service would not connect;
 *   WEBHOOK_ENDPOINT_LIMIT_REACHED if the account has the maximum number of endpoints.
 */
export async function addAccountEndpoint(
  services: WebhookServices,
  actor: WebhookActor,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEvent[] },
): Promise<NewEndpoint> {
  requireWebhookAct(actor, 'endpoint.add');
  refuseUrl(services, url);
  const endpoint = await addEndpoint({ ...services, actor }, { accountId: actor.accountId, url, events });
  if (endpoint) return endpoint;
  throw new Refusal(
    'WEBHOOK_ENDPOINT_LIMIT_REACHED',
    `An account may have ${maxEndpoints} endpoints: remove one first.`,
  );
}

/**
 * Gives an endpoint a new secret, which is only returned here. Webhooks are also signed with the previous one for one more day.
 *
 * @param revision - revision that the actor saw.
 * @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND; WEBHOOK_ENDPOINT_CHANGED if the endpoint was changed since;
 *   WEBHOOK_SECRET_LIMIT_REACHED while the maximum number of secrets signs.
 */
export async function rotateAccountSecret(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
  revision: number,
): Promise<FreshSecret> {
  requireWebhookAct(actor, 'endpoint.rotate-secret');
  const endpoint = await accountEndpoint(services, actor, id);
  const rotated = await rotateSecret({ ...services, actor }, endpoint.id, revision);
  if (rotated === 'not-there') throw noEndpoint();
  if (rotated === 'changed-since') throw changedSince();
  if ('secret' in rotated) return rotated;
  throw new Refusal(
    'WEBHOOK_SECRET_LIMIT_REACHED',
    `This endpoint has ${maxSecrets} signing secrets, the maximum. The next rotation is possible at ${new Date(rotated.notBefore).toISOString()}.`,
  );
}

/** Removes an endpoint with its pending deliveries and its log. @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function removeAccountEndpoint(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
): Promise<void> {
  requireWebhookAct(actor, 'endpoint.remove');
  const endpoint = await accountEndpoint(services, actor, id);
  if (!(await removeEndpoint({ ...services, actor }, endpoint.id))) throw noEndpoint();
  services.logger.info('A webhook endpoint was removed.', factsOf(actor, endpoint));
}

/**
 * Sends an endpoint one signed event about an invented execution now, and returns its response. Also works for a disabled
 * endpoint, to find out whether it can be resumed.
 *
 * @throws {Refusal} FORBIDDEN, WEBHOOK_ENDPOINT_NOT_FOUND; WEBHOOKS_HELD in a restored copy; RATE_LIMITED while another test of
 *   the endpoint is in progress.
 */
export async function testEndpoint(
  services: WebhookServices,
  actor: WebhookActor,
  { id, event, status }: { id: string; event: WebhookEvent; status?: ExecutionStatus },
  signal: AbortSignal,
): Promise<TestOutcome> {
  requireWebhookAct(actor, 'endpoint.test');
  const { url, id: endpointId } = await accountEndpoint(services, actor, id);
  const signing = await services.reads.signingSecrets(endpointId, services.clock.now());
  if (!signing) throw noEndpoint();
  const secrets = signing.map(({ secret }) => secret);
  if ((await services.reads.heldAt()) !== null)
    throw new Refusal(
      'WEBHOOKS_HELD',
      'All webhooks of this service are held, as after a restore, until its operator releases them.',
    );
  // An unresponsive endpoint takes 15 seconds; repeated calls must not open hundreds of connections.
  if (services.testsInProgress.has(endpointId)) {
    throw new Refusal('RATE_LIMITED', 'A test delivery to this endpoint is in progress.');
  }
  services.testsInProgress.add(endpointId);
  try {
    return await sendTestDelivery(services, { url, secrets, event, status }, signal);
  } finally {
    services.testsInProgress.delete(endpointId);
  }
}

/**
 * Changes the address of an endpoint, or the events to which it subscribes from now on. Its secret stays the same.
 *
 * @param revision - revision that the actor saw; undefined: any.
 * @throws {Refusal} FORBIDDEN, also for a test key, because the events of real users would go elsewhere;
 *   WEBHOOK_ENDPOINT_NOT_FOUND; INVALID_REQUEST_BODY for an address to which the service would not connect, or if nothing is to
 *   change; WEBHOOK_ENDPOINT_CHANGED if the endpoint was changed since.
 */
export async function changeAccountEndpoint(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
  { url, events }: WebhookChangeRequest,
  revision?: number,
): Promise<EndpointEntry> {
  requireWebhookAct(actor, 'endpoint.change');
  if (url === undefined && events === undefined)
    throw refuseBody('INVALID_REQUEST_BODY', 'must have url, events or both');
  if (url !== undefined) refuseUrl(services, url);
  const endpoint = await accountEndpoint(services, actor, id);
  const outcome = await changeEndpoint({ ...services, actor }, endpoint.id, { url, events }, revision);
  if (outcome === 'not-there') throw noEndpoint();
  if (outcome === 'changed-since') throw changedSince();
  const changed = await accountEndpoint(services, actor, id);
  services.logger.info('A webhook endpoint was changed.', {
    ...factsOf(actor, endpoint),
    origin: new URL(changed.url).origin,
    isMoved: changed.url !== endpoint.url,
    events: changed.events.map((event) => event.replace(/^.*_/, '')).join(', '),
  });
  return changed;
}

/**
 * Disables an endpoint, so that its events wait. Does not change one that is already disabled.
 *
 * @throws {Refusal} FORBIDDEN, also for a test key, because the events of real users would wait; WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function disableAccountEndpoint(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
): Promise<EndpointEntry> {
  requireWebhookAct(actor, 'endpoint.change');
  const endpoint = await accountEndpoint(services, actor, id);
  if (await disableEndpoint({ ...services, actor }, endpoint.id))
    services.logger.info('A webhook endpoint was disabled by hand.', factsOf(actor, endpoint));
  return accountEndpoint(services, actor, id);
}

/**
 * Enables an endpoint again and sends it the held events. Does not change one that is enabled.
 *
 * @throws {Refusal} FORBIDDEN, also for a test key, because the events of real users would be sent; WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function resumeAccountEndpoint(
  services: WebhookServices,
  actor: WebhookActor,
  id: string,
): Promise<EndpointEntry> {
  requireWebhookAct(actor, 'endpoint.change');
  const endpoint = await accountEndpoint(services, actor, id);
  if (await resumeEndpoint({ ...services, actor }, endpoint.id))
    services.logger.info('A webhook endpoint was resumed.', factsOf(actor, endpoint));
  return accountEndpoint(services, actor, id);
}

/** Names actor and endpoint for the log. */
function factsOf(actor: WebhookActor, { id, accountId }: EndpointEntry) {
  return { endpoint: id, account: accountId, [actor.kind === 'key' ? 'byKey' : 'byPerson']: actor.id };
}

function noEndpoint(): Refusal {
  return refuseParameter('WEBHOOK_ENDPOINT_NOT_FOUND', 'endpointId', 'is not the id of an endpoint');
}

function changedSince(): Refusal {
  return new Refusal(
    'WEBHOOK_ENDPOINT_CHANGED',
    'Somebody else changed this endpoint in the meantime. Load it again.',
  );
}

/** Refuses an address to which the service would not connect. @throws {Refusal} INVALID_REQUEST_BODY. */
function refuseUrl({ endpointPolicy }: WebhookServices, url: string): void {
  const fault = faultOfEndpointUrl(url, endpointPolicy);
  if (fault !== null) throw refuseMember('INVALID_REQUEST_BODY', '/url', fault);
}

/** Renders an endpoint for the API. */
export function describeEndpoint(entry: EndpointEntry): WebhookEndpoint {
  const { accountId: _, relapsedAt: __, failedAt: ___, revision: ____, ...endpoint } = entry;
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

/** Renders the result of a test delivery for the API. */
export function describeTest({
  id,
  verdict,
  durationMs,
  request,
  response,
}: TestOutcome): WebhookTestOutcome {
  const isDelivered = verdict.kind === 'delivered';
  return {
    webhookId: id,
    delivered: isDelivered,
    durationMs,
    status: verdict.status,
    error: isDelivered ? null : verdict.error,
    request,
    response,
  };
}
