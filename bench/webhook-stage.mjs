// The service in a separate process with receivers beside it, for measuring webhooks.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addAccounts, openHungReceiver } from './hung-receivers.mjs';
import { freePort, MeasuredServer } from './measured-server.mjs';

/** Accepts all events and records when each arrived and how long after its commit. Replies after a delay. */
async function openReceiver(answersAfterMs = 0) {
  const arrivals = new Map();
  const server = createServer(async (request, response) => {
    const arrivedAt = Date.now();
    const parts = [];
    for await (const part of request) parts.push(part);
    if (answersAfterMs > 0) setTimeout(() => response.writeHead(204).end(), answersAfterMs);
    else response.writeHead(204).end();
    const { timestamp, data } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const name = `${data.id} ${request.headers['webhook-sequence']}`;
    // A repeated event has arrived before.
    if (!arrivals.has(name)) arrivals.set(name, { arrivedAt, latencyMs: arrivedAt - Date.parse(timestamp) });
  });
  await listening(server);
  return { arrivals, server };
}

const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** Delay of the slow receiver's replies. */
export const slowMs = 3000;

export class WebhookStage {
  #folder = mkdtempSync(join(tmpdir(), 'vo-bench-'));
  #origin = '';
  #receiver;
  #slow;
  #hung;
  #service;
  #development;

  static async open() {
    const stage = new WebhookStage();
    stage.#receiver = await openReceiver();
    stage.#slow = await openReceiver(slowMs);
    stage.#hung = await openHungReceiver();
    const port = await freePort();
    stage.#origin = `http://127.0.0.1:${port}`;
    stage.#service = await MeasuredServer.start('../packages/service/dist/bundled/main.js', {
      environment: {
        PORT: String(port),
        DEMO_PORT: String(stage.#receiver.server.address().port),
        DATA_DIR: stage.#folder,
        LOG_LEVEL: 'error',
        RATE_LIMIT: '1000000',
      },
      healthUrl: `${stage.#origin}/healthz`,
    });
    stage.#development = JSON.parse(readFileSync(join(stage.#folder, 'dev.json'), 'utf8'));
    return stage;
  }

  /** Arrivals by execution and sequence number. */
  get arrivals() {
    return this.#receiver.arrivals;
  }

  /** Number of requests that currently wait for a reply that never comes. */
  get hanging() {
    return this.#hung.waiting;
  }

  /**
   * Adds accounts with endpoints that hang.
   *
   * @returns the arguments of `start` for each account.
   */
  addHungAccounts(accounts, endpoints) {
    return addAccounts(this.#folder, { accounts, endpoints, url: this.#hung.url });
  }

  /** Makes the hanging endpoints reply at once while some work runs. */
  async whileAnswering(work) {
    this.#hung.answers = true;
    await work();
    this.#hung.answers = false;
  }

  /** Number of requests to which the hanging endpoints have replied. */
  get answered() {
    return this.#hung.answered;
  }

  /**
   * Adds an account with one endpoint, which accepts events but replies late.
   *
   * @returns the argument of `start`.
   */
  async addSlowAccount() {
    const url = `http://127.0.0.1:${this.#slow.server.address().port}/webhooks`;
    return (await addAccounts(this.#folder, { accounts: 1, endpoints: 1, url }))[0];
  }

  /** Returns when the end of an execution arrived at the slow receiver. */
  async lateArrival(id) {
    while (!this.#slow.arrivals.has(`${id} 1`)) await pause(1);
    return this.#slow.arrivals.get(`${id} 1`);
  }

  usage() {
    return this.#service.usage();
  }

  /**
   * Starts an execution without a user, in the development account or another one.
   *
   * @returns its id.
   */
  start({ apiKey, workflowId } = this.#ofDevelopment()) {
    const inputs = { user_id: 'bench', email: 'bench@example.com', phone_number: '+49 30 901820' };
    return this.#ask('POST', 'init-workflow', apiKey, { workflowId, inputs }).then(
      ({ executionId }) => executionId,
    );
  }

  /** Creates one more event of an execution. */
  decide(id) {
    return this.#ask('PATCH', `workflow-execution/${id}`, this.#ofDevelopment().apiKey, {
      status: 'APPROVED',
    });
  }

  async arrived(id, sequence) {
    while (!this.arrivals.has(`${id} ${sequence}`)) await pause(1);
    return this.arrivals.get(`${id} ${sequence}`);
  }

  async close() {
    await this.#service.stop();
    for (const { server } of [this.#receiver, this.#slow]) {
      server.close();
      server.closeAllConnections();
    }
    this.#hung.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #ofDevelopment() {
    const { apiKey, workflows } = this.#development;
    return { apiKey, workflowId: workflows.find(({ name }) => name === 'E-mail and phone').id };
  }

  async #ask(method, path, apiKey, body) {
    const reply = await fetch(`${this.#origin}/orchestration-api/v1/${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    return (await reply.json()).data;
  }
}
