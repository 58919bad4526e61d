import { createHash } from 'node:crypto';
import type {
  ClientInitResponse,
  ClientState,
  LinkResponse,
  LinkState,
  Problem,
  StartResponse,
} from '@vendor/contract';
import type { InProcessService } from './in-process-service.ts';

const api = '/orchestration-api/v1';

/** A workflow with one document step. */
export const documentWorkflow = {
  start: 'document',
  nodes: {
    document: {
      kind: 'document',
      accepts: [
        { type: 'PASSPORT', sides: ['front'] },
        { type: 'NATIONAL_ID', sides: ['front', 'back'] },
      ],
      next: 'end',
    },
    end: { kind: 'end' },
  },
} as const;

/** The document step between checks without a user step. */
export const withUnseenChecks = {
  start: 'email',
  nodes: {
    email: { kind: 'email', next: 'document' },
    document: { ...documentWorkflow.nodes.document, next: 'phone' },
    phone: { kind: 'phone', next: 'end' },
    end: { kind: 'end' },
  },
} as const;

/** A workflow without a user step. */
export const inputsWorkflow = {
  start: 'email',
  nodes: {
    email: { kind: 'email', next: 'phone' },
    phone: { kind: 'phone', next: 'end' },
    end: { kind: 'end' },
  },
} as const;

/** Returns the smallest bytes that look like a JPEG by their header, made unique by a text. */
export function jpegOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, ...Buffer.from(text)]);
}

/** Returns the digest by which a submission names a capture. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** A parsed reply. Reading it checks that a success has `data` and nothing else. */
export interface Reply<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
  readonly problem: Problem;
}

async function read<Data>(response: Response): Promise<Reply<Data>> {
  const { status, headers } = response;
  const body = (await response.json()) as { data: Data } & Problem;
  if (response.ok && Object.keys(body).join() !== 'data')
    throw new Error('A successful reply must only have { data }.');
  return { status, headers, data: body.data, problem: body };
}

/** Calls the API as an integrator's backend does. */
export class Backend {
  readonly #service: InProcessService;
  readonly #apiKey: string;

  constructor(service: InProcessService, apiKey: string) {
    this.#service = service;
    this.#apiKey = apiKey;
  }

  async start(body: unknown, headers: Record<string, string> = {}): Promise<Reply<StartResponse>> {
    return read(
      await this.#service.app.request(`${api}/init-workflow`, {
        method: 'POST',
        headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  async link(body: unknown, headers: Record<string, string> = {}): Promise<Reply<LinkResponse>> {
    return read(
      await this.#service.app.request(`${api}/workflow-link`, {
        method: 'POST',
        headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  async decide(id: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply<object>> {
    return read(
      await this.#service.app.request(`${api}/workflow-execution/${id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  async read<Data>(id: string, query = ''): Promise<Reply<Data>> {
    const path = `${api}/workflow-execution/${id}${query}`;
    return read(await this.#service.app.request(path, { headers: { 'x-api-key': this.#apiKey } }));
  }
}

/** Calls the client API as the SDK in a page does. */
export class Page {
  readonly #service: InProcessService;
  readonly #agent: Readonly<Record<string, string>>;
  sessionKey = '';

  /** Creates a page. @param userAgent - user agent of its browser; default: none. */
  constructor(service: InProcessService, userAgent?: string) {
    this.#service = service;
    this.#agent = userAgent === undefined ? {} : { 'user-agent': userAgent };
  }

  async init(token: string, nonce = 'nonce-of-16-chars', extra: Record<string, unknown> = {}) {
    const body = { token, sdkVersion: '0.0.0', capabilities: ['document'], nonce, ...extra };
    const reply = await read<ClientInitResponse>(
      await this.#service.app.request(`${api}/client/init`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', ...this.#agent },
        body: JSON.stringify(body),
      }),
    );
    if (reply.status === 200) this.sessionKey = reply.data.sessionKey;
    return reply;
  }

  /** Reads the state of a link by its secret. */
  link(secret: string) {
    return this.#send<LinkState>('POST', 'link', secret);
  }

  post<Data = ClientState>(path: string, body?: unknown) {
    return this.#send<Data>('POST', path, this.sessionKey, body);
  }

  state(query = '') {
    return this.get<ClientState>(`state${query}`);
  }

  get<Data>(path: string) {
    return this.#send<Data>('GET', path, this.sessionKey);
  }

  async put(path: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
    return read<{ slot: string; digest: string; sizeBytes: number }>(
      await this.#service.app.request(`${api}/client/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${this.sessionKey}`, ...headers },
        body: bytes,
      }),
    );
  }

  /** Uploads and submits a passport in an attempt. */
  async submitPassport(attempt = 1, bytes = jpegOf(`passport ${attempt}`)) {
    await this.put(`steps/document/attempts/${attempt}/captures/front`, bytes);
    return this.submitNamed(digestOf(bytes), attempt);
  }

  /** Submits a passport whose front is already uploaded. */
  submitNamed(front: string, attempt = 1) {
    const body = { documentType: 'PASSPORT', captures: { front } };
    return this.post(`steps/document/attempts/${attempt}/submit`, body);
  }

  async #send<Data>(method: string, path: string, bearer: string, body?: unknown): Promise<Reply<Data>> {
    return read(
      await this.#service.app.request(`${api}/client/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          ...this.#agent,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }
}
