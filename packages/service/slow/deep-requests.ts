import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import { workflowDefinitionSchema } from '../src/workflows/definition.ts';
import { deviceReport } from '../testing/device-report.ts';
import type { LiveCredential } from './live-credentials.ts';
import { ServiceClient } from './service-client.ts';
import type { ServiceProcess } from './service-process.ts';

/** A request for an operation whose prerequisites are met. */
export interface PreparedRequest extends LiveCredential {
  /** Values of its path parameters. */
  readonly values?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const look = JSON.stringify({ look: {} });
const nonce = 'nonce-of-16-chars';
/** A form, then a device check. */
const definition = workflowDefinitionSchema.parse({
  start: 'form',
  nodes: {
    form: { kind: 'form', fields: [{ name: 'email' }], next: 'device' },
    device: { kind: 'device', next: 'end' },
    end: { kind: 'end' },
  },
});

/** Brings executions into the state that an operation needs: windows, phones, pictures, forms, decisions, media. */
export class DeepRequests {
  readonly #service: ServiceProcess;
  readonly #client: ServiceClient;
  readonly #picture: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly #operations: Readonly<Record<string, () => Promise<PreparedRequest>>>;
  #workflowId: Promise<string> | undefined;
  #finished: Promise<string> | undefined;
  #media: Promise<PreparedRequest> | undefined;

  /** Creates the preparations. @param picture - makes a picture that can be stored. */
  constructor(service: ServiceProcess, picture: () => Promise<Uint8Array<ArrayBuffer>>) {
    this.#picture = picture;
    this.#service = service;
    this.#client = new ServiceClient(service);
    const window = (body?: object) => async () => ({
      ...(await this.#window()),
      ...(body && { body: JSON.stringify(body) }),
    });
    const opener = async () => {
      const session = await this.#session();
      await this.#post('client/popup', session, look);
      return session;
    };
    const handedOver = async () => {
      const session = await this.#begun();
      const { url } = await this.#post<{ url: string }>('client/handoff', session, look);
      return { session, secret: new URL(url).hash.slice(1) };
    };
    this.#operations = {
      'watch-popup': opener,
      'release-popup': opener,
      'attend-popup': window(),
      'report-popup': window({ opened: true, started: false, ending: null, closed: false }),
      'leave-popup': window({ visit: 1 }),
      'offer-handoff': async () => ({ ...(await this.#begun()), body: look }),
      'look-at-handoff': async () => {
        const { session, secret } = await handedOver();
        return { ...session, ...bearer(secret), body: JSON.stringify({ nonce }) };
      },
      'take-back-handoff': async () => (await handedOver()).session,
      'put-capture': async () => ({ ...(await this.#begun()), body: await this.#picture() }),
      'submit-attempt': async () => {
        const session = await this.#begun();
        const front = await this.#client.putFront(session.key, 1, await this.#picture());
        return { ...session, body: JSON.stringify({ documentType: 'PASSPORT', captures: { front } }) };
      },
      'answer-form': async () => ({
        ...(await this.#begun(await this.#ownWorkflow())),
        values: { stepId: 'form' },
        body: JSON.stringify({ answers: { email: 'ada@example.com' } }),
      }),
      'report-device': async () => ({
        ...(await this.#session(await this.#ownWorkflow())),
        body: JSON.stringify(deviceReport()),
      }),
      'decide-workflow-execution': async () => {
        this.#finished ??= this.#decidable();
        const headers = { 'x-api-key': this.#service.development.apiKey };
        return { headers, executionId: await this.#finished, body: '{"status":"APPROVED"}' };
      },
      'read-media': () => {
        this.#media ??= this.#link();
        return this.#media;
      },
    };
  }

  /** Operations for which prerequisites are known. */
  get operations(): readonly string[] {
    return Object.keys(this.#operations);
  }

  /** Meets the prerequisites of an operation; null: it has none. */
  async before(operationId: string): Promise<PreparedRequest | null> {
    return (await this.#operations[operationId]?.()) ?? null;
  }

  async #session(workflowId?: string) {
    const { executionId, token } = workflowId
      ? await this.#start(workflowId)
      : await this.#client.start('Identity document', { user_id: 'u' });
    const init = await this.#init<{ sessionKey: string }>(token);
    return { ...bearer(init.sessionKey), executionId, key: init.sessionKey };
  }

  async #begun(workflowId?: string) {
    const session = await this.#session(workflowId);
    await this.#client.begin(session.key);
    return session;
  }

  /** Opens a session of a window that a page opened. */
  async #window() {
    const session = await this.#session();
    const { url } = await this.#post<{ url: string }>('client/popup', session, look);
    const { sessionKey } = await this.#init<{ sessionKey: string }>(new URL(url).hash.slice(1));
    return { ...bearer(sessionKey), executionId: session.executionId };
  }

  async #decidable(): Promise<string> {
    const inputs = { user_id: 'u', email: 'u@example.com', phone_number: '+49 30 901820' };
    const { executionId } = await this.#client.start('E-mail and phone', inputs);
    await this.#ended(executionId);
    return executionId;
  }

  /** Returns a media link of an execution that the sandbox approved. */
  async #link(): Promise<PreparedRequest> {
    const inputs = { user_id: 'sandbox-approved' };
    const { executionId, token } = await this.#client.start('Identity document', inputs);
    const { sessionKey } = await this.#init<{ sessionKey: string }>(token);
    await this.#client.begin(sessionKey);
    const front = await this.#client.putFront(sessionKey, 1, await this.#picture());
    await this.#client.submitPassport(sessionKey, 1, front);
    const { checks } = await this.#ended(executionId);
    const url = new URL(checks?.[0]?.capturedMedia?.documentFront?.url ?? '');
    const captureId = url.pathname.split('/').at(-1) ?? '';
    return { headers: {}, executionId, values: { captureId, ...Object.fromEntries(url.searchParams) } };
  }

  async #ended(executionId: string) {
    for (let tries = 0; tries < 3_000; tries += 1) {
      const execution = await this.#client.read(executionId);
      if (execution.status !== 'PENDING') return execution;
      await pause(20);
    }
    throw new Error('The execution does not end.');
  }

  /** Creates a workflow with a form and a device check, besides those of a new data folder. */
  #ownWorkflow(): Promise<string> {
    this.#workflowId ??= (async () => {
      const database = await joinDatabase(this.#service.folder);
      const { main } = database;
      const { id: account_id } = await main.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
      const id = randomUUID();
      const row = { id, account_id, name: 'A form', active: 1, version: 1, created_at: Date.now() } as const;
      await main.insertInto('workflows').values(row).execute();
      await main
        .insertInto('workflow_versions')
        .values({ workflow_id: id, version: 1, definition: JSON.stringify(definition) })
        .execute();
      await database.close();
      return id;
    })();
    return this.#workflowId;
  }

  #start(workflowId: string): Promise<{ executionId: string; token: string }> {
    const headers = { 'x-api-key': this.#service.development.apiKey };
    return this.#post('init-workflow', { headers }, JSON.stringify({ workflowId, inputs: { user_id: 'u' } }));
  }

  #init<Data>(token: string): Promise<Data> {
    const capabilities = ['document', 'selfie', 'form', 'hosted-page'];
    const body = { sdkVersion: '0', capabilities, nonce: randomBytes(16).toString('base64url') };
    return this.#post('client/init', bearer(token), JSON.stringify(body));
  }

  async #post<Data>(path: string, { headers }: Pick<LiveCredential, 'headers'>, body: string): Promise<Data> {
    const reply = await fetch(`${this.#service.url}/orchestration-api/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(30_000),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: Data }).data;
  }
}

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
