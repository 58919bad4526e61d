import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { lendTestDatabase } from '../../testing/open-test-database.ts';
import { systemClock, systemElapsed } from '../clock.ts';
import { openPostgres } from '../db/opening/postgres/open-postgres.ts';
import { StateWatch } from '../executions/session/state-watch.ts';
import { createLogger } from '../logging/logger.ts';
import { type JoinedInstance, joinInstances } from './join-instances.ts';

const logger = createLogger({ level: 'error', clock: systemClock, write: () => {} });
const noLimit = { perSecond: 1_000_000, burst: 1_000_000 };
/** Longer than the test, so that only a wake ends a wait. */
const waitMs = 20_000;
const never = new AbortController().signal;

let url: string;
let giveBack: () => Promise<void>;
/** Instance that changes an execution. */
let writer: InProcessService;
let page: Page;
let executionId: string;
/** Another instance, with waiting polls. */
let watch: StateWatch;
let joined: JoinedInstance;
let connectionName: string;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  ({ url, giveBack } = await lendTestDatabase());
  writer = await InProcessService.open(noLimit, () => openPostgres(url));
  ends.push(() => writer.close());
  const account = await writer.addAccount('A shop');
  const workflowId = await writer.addWorkflow(account.id, documentWorkflow);
  const { data } = await new Backend(writer, account.apiKey).start({ workflowId, inputs: { user_id: 'u' } });
  executionId = data.executionId;
  page = new Page(writer);
  await page.init(data.token);
  const database = await openPostgres(url);
  ends.push(() => database.close());
  watch = new StateWatch();
  connectionName = database.sharing!.connectionName;
  joined = await joinInstances(database.sharing!, {
    checks: 'all',
    watch,
    now: Date.now,
    elapsed: systemElapsed,
    logger,
    endLeases: async () => 0,
    endOwnLeases: async () => 0,
    wakeJobs: () => {},
  });
  ends.push(() => joined.leave());
  await isHeard();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await giveBack();
});

const isHeard = () => vi.waitFor(() => expect(joined.isHeard()).toBe(true), { timeout: 10_000 });

/**
 * Waits like a long poll at the other instance.
 *
 * @returns the time waited, in ms.
 */
async function waitWhile(work: () => Promise<unknown>): Promise<number> {
  const change = watch.listen(executionId);
  const waiting = change.wait(waitMs, never);
  await work();
  const begun = performance.now();
  await waiting;
  return performance.now() - begun;
}

/** Breaks the line of the other instance. */
async function cut(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and query like 'listen%'`,
    [connectionName],
  );
  await client.end();
  expect(rowCount).toBe(1);
}

describe('a poll that waits at another instance', () => {
  it('wakes when a step begins, a capture is stored, and a window opens', async () => {
    expect(await waitWhile(() => page.post('begin'))).toBeLessThan(waitMs / 2);
    const front = 'steps/document/attempts/1/captures/front';
    expect(await waitWhile(() => page.put(front, jpegOf('a')))).toBeLessThan(waitMs / 2);
    const opened = async () => {
      await writer.database.main
        .insertInto('popup_windows')
        .values({
          execution_id: executionId,
          ticket_hash: 'hash',
          opener_epoch: 1,
          window_epoch: null,
          nonce_hash: null,
          visits: 0,
          expires_at: 0,
          gone_at: null,
          seq: 1,
          opened: 0,
          started: 0,
          ending: null,
          over: null,
          sealed_look: null,
        })
        .execute();
    };
    expect(await waitWhile(opened)).toBeLessThan(waitMs / 2);
  });

  it('stays asleep when the transaction is rolled back', async () => {
    const woken = vi.fn();
    watch.listenToAll(woken);
    const failing = writer.services.store.transact({ execution: executionId }, async (transaction) => {
      await transaction.update(executionId, { seq: 99 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await page.post('begin');
    await vi.waitFor(() => expect(woken).toHaveBeenCalled(), { timeout: 5000 });
    expect(woken).toHaveBeenCalledExactlyOnceWith(executionId);
  });

  it('wakes although the line is broken, and receives notifications again after it reopens', {
    timeout: 30_000,
  }, async () => {
    await cut();
    await vi.waitFor(() => expect(joined.isHeard()).toBe(false), { timeout: 5000, interval: 5 });
    expect(await waitWhile(() => page.post('begin'))).toBeLessThan(waitMs / 2);
    await isHeard();
    const front = 'steps/document/attempts/1/captures/front';
    expect(await waitWhile(() => page.put(front, jpegOf('a')))).toBeLessThan(waitMs / 2);
  });
});
