import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../src/accounts/api-key.ts';
import { insertApiKey } from '../src/db/accounts/accounts.ts';
import { createRowSeal } from '../src/db/integrity/sealed-rows.ts';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import { openVault } from '../src/secrets/open-vault.ts';
import { ServiceClient } from './service-client.ts';
import type { ServiceProcess } from './service-process.ts';

/** A credential as sent, and an execution for which it is valid. */
export interface LiveCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly executionId: string;
  /** Only with a webhook key: endpoint and delivery for which it is valid. */
  readonly endpointId?: string;
  readonly deliveryId?: string;
}

/** Operations that a test key may not carry out, because they affect live executions too. */
const liveKeyOperations = ['change-webhook', 'disable-webhook', 'resume-webhook'];

/** Provides credentials that are valid now; earlier requests may have ended any session. */
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
   * Returns a valid credential.
   *
   * @param scheme - security scheme in the OpenAPI document; undefined: no credential.
   * @param operationId - operation to carry out.
   */
  async of(scheme: string | undefined, operationId: string): Promise<LiveCredential> {
    if (scheme === 'webhookKey') {
      this.#webhooks ??= this.#prepareWebhooks();
      const { live, ...webhooks } = await this.#webhooks;
      return liveKeyOperations.includes(operationId) ? { ...webhooks, headers: live } : webhooks;
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

  /** Creates webhook keys as the command line does, and an emitted event. */
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
