import { createHash, randomBytes } from 'node:crypto';
import type {
  ClientInitResponse,
  ClientState,
  DecisionRequest,
  Execution,
  LinkResponse,
  StartResponse,
  WebhookDelivery,
  WebhookEndpoint,
} from '@vendor/contract';
import type { ServiceProcess } from './service-process.ts';

/** Path of an attempt at the document step of the development workflow. */
const attemptPath = (attempt: number) => `client/steps/document/attempts/${attempt}`;

/** Calls the service over the network as backends and pages do. Throws if a request is refused. */
export class ServiceClient {
  /** Number of successful requests. */
  acknowledged = 0;
  readonly #service: Pick<ServiceProcess, 'url' | 'development'>;

  constructor(service: Pick<ServiceProcess, 'url' | 'development'>) {
    this.#service = service;
  }

  start(
    workflow: 'Identity document' | 'E-mail and phone' | 'Document and selfie',
    inputs: object,
    more: Record<string, string> = {},
  ): Promise<StartResponse> {
    const { apiKey, workflows } = this.#service.development;
    const workflowId = workflows.find(({ name }) => name === workflow)?.id;
    return this.#call('POST', 'init-workflow', { 'x-api-key': apiKey, ...more }, { workflowId, inputs });
  }

  /** Creates a link. */
  link(workflow: 'Identity document' | 'E-mail and phone'): Promise<LinkResponse> {
    const { apiKey, workflows } = this.#service.development;
    const workflowId = workflows.find(({ name }) => name === workflow)?.id;
    return this.#call(
      'POST',
      'workflow-link',
      { 'x-api-key': apiKey },
      { workflowId, inputs: { user_id: 'u' } },
    );
  }

  read(executionId: string): Promise<Execution> {
    const headers = { 'x-api-key': this.#service.development.apiKey };
    return this.#call('GET', `workflow-execution/${executionId}`, headers);
  }

  decide(executionId: string, decision: DecisionRequest): Promise<object> {
    const headers = { 'x-api-key': this.#service.development.apiKey };
    return this.#call('PATCH', `workflow-execution/${executionId}`, headers, decision);
  }

  /** Resumes an endpoint with a webhook key. */
  resume(webhookKey: string, endpointId: string): Promise<WebhookEndpoint> {
    return this.#call('POST', `webhooks/${endpointId}/resume`, { 'x-api-key': webhookKey });
  }

  redeliver(webhookKey: string, deliveryId: string): Promise<WebhookDelivery> {
    return this.#call('POST', `webhook-deliveries/${deliveryId}/redeliver`, { 'x-api-key': webhookKey });
  }

  init(token: string): Promise<ClientInitResponse> {
    const nonce = randomBytes(16).toString('base64url');
    const body = { sdkVersion: '0', capabilities: ['document', 'selfie'], nonce };
    return this.#call('POST', 'client/init', { authorization: `Bearer ${token}` }, body);
  }

  begin(sessionKey: string): Promise<ClientState> {
    return this.#call('POST', 'client/begin', { authorization: `Bearer ${sessionKey}` });
  }

  state(sessionKey: string, query = ''): Promise<ClientState> {
    return this.#call('GET', `client/state${query}`, { authorization: `Bearer ${sessionKey}` });
  }

  /** Returns the upload address of the front of the document. */
  frontUrl(attempt: number): string {
    return `${this.#service.url}/orchestration-api/v1/${attemptPath(attempt)}/captures/front`;
  }

  /** Uploads the front of a document. @returns its digest, for the submission. */
  async putFront(sessionKey: string, attempt: number, picture: Uint8Array): Promise<string> {
    const path = `${attemptPath(attempt)}/captures/front`;
    await this.#call('PUT', path, { authorization: `Bearer ${sessionKey}` }, picture);
    return createHash('sha256').update(picture).digest('base64url');
  }

  /** Uploads a key frame of a selfie. @returns its digest. */
  async putFrame(sessionKey: string, attempt: number, slot: string, picture: Uint8Array): Promise<string> {
    const path = `client/steps/selfie/attempts/${attempt}/captures/${slot}`;
    await this.#call('PUT', path, { authorization: `Bearer ${sessionKey}` }, picture);
    return createHash('sha256').update(picture).digest('base64url');
  }

  submitSelfie(sessionKey: string, attempt: number, captures: Record<string, string>): Promise<ClientState> {
    const path = `client/steps/selfie/attempts/${attempt}/submit`;
    return this.#call('POST', path, { authorization: `Bearer ${sessionKey}` }, { captures });
  }

  submitPassport(sessionKey: string, attempt: number, front: string): Promise<ClientState> {
    const body = { documentType: 'PASSPORT', captures: { front } };
    return this.#call(
      'POST',
      `${attemptPath(attempt)}/submit`,
      { authorization: `Bearer ${sessionKey}` },
      body,
    );
  }

  async #call<Data>(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Data> {
    const isBytes = body instanceof Uint8Array;
    const reply = await fetch(`${this.#service.url}/orchestration-api/v1/${path}`, {
      method,
      headers: { ...headers, 'content-type': isBytes ? 'image/jpeg' : 'application/json' },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    const { data } = (await reply.json()) as { data: Data };
    this.acknowledged += 1;
    return data;
  }
}
