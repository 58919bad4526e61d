import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdTime, passTime } from '../../testing/pass-time.ts';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import { systemClock } from '../clock.ts';
import { createJobRunner, type JobRunner } from '../jobs/job-runner.ts';
import { createDeliveryHandler } from './delivery-handler.ts';
import { createEndpointPlaces, type EndpointPlaces } from './endpoint-places.ts';

describe('the places of an endpoint', () => {
  it('begin at one, grow with each delivery to sixteen, and fall to one with a failure', () => {
    const places = createEndpointPlaces(512);
    expect(places.limitOf('a')).toBe(1);
    places.learn('a', true);
    expect(places.limitOf('a')).toBe(2);
    for (let count = 0; count < 50; count += 1) places.learn('a', true);
    expect(places.limitOf('a')).toBe(16);
    places.learn('a', false);
    expect([places.limitOf('a'), places.limitOf('b')]).toEqual([1, 1]);
  });

  it('are left for 256 endpoints with nothing under way, whatever those do that earned the most', () => {
    const places = createEndpointPlaces(512);
    const warm = Array.from({ length: 250 }, (_, index) => `warm-${index}`);
    for (const id of warm) for (let count = 0; count < 15; count += 1) places.learn(id, true);
    expect(fill(places, 512, warm.slice(0, 10))).toBe(512 - 132);
    expect(fill(places, 512, warm.slice(0, 72))).toBe(256);
    expect(fill(places, 256, warm.slice(72))).toBe(256 - 178);
  });

  it('are all sixteen for one that keeps up, beside 200 that never answered or failed last', () => {
    const places = createEndpointPlaces(1024);
    const hung = Array.from({ length: 200 }, (_, index) => `hung-${index}`);
    for (const id of hung.slice(100)) places.learn(id, false);
    for (let count = 0; count < 15; count += 1) places.learn('healthy', true);
    expect(fill(places, 1024, hung)).toBe(824);
    expect(fill(places, 824, ['healthy'])).toBe(808);
  });

  it('are a quarter out of reach of endpoints that fail, however many they are', () => {
    const places = createEndpointPlaces(512);
    const failing = Array.from({ length: 1000 }, (_, index) => `failing-${index}`);
    for (const id of failing) places.learn(id, false);
    expect(fill(places, 512, failing)).toBe(128);
    expect(fill(places, 128, ['new'])).toBe(127);
    places.learn('failing-0', true);
    expect(fill(places, 128, ['failing-0'])).toBe(127);
  });

  /** Lets each endpoint in turn take all the places that it may. @returns how many are left free. */
  function fill(places: EndpointPlaces, free: number, endpoints: readonly string[]): number {
    let left = free;
    for (const id of endpoints) {
      let count = 0;
      while (count < places.limitOf(id) && left > places.mustLeave(id, count)) {
        count += 1;
        left -= 1;
      }
    }
    return left;
  }
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
