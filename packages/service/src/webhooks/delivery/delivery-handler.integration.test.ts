import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLaidDatabase } from '../../../testing/lay-database.ts';
import { holdTime, passTime } from '../../../testing/pass-time.ts';
import { reply, WebhookWorld } from '../../../testing/webhook-world.ts';
import { systemClock } from '../../clock.ts';
import { createJobRunner, type JobRunner } from '../../jobs/job-runner.ts';
import type { OutgoingReply } from '../../outgoing/outgoing.ts';
import { createDeliveryHandler } from './delivery-handler.ts';

const finished = 'orchestration/workflow_execution_finished';
const updated = 'orchestration/workflow_execution_updated';

describe('changes of the system clock', () => {
  it('treats an unresponsive endpoint as stalled even if the clock is set back', {
    tags: ['DHOOK-59'],
  }, async () => {
    const world = await WebhookWorld.open();
    try {
      const { id } = await world.addEndpoint();
      const execution = await world.addExecution();
      for (let count = 0; count < 2; count += 1) await world.emit(execution.id);
      let elapsed = 0;
      const handler = createDeliveryHandler({ ...world.services, elapsed: () => elapsed });
      const claim = {
        kind: 'deliver',
        leaseMs: 30_000,
        limit: 1,
        laneLimit: () => 1,
        running: new Map(),
      } as const;
      const runNext = async () => {
        const [job] = await world.jobStore().claim({ ...claim, now: world.clock.time });
        return handler.run(job!, new AbortController().signal);
      };
      world.respond = () => {
        // The clock is set ahead by a day during the request, which still took a quarter of a second.
        world.clock.time += 24 * 60 * 60_000;
        elapsed += 250;
        return reply(200);
      };
      await runNext();
      expect(await world.attempts()).toMatchObject([{ duration_ms: 250 }]);
      const mustLeave = () => handler.allocate?.(new Map()).mustLeave(id, 1);
      const asPrompt = mustLeave();
      let answer = (_: OutgoingReply) => {};
      const asked = new Promise<void>((resolve) => {
        world.respond = () =>
          new Promise((give) => {
            answer = give;
            resolve();
          });
      });
      const hanging = runNext();
      await asked;
      world.clock.time -= 24 * 60 * 60_000;
      elapsed += 1000;
      expect(mustLeave()).toBe(asPrompt);
      elapsed += 1;
      expect(mustLeave()).toBeGreaterThan(asPrompt!);
      answer(reply(200));
      await hanging;
    } finally {
      await world.close();
    }
  });
});

describe('two hundred unresponsive endpoints', () => {
  let world: WebhookWorld;
  beforeEach(async () => {
    holdTime();
    // Uses a prepared database, because a server does not wait while time is held.
    world = await WebhookWorld.open(openLaidDatabase);
  });
  afterEach(async () => {
    await world.close();
    vi.useRealTimers();
  });

  it('delivers to a healthy endpoint without delay, even if the events of 200 unresponsive ones were queued first', {
    tags: ['DHOOK-59'],
    timeout: 60_000,
  }, async () => {
    const execution = await world.addExecution();
    await addTwoHundred();
    for (let count = 0; count < 2; count += 1) await world.announce(execution.id, finished, Date.now());
    await world.addEndpoint('https://healthy.example/');
    await world.emit(execution.id);
    hang();
    const runner = startRunner();
    await passTime(1000);
    expect(world.sent.filter(({ url }) => url === 'https://healthy.example/')).toHaveLength(1);
    const delivered = (await world.deliveries()).filter(({ state }) => state === 'delivered');
    expect(delivered).toHaveLength(1);
    await stop(runner);
  });

  it('delivers to a healthy endpoint without delay, even if 200 unresponsive ones have earned more slots before', {
    tags: ['DHOOK-59'],
    timeout: 60_000,
  }, async () => {
    const execution = await world.addExecution();
    await addTwoHundred();
    await world.announce(execution.id, finished, Date.now());
    const runner = startRunner();
    while ((await world.jobs()).length > 0) await passTime(500);
    expect(world.sent).toHaveLength(200);
    hang();
    for (let count = 0; count < 3; count += 1) await world.announce(execution.id, finished, Date.now());
    runner.wake();
    await passTime(1000);
    const hung = world.sent.slice(200).map(({ url }) => url);
    expect(new Set(hung).size).toBe(200);
    expect(hung.length).toBeLessThan(1024);
    expect(Math.max(...hung.map((url) => hung.filter((other) => other === url).length))).toBe(2);
    await world.addEndpoint('https://healthy.example/', ['orchestration/workflow_execution_updated']);
    await world.emit(execution.id, 'orchestration/workflow_execution_updated');
    runner.wake();
    await passTime(1000);
    expect(world.sent.filter(({ url }) => url === 'https://healthy.example/')).toHaveLength(1);
    await stop(runner);
  });

  async function addTwoHundred() {
    await world.addEndpoints(Array.from({ length: 200 }, (_, index) => `https://hung-${index}.example/`));
  }

  function hang() {
    world.respond = ({ url, signal }) =>
      url.startsWith('https://hung')
        ? new Promise((resolve) => {
            const give = () => resolve({ kind: 'failed', failure: 'TIMEOUT' });
            setTimeout(give, 15_000);
            signal.addEventListener('abort', give);
          })
        : reply(200);
  }

  function startRunner() {
    const runner = createJobRunner({
      store: world.jobStore(),
      handlers: {
        deliver: createDeliveryHandler({
          ...world.services,
          clock: { ...systemClock, isTrusted: () => true },
          elapsed: Date.now,
        }),
      },
      clock: systemClock,
      logger: world.services.logger,
    });
    runner.start();
    return runner;
  }

  async function stop(runner: JobRunner) {
    const stopped = runner.stop(0);
    await passTime(1);
    await stopped;
  }
});

