import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdTime, passTime } from '../../testing/pass-time.ts';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import { systemClock } from '../clock.ts';
import { createJobRunner, type JobRunner } from '../jobs/job-runner.ts';
import { createDeliveryHandler } from './delivery-handler.ts';
import { createEndpointPlaces, type EndpointPlaces } from './endpoint-places.ts';

describe('the places of an endpoint', () => {
  let now = 0;
  const createPlaces = (total: number) => createEndpointPlaces(total, () => now);
  /** Attempts that end at once. */
  const attempt = (places: EndpointPlaces, id: string, isDelivered = true, times = 1, durationMs = 0) => {
    for (let count = 0; count < times; count += 1) places.begin(id)({ isDelivered, durationMs });
  };

  it('begin at one, grow with each delivery to sixteen, and fall to one with a failure', () => {
    const places = createPlaces(512);
    expect(places.limitOf('a')).toBe(1);
    attempt(places, 'a');
    expect(places.limitOf('a')).toBe(2);
    attempt(places, 'a', true, 50);
    expect(places.limitOf('a')).toBe(16);
    attempt(places, 'a', false);
    expect([places.limitOf('a'), places.limitOf('b')]).toEqual([1, 1]);
  });

  it('are left for 256 endpoints with nothing under way, whatever those do that earned the most', () => {
    const places = createPlaces(512);
    const warm = Array.from({ length: 250 }, (_, index) => `warm-${index}`);
    for (const id of warm) attempt(places, id, true, 15);
    // Half of what is beyond the first of each, and what those take that have none yet.
    const left = fill(places, 512, warm.slice(0, 50));
    expect(left).toBeGreaterThanOrEqual(512 - 50 - 128);
    now += 1001;
    const rest = fill(places, left, warm.slice(50, 100));
    expect(rest).toBeLessThan(left - 50);
    expect(rest).toBeGreaterThanOrEqual(512 - 100 - 128 - 64);
    now += 1001;
    expect(fill(places, rest, warm.slice(100))).toBeGreaterThanOrEqual(512 - 250 - 256);
  });

  it('are all sixteen for one that keeps up, beside 200 that never answered or failed last', () => {
    const places = createPlaces(1024);
    const hung = Array.from({ length: 200 }, (_, index) => `hung-${index}`);
    for (const id of hung.slice(100)) attempt(places, id, false);
    attempt(places, 'healthy', true, 15);
    expect(fill(places, 1024, hung)).toBe(824);
    expect(fill(places, 824, ['healthy'])).toBe(808);
  });

  it('are all sixteen for one that keeps up, a second after 200 that had earned as many hang', () => {
    const places = createPlaces(1024);
    const hung = Array.from({ length: 200 }, (_, index) => `hung-${index}`);
    for (const id of [...hung, 'healthy']) attempt(places, id, true, 15);
    const left = fill(places, 1024, hung);
    expect(left).toBeGreaterThanOrEqual(1024 - 200 - 256);
    now += 1001;
    expect(fill(places, left, hung), 'they take no more').toBe(left);
    expect(fill(places, left, ['healthy'])).toBe(left - 16);
  });

  it('stay with one that gave them back promptly, whoever else asks', () => {
    const places = createPlaces(1024);
    const others = Array.from({ length: 200 }, (_, index) => `other-${index}`);
    for (const id of [...others, 'healthy']) attempt(places, id, true, 15);
    const ends = Array.from({ length: 6 }, () => places.begin('healthy'));
    for (const end of ends) end({ isDelivered: true, durationMs: 250 });
    const left = fill(places, 1024, others);
    expect(fill(places, left, ['healthy'])).toBe(left - 6);
  });

  it('are more than one for an endpoint that takes all it is sent, but slowly, and an eighth for all those', () => {
    const places = createPlaces(1024);
    const slow = Array.from({ length: 200 }, (_, index) => `slow-${index}`);
    for (const id of slow) attempt(places, id, true, 15, 14_000);
    const left = fill(places, 1024, slow.slice(0, 1));
    expect(left).toBeLessThan(1024 - 10);
    expect(fill(places, left, slow.slice(1))).toBeGreaterThanOrEqual(1024 - 200 - 128);
  });

  it('are a quarter out of reach of endpoints that fail, however many they are', () => {
    const places = createPlaces(512);
    const failing = Array.from({ length: 1000 }, (_, index) => `failing-${index}`);
    for (const id of failing) attempt(places, id, false);
    expect(fill(places, 512, failing)).toBe(128);
    expect(fill(places, 128, ['new'])).toBe(127);
  });

  it('are an eighth out of reach of those that nothing is known of, and there for who was prompt', () => {
    const places = createPlaces(512);
    const unknown = Array.from({ length: 1000 }, (_, index) => `new-${index}`);
    attempt(places, 'healthy', true);
    expect(fill(places, 512, unknown)).toBe(64);
    expect(fill(places, 64, ['healthy'])).toBe(63);
  });

  /** Lets each endpoint in turn begin as many attempts as it may. @returns how many places are left free. */
  function fill(places: EndpointPlaces, free: number, endpoints: readonly string[]): number {
    const deal = places.deal();
    let left = free;
    for (const id of endpoints) {
      let count = underWay.get(places)?.get(id) ?? 0;
      while (count < places.limitOf(id) && left > deal.mustLeave(id, count)) {
        deal.take(id, count);
        places.begin(id);
        count += 1;
        left -= 1;
      }
      underWay.set(places, (underWay.get(places) ?? new Map<string, number>()).set(id, count));
    }
    return left;
  }
  const underWay = new WeakMap<EndpointPlaces, Map<string, number>>();
});

