import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertEndpoint } from '../src/db/webhooks/webhook-endpoints.ts';
import type { Outgoing } from '../src/outgoing/outgoing.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import { Backend, documentWorkflow, Page } from '../testing/client.ts';
import { deliverDue } from '../testing/deliver-due.ts';
import { InProcessService } from '../testing/in-process-service.ts';

const dayMs = 24 * 60 * 60 * 1000;
const finished = 'orchestration/workflow_execution_finished';
export const sync = 'orchestration/workflow_execution_sync';
/** Id of an enabled endpoint. */
export const endpoint = 'aaaaaaaa-0000-4000-8000-000000000001';
export const disabled = 'aaaaaaaa-0000-4000-8000-000000000002';

/** Data on which every operation has work to do, and copies of it. */
export class FailpointWorld {
  readonly account: string;
  readonly origin: InProcessService;
  /** Webhook ids of the requests that a receiver got. */
  readonly asked: string[] = [];
  /** An ended execution with a capture; its event is pending for one endpoint and held for another. */
  executionId = '';
  /** Id of a delivered delivery. */
  taken = '';
  /** Id of a pending delivery. */
  pending = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'vo-failpoints-'));
  #copies = 0;

  private constructor(origin: InProcessService, account: string) {
    this.origin = origin;
    this.account = account;
  }

  static async open(): Promise<FailpointWorld> {
    const origin = await InProcessService.open();
    const { id, apiKey } = await origin.addAccount('A shop');
    const world = new FailpointWorld(origin, id);
    await world.#addEndpoints();
    await world.#addExecutions(new Backend(origin, apiKey));
    await world.#ageSecondDelivery();
    await origin.database.emptyLog();
    const isLock = (name: string) => name.includes('service.lock');
    cpSync(origin.folder, join(world.#folder, 'origin'), {
      recursive: true,
      filter: (name) => !isLock(name),
    });
    return world;
  }

  async close(): Promise<void> {
    await this.origin.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Copies the data. @returns the folder of the copy. */
  copyFolder(): string {
    this.#copies += 1;
    const to = join(this.#folder, String(this.#copies));
    cpSync(join(this.#folder, 'origin'), to, { recursive: true });
    this.asked.length = 0;
    return to;
  }

  /** Opens the service on a copy of the data. */
  copy(): Promise<InProcessService> {
    return this.origin.reopenedOn(this.copyFolder());
  }

  /** Creates a receiver that always answers with one status. */
  answering(status: number): Outgoing {
    return {
      send: async ({ headers }) => {
        this.asked.push(String(headers['webhook-id']));
        return { kind: 'replied', status, retryAfter: null, headers: {}, body: new Uint8Array() };
      },
      close: async () => {},
    };
  }

  async #addEndpoints(): Promise<void> {
    const { database, services } = this.origin;
    for (const id of [endpoint, disabled])
      await insertEndpoint(database.main, services.vault, newEndpoint(this.account, id));
    await database.main
      .updateTable('webhook_endpoints')
      .set({ disabled_at: 1, disabled_reason: 'GONE', failing_since: 1 })
      .where('id', '=', disabled)
      .execute();
  }

  /** Adds two executions with delivered events, and a third with a pending one. */
  async #addExecutions(backend: Backend): Promise<void> {
    const workflowId = await this.origin.addWorkflow(this.account, documentWorkflow);
    for (const place of [1, 2, 3]) {
      const { data } = await backend.start({ workflowId, inputs: { user_id: `user ${place}` } });
      const page = new Page(this.origin);
      await page.init(data.token);
      await page.post('begin');
      await page.submitPassport();
      await this.origin.runDueJobs();
      this.executionId = data.executionId;
      if (place < 3) await deliverDue(this.origin, this.answering(204));
    }
  }

  /** Turns one of the delivered deliveries into one that was given up long ago. */
  async #ageSecondDelivery(): Promise<void> {
    const { main } = this.origin.database;
    const longAgo = this.origin.clock.time - 31 * dayMs;
    const rows = await main.selectFrom('webhook_deliveries').select(['id', 'state']).execute();
    const [first, second] = rows.filter(({ state }) => state === 'delivered');
    this.taken = first!.id;
    this.pending = rows.find(({ state }) => state === 'pending')!.id;
    await main
      .updateTable('webhook_deliveries')
      .set({ state: 'undelivered', undelivered_at: longAgo, delivered_at: null, first_delivered_at: null })
      .where('id', '=', second!.id)
      .execute();
    await main
      .updateTable('webhook_attempts')
      .set({ started_at: longAgo })
      .where('delivery_id', '=', second!.id)
      .execute();
  }
}

/** Creates an endpoint with its own secret, to be added. */
export const newEndpoint = (accountId: string, id: string) => ({
  id,
  accountId,
  url: 'https://shop.example/hooks',
  secret: createEndpointSecret(),
  events: [finished, sync] as const,
  createdAt: 0,
});