describe('a busy endpoint that responds in a quarter of a second', () => {
  const everyMs = 50;
  let world: WebhookWorld;
  beforeEach(async () => {
    holdTime();
    // Uses a prepared database, because a server does not wait while time is held.
    world = await WebhookWorld.open(openLaidDatabase);
  });
  afterEach(async () => {
    await world.close();
    vi.useRealTimers();
  });

  it.each([
    ['gets no response', (count: number) => (count === 60 ? 15_000 : 250)],
    ['in fifty takes three seconds', (count: number) => (count % 50 === 49 ? 3000 : 250)],
    ['in twenty takes one and a half seconds', (count: number) => (count % 20 === 19 ? 1500 : 250)],
  ])(
    'delivers to a busy endpoint without delay while one of its requests %s',
    { tags: ['DHOOK-59'], timeout: 60_000 },
    async (_, durationOf) => {
      const { id } = await world.addExecution();
      await world.addEndpoint('https://busy.example/', [updated]);
      const [emitted, begun] = [[] as number[], new Map<string, number>()];
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      let requests = 0;
      world.respond = async ({ headers, signal }) => {
        const sequence = String(headers['webhook-sequence']);
        if (!begun.has(sequence)) begun.set(sequence, Date.now());
        const ms = durationOf(requests++);
        await Promise.race([wait(ms), new Promise((give) => signal.addEventListener('abort', give))]);
        return ms === 15_000 ? { kind: 'failed', failure: 'TIMEOUT' } : reply(200);
      };
      const runner = createJobRunner({
        store: world.jobStore(),
        handlers: {
          deliver: createDeliveryHandler({
            ...world.services,
            clock: { ...systemClock, isTrusted: () => true },
            elapsed: Date.now,
          }),
        },
        clock: systemClock,
        logger: world.services.logger,
      });
      runner.start();
      for (let step = 0; step < 110; step += 1) {
        emitted.push(Date.now());
        await world.announce(id, updated, Date.now());
        runner.wake();
        await passTime(everyMs);
      }
      const latencies = emitted.map(
        (at, index) => (begun.get(String(index + 1)) ?? Number.POSITIVE_INFINITY) - at,
      );
      // Skips the first two seconds, in which the endpoint earns its slots.
      expect(Math.max(...latencies.slice(40))).toBeLessThanOrEqual(2 * everyMs);
      const stopped = runner.stop(0);
      await passTime(1);
      await stopped;
    },
  );

  it('delivers 20 events a second to a busy endpoint without delay beside 20 endpoints that stop responding', {
    tags: ['DHOOK-59'],
    timeout: 60_000,
  }, async () => {
    const { id } = await world.addExecution();
    await world.addEndpoints(Array.from({ length: 20 }, (_, index) => `https://${index}.example/`));
    await world.addEndpoint('https://busy.example/', [updated]);
    const [emitted, arrived] = [[] as number[], [] as number[]];
    let lateBy: number | null = 100;
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    world.respond = async ({ url, signal }) => {
      if (url === 'https://busy.example/') {
        arrived.push(Date.now());
        await wait(250);
        return reply(200);
      }
      await Promise.race([
        wait(lateBy ?? 15_000),
        new Promise((give) => signal.addEventListener('abort', give)),
      ]);
      return lateBy === null ? { kind: 'failed', failure: 'TIMEOUT' } : reply(200);
    };
    const runner = createJobRunner({
      store: world.jobStore(),
      handlers: {
        deliver: createDeliveryHandler({
          ...world.services,
          clock: { ...systemClock, isTrusted: () => true },
          elapsed: Date.now,
        }),
      },
      clock: systemClock,
      logger: world.services.logger,
    });
    runner.start();
    const runBusy = async (seconds: number) => {
      for (let step = 0; step < (seconds * 1000) / everyMs; step += 1) {
        emitted.push(Date.now());
        await world.announce(id, updated, Date.now());
        runner.wake();
        await passTime(everyMs);
      }
    };
    for (let count = 0; count < 8; count += 1) await world.announce(id, finished, Date.now());
    await runBusy(2);
    lateBy = null;
    for (let count = 0; count < 16; count += 1) await world.announce(id, finished, Date.now());
    const measuredFrom = emitted.length;
    await runBusy(3);
    await passTime(10);
    // Matches times by index, because deliveries are sent in order.
    const latencies = emitted.map((at, index) => (arrived[index] ?? Number.POSITIVE_INFINITY) - at);
    const sorted = latencies.slice(measuredFrom).sort((a, b) => a - b);
    expect(sorted.at(-1)).toBeLessThan(everyMs);
    const stopped = runner.stop(0);
    await passTime(1);
    await stopped;
  });
});
