import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../src/accounts/api-key.ts';
import { insertApiKey } from '../src/db/accounts/accounts.ts';
import { createRowSeal } from '../src/db/integrity/sealed-rows.ts';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import { openVault } from '../src/secrets/master-key.ts';
import { ServiceClient } from './service-client.ts';
import type { ServiceProcess } from './service-process.ts';

/** A credential as it is sent, and an execution that it is good for. */
export interface LiveCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly executionId: string;
  /** Endpoint of events, and one on its way there; with a key for webhooks alone. */
  readonly endpointId?: string;
  readonly deliveryId?: string;
}

/** Whether events go to an endpoint, those of live executions too, is nothing for a test key to say. */
const ofLiveKeysAlone = ['change-webhook', 'disable-webhook', 'resume-webhook'];

/** Credentials that are good now: what was sent before may have ended any session. */
export class LiveCredentials {
  readonly #service: ServiceProcess;
  readonly #client: ServiceClient;
  #started: ReturnType<ServiceClient['start']> | undefined;
  #webhooks: Promise<LiveCredential & { readonly live: LiveCredential['headers'] }> | undefined;

  constructor(service: ServiceProcess) {
    this.#service = service;
    this.#client = new ServiceClient(service);
  }

  /**
   * @param scheme - as the description of the API names it; undefined: none is asked for.
   * @param operationId - what it is for.
   */
  async of(scheme: string | undefined, operationId: string): Promise<LiveCredential> {
    if (scheme === 'webhookKey') {
      this.#webhooks ??= this.#prepareWebhooks();
      const { live, ...webhooks } = await this.#webhooks;
      return ofLiveKeysAlone.includes(operationId) ? { ...webhooks, headers: live } : webhooks;
    }
    const { apiKey } = this.#service.development;
    if (scheme === undefined || scheme === 'apiKey') {
      this.#started ??= this.#start();
      const { executionId } = await this.#started;
      return { headers: scheme === undefined ? {} : { 'x-api-key': apiKey }, executionId };
    }
    const { executionId, token } = await this.#start();
    return { headers: { authorization: `Bearer ${await this.#secret(scheme, token)}` }, executionId };
  }

  /** Keys for webhooks, as the command line makes them, and an event that was emitted. */
  async #prepareWebhooks() {
    const database = await joinDatabase(this.#service.folder);
    const { id: accountId } = await database.main
      .selectFrom('accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    const rows = createRowSeal(openVault({ text: undefined, directory: this.#service.folder }));
    const headersOf = async (mode: 'test' | 'live') => {
      const { key, id, hash } = createApiKey(mode);
      const entry = {
        id,
        accountId,
        hash,
        mode,
        purpose: 'webhooks',
        name: null,
        workflowIds: null,
      } as const;
      await insertApiKey(database.main, rows, { ...entry, now: Date.now() });
      return { 'x-api-key': key };
    };
    const [headers, live] = [await headersOf('test'), await headersOf('live')];
    const inputs = { user_id: 'u', email: 'u@example.com', phone_number: '+49 30 901820' };
    const { executionId } = await this.#client.start('E-mail and phone', inputs);
    for (;;) {
      const { main } = database;
      const delivery = await main.selectFrom('webhook_deliveries').selectAll().executeTakeFirst();
      if (delivery) {
        await database.close();
        const { id: deliveryId, endpoint_id: endpointId } = delivery;
        return { headers, live, executionId, endpointId, deliveryId };
      }
      await pause(10);
    }
  }

  #start() {
    return this.#client.start('Identity document', { user_id: 'u' });
  }

  async #secret(scheme: string, token: string): Promise<string> {
    if (scheme === 'sessionToken') return token;
    if (scheme === 'linkSecret')
      return new URL((await this.#client.link('Identity document')).redirectUrl).hash.slice(1);
    const { sessionKey } = await this.#client.init(token);
    await this.#client.begin(sessionKey);
    return sessionKey;
  }
}