describe('two hundred endpoints that hang', () => {
  let world: WebhookWorld;
  beforeEach(async () => {
    holdTime();
    world = await WebhookWorld.open();
  });
  afterEach(async () => {
    await world.close();
    vi.useRealTimers();
  });

  it('delay no event of a healthy one, although theirs were queued first', async () => {
    const execution = await world.addExecution();
    await addTwoHundred();
    for (let count = 0; count < 2; count += 1) await world.emit(execution.id);
    await world.addEndpoint('https://healthy.example/');
    await world.emit(execution.id);
    hang();
    const runner = startRunner();
    await passTime(1000);
    expect(world.sent.filter(({ url }) => url === 'https://healthy.example/')).toHaveLength(1);
    const delivered = (await world.deliveries()).filter(({ state }) => state === 'delivered');
    expect(delivered).toHaveLength(1);
    await stop(runner);
  }, 20_000);

  it('delay none when they took deliveries before, and have more places for it', async () => {
    const execution = await world.addExecution();
    await addTwoHundred();
    for (let count = 0; count < 2; count += 1) await world.emit(execution.id);
    const runner = startRunner();
    while ((await world.jobs()).length > 0) await passTime(500);
    expect(world.sent).toHaveLength(400);
    hang();
    for (let count = 0; count < 4; count += 1) await world.emit(execution.id);
    runner.wake();
    await passTime(1000);
    const hung = world.sent.slice(400).map(({ url }) => url);
    expect(new Set(hung).size).toBe(200);
    expect(hung.length).toBeLessThan(1024);
    expect(Math.max(...hung.map((url) => hung.filter((other) => other === url).length))).toBe(3);
    await world.addEndpoint('https://healthy.example/', ['orchestration/workflow_execution_updated']);
    await world.emit(execution.id, 'orchestration/workflow_execution_updated');
    runner.wake();
    await passTime(1000);
    expect(world.sent.filter(({ url }) => url === 'https://healthy.example/')).toHaveLength(1);
    await stop(runner);
  }, 20_000);

  async function addTwoHundred() {
    for (let index = 0; index < 200; index += 1) await world.addEndpoint(`https://hung-${index}.example/`);
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
      handlers: { deliver: createDeliveryHandler({ ...world.services, clock: systemClock }) },
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

describe('a busy endpoint that answers in a quarter of a second', () => {
  const finished = 'orchestration/workflow_execution_finished';
  const updated = 'orchestration/workflow_execution_updated';
  const everyMs = 50;
  let world: WebhookWorld;
  beforeEach(async () => {
    holdTime();
    world = await WebhookWorld.open();
  });
  afterEach(async () => {
    await world.close();
    vi.useRealTimers();
  });

  it.each([
    ['hangs', (count: number) => (count === 60 ? 15_000 : 250)],
    ['in fifty takes three seconds', (count: number) => (count % 50 === 49 ? 3000 : 250)],
    ['in twenty takes one and a half', (count: number) => (count % 20 === 19 ? 1500 : 250)],
  ])(
    'goes on at once while one of its requests %s',
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
        handlers: { deliver: createDeliveryHandler({ ...world.services, clock: systemClock }) },
        clock: systemClock,
        logger: world.services.logger,
      });
      runner.start();
      for (let step = 0; step < 200; step += 1) {
        emitted.push(Date.now());
        await world.announce(id, updated, Date.now());
        runner.wake();
        await passTime(everyMs);
      }
      const latencies = emitted.map(
        (at, index) => (begun.get(String(index + 1)) ?? Number.POSITIVE_INFINITY) - at,
      );
      // It earns its places within the first two seconds.
      expect(Math.max(...latencies.slice(40))).toBeLessThanOrEqual(2 * everyMs);
      const stopped = runner.stop(0);
      await passTime(1);
      await stopped;
    },
    60_000,
  );

  it.each([
    { beside: '200 that never answered', others: 200, before: 0, queued: 6, replies: 'never', seconds: 6 },
    {
      beside: '200 that took deliveries and then hang',
      others: 200,
      before: 6,
      queued: 6,
      replies: 'never',
      seconds: 6,
    },
    {
      beside: '200 that answer after 14 seconds',
      others: 200,
      before: 6,
      queued: 6,
      replies: 'late',
      seconds: 6,
    },
    {
      beside: '20 that took deliveries and then hang',
      others: 20,
      before: 16,
      queued: 40,
      replies: 'never',
      seconds: 6,
    },
    {
      beside: '20 that answer after 14 seconds',
      others: 20,
      before: 16,
      queued: 40,
      replies: 'late',
      seconds: 16,
    },
  ] as const)(
    'gets 20 events a second at once beside $beside',
    async ({ others, before, queued, replies, seconds }) => {
      const { id } = await world.addExecution();
      for (let index = 0; index < others; index += 1) await world.addEndpoint(`https://${index}.example/`);
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
        handlers: { deliver: createDeliveryHandler({ ...world.services, clock: systemClock }) },
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
      for (let count = 0; count < before; count += 1) await world.announce(id, finished, Date.now());
      await runBusy(2);
      lateBy = replies === 'late' ? 14_000 : null;
      for (let count = 0; count < queued; count += 1) await world.announce(id, finished, Date.now());
      const measuredFrom = emitted.length;
      await runBusy(seconds);
      await passTime(10);
      // They are sent in their order.
      const latencies = emitted.map((at, index) => (arrived[index] ?? Number.POSITIVE_INFINITY) - at);
      const sorted = latencies.slice(measuredFrom).sort((a, b) => a - b);
      expect(sorted.at(-1)).toBeLessThan(everyMs);
      const stopped = runner.stop(0);
      await passTime(1);
      await stopped;
    },
    60_000,
  );
});
