import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdTime, passTime } from '../../testing/pass-time.ts';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import { systemClock } from '../clock.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { createDeliveryHandler } from './delivery-handler.ts';
import { createEndpointPlaces } from './endpoint-places.ts';

describe('the places of an endpoint', () => {
  it('begin at two, grow with each delivery to sixteen, and fall to one with a failure', () => {
    const places = createEndpointPlaces();
    expect(places.limitOf('a')).toBe(2);
    places.learn('a', true);
    expect(places.limitOf('a')).toBe(3);
    for (let count = 0; count < 50; count += 1) places.learn('a', true);
    expect(places.limitOf('a')).toBe(16);
    places.learn('a', false);
    expect([places.limitOf('a'), places.limitOf('b')]).toEqual([1, 2]);
  });
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
    for (let index = 0; index < 200; index += 1) await world.addEndpoint(`https://hung-${index}.example/`);
    for (let count = 0; count < 2; count += 1) await world.emit(execution.id);
    await world.addEndpoint('https://healthy.example/');
    await world.emit(execution.id);
    world.respond = ({ url, signal }) =>
      url.startsWith('https://hung')
        ? new Promise((resolve) => {
            const give = () => resolve({ kind: 'failed', failure: 'TIMEOUT' });
            setTimeout(give, 15_000);
            signal.addEventListener('abort', give);
          })
        : reply(200);
    const runner = createJobRunner({
      store: world.jobStore(),
      handlers: { deliver: createDeliveryHandler({ ...world.services, clock: systemClock }) },
      clock: systemClock,
      logger: world.services.logger,
    });
    runner.start();
    await passTime(1000);
    expect(world.sent.filter(({ url }) => url === 'https://healthy.example/')).toHaveLength(1);
    const delivered = (await world.deliveries()).filter(({ state }) => state === 'delivered');
    expect(delivered).toHaveLength(1);
    const stopped = runner.stop(0);
    await passTime(1);
    await stopped;
  }, 20_000);
});
