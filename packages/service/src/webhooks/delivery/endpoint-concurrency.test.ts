import { describe, expect, it } from 'vitest';
import { simulateDeliveries, stepMs, type Traffic } from '../../../testing/simulated-deliveries.ts';
import { deliveryPlaces } from './delivery-handler.ts';
import { createEndpointConcurrency, type EndpointConcurrency } from './endpoint-concurrency.ts';

/** Makes attempts that end immediately. */
function attempt(
  places: EndpointConcurrency,
  id: string,
  isDelivered = true,
  times = 1,
  durationMs = 0,
): void {
  for (let count = 0; count < times; count += 1) places.begin(id)({ isDelivered, durationMs });
}
const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe('the concurrency of an endpoint', () => {
  let now = 0;
  const createPlaces = (total: number) => createEndpointConcurrency(total, () => now);

  it('starts at one, grows with each delivery to sixteen, and falls to one with a failure', () => {
    const places = createPlaces(512);
    expect(places.limitOf('a')).toBe(1);
    attempt(places, 'a');
    expect(places.limitOf('a')).toBe(2);
    attempt(places, 'a', true, 50);
    expect(places.limitOf('a')).toBe(16);
    attempt(places, 'a', false);
    expect([places.limitOf('a'), places.limitOf('b')]).toEqual([1, 1]);
  });

  it('gives at least one place to each of 1000 prompt endpoints, even if some use all their places', () => {
    const places = createPlaces(deliveryPlaces);
    const warm = named('warm', 1000);
    for (const id of warm) attempt(places, id, true, 15);
    let left = deliveryPlaces;
    for (const some of [warm.slice(0, 200), warm.slice(200, 400), warm.slice(400)]) {
      left = fill(places, left, some);
      now += 1001;
    }
    for (const id of warm) expect(underWay.get(places)?.get(id), id).toBeGreaterThanOrEqual(1);
    expect(left).toBeGreaterThan(0);
  });

  it('gives all sixteen places to a prompt endpoint while 200 others never responded or failed last', {
    tags: ['DHOOK-59'],
  }, () => {
    const places = createPlaces(1024);
    const hung = named('hung', 200);
    for (const id of hung.slice(100)) attempt(places, id, false);
    attempt(places, 'healthy', true, 15);
    expect(fill(places, 1024, hung)).toBe(824);
    expect(fill(places, 824, ['healthy'])).toBe(808);
  });

  it('gives all sixteen places to a prompt and to a slow endpoint, a second after 200 with sixteen places stop responding', {
    tags: ['DHOOK-59'],
  }, () => {
    const places = createPlaces(deliveryPlaces);
    const hung = named('hung', 200);
    for (const id of [...hung, 'healthy']) attempt(places, id, true, 15);
    attempt(places, 'slow', true, 15, 14_000);
    const left = fill(places, deliveryPlaces, hung);
    expect(left).toBeGreaterThanOrEqual(deliveryPlaces / 2);
    now += 1001;
    const rest = fill(places, left, hung);
    expect(rest, 'they leave a quarter').toBeGreaterThanOrEqual(deliveryPlaces / 4);
    expect(fill(places, rest, ['healthy'])).toBe(rest - 16);
    expect(fill(places, rest - 16, ['slow'])).toBe(rest - 32);
  });

  it('keeps the places of an endpoint that delivered promptly, regardless of other endpoints', {
    tags: ['DHOOK-59'],
  }, () => {
    const places = createPlaces(1024);
    const others = named('other', 200);
    for (const id of [...others, 'healthy']) attempt(places, id, true, 15);
    const ends = Array.from({ length: 14 }, () => places.begin('healthy'));
    for (const end of ends) end({ isDelivered: true, durationMs: 250 });
    const left = fill(places, 1024, others);
    expect(fill(places, left, ['late'])).toBe(left - 1);
    expect(fill(places, left - 1, ['healthy'])).toBeLessThanOrEqual(left - 1 - 14);
  });

  it('gives sixteen places to each of 200 slow endpoints, and to a prompt one', {
    tags: ['DHOOK-59'],
  }, () => {
    const places = createPlaces(deliveryPlaces);
    const slow = named('slow', 200);
    for (const id of slow) attempt(places, id, true, 15, 14_000);
    attempt(places, 'healthy', true, 15);
    const left = fill(places, deliveryPlaces, slow);
    expect(left).toBe(deliveryPlaces - 200 * 16);
    expect(fill(places, left, ['healthy'])).toBe(left - 16);
  });

  it('gives at most three quarters of the places to slow endpoints, in addition to the first of each', () => {
    const places = createPlaces(1024);
    const slow = named('slow', 200);
    for (const id of slow) attempt(places, id, true, 15, 14_000);
    expect(fill(places, 1024, slow)).toBeGreaterThanOrEqual(1024 / 32);
    for (const id of slow) expect(underWay.get(places)?.get(id), id).toBeGreaterThanOrEqual(1);
  });

  it('reserves an eighth of the places that failing endpoints cannot take, however many they are', () => {
    const places = createPlaces(512);
    const failing = named('failing', 1000);
    for (const id of failing) attempt(places, id, false);
    expect(fill(places, 512, failing)).toBe(64);
    expect(fill(places, 64, ['new'])).toBe(63);
  });

  it('reserves places that unknown endpoints cannot take, for slow and prompt ones', () => {
    const places = createPlaces(512);
    const unknown = named('new', 1000);
    attempt(places, 'healthy', true);
    attempt(places, 'slow', true, 1, 5000);
    expect(fill(places, 512, unknown)).toBe(32);
    expect(fill(places, 32, ['slow', 'healthy'])).toBe(30);
  });

  /** Lets each endpoint in turn start as many attempts as allowed. @returns the number of free places. */
  function fill(places: EndpointConcurrency, free: number, endpoints: readonly string[]): number {
    const allocator = places.allocate();
    let left = free;
    for (const id of endpoints) {
      let count = underWay.get(places)?.get(id) ?? 0;
      while (count < places.limitOf(id) && left > allocator.mustLeave(id, count)) {
        allocator.take(id, count);
        places.begin(id);
        count += 1;
        left -= 1;
      }
      underWay.set(places, (underWay.get(places) ?? new Map<string, number>()).set(id, count));
    }
    return left;
  }
  const underWay = new WeakMap<EndpointConcurrency, Map<string, number>>();
});

describe('the events of an endpoint beside other endpoints', () => {
  const receivers = [
    { answering: 'in a quarter of a second', replyMs: 250, everyMs: 50 },
    { answering: 'in a second', replyMs: 1000, everyMs: 100 },
    { answering: 'in 1.1 seconds', replyMs: 1100, everyMs: 100 },
    { answering: 'in 5 seconds', replyMs: 5000, everyMs: 400 },
    { answering: 'in 14 seconds', replyMs: 14_000, everyMs: 1000 },
  ] as const;
  type Others = { count: number; each: number; before: number | null; after: number | 'hung' };
  const crowds: Record<string, Others> = {
    '200 that never responded': { count: 200, each: 6, before: null, after: 'hung' },
    '200 that were prompt and stop responding': { count: 200, each: 20, before: 100, after: 'hung' },
    '20 that were prompt and stop responding': { count: 20, each: 40, before: 100, after: 'hung' },
    '200 that were slow and stop responding': { count: 200, each: 20, before: 5000, after: 'hung' },
    '200 that respond after 14 seconds': { count: 200, each: 40, before: 14_000, after: 14_000 },
    '200 that were prompt and respond after 14 seconds': { count: 200, each: 40, before: 100, after: 14_000 },
    '1000 that were prompt and stop responding': { count: 1000, each: 6, before: 100, after: 'hung' },
  };
  const [othersAt, untilMs] = [2000, 20_000];

  it.each(
    receivers.flatMap((receiver) =>
      Object.keys(crowds).map((beside) => ({ answering: receiver.answering, beside, receiver })),
    ),
  )(
    'delays no event of an endpoint that responds $answering, beside $beside',
    { tags: ['DHOOK-59'] },
    ({ beside, receiver }) => {
      const alone = waitsOf(receiver);
      const together = waitsOf(receiver, crowds[beside]);
      expect(Math.max(...alone), 'it keeps up').toBeLessThanOrEqual(stepMs);
      expect(Math.max(...together.map((ms, index) => ms - alone[index]!))).toBeLessThanOrEqual(stepMs);
    },
  );

  it('delays events of an endpoint that has become slow at most until its first slow response, beside 200 unresponsive ones', {
    tags: ['DHOOK-59'],
  }, () => {
    const receiver = { before: 250, replyMs: 5000, everyMs: 400 };
    const together = waitsOf(receiver, crowds['200 that were prompt and stop responding']);
    expect(Math.max(...together)).toBeLessThanOrEqual(receiver.replyMs);
  });

  /** Measures how long each event waits, once the endpoint has earned all its places. */
  function waitsOf(
    { before, replyMs, everyMs }: { before?: number; replyMs: number; everyMs: number },
    others?: Others,
  ): number[] {
    const clock = { time: 0 };
    const places = createEndpointConcurrency(deliveryPlaces, () => clock.time);
    const crowd = named('other', others?.count ?? 0);
    const traffic: Traffic[] = crowd.map((id) => ({
      id,
      at: new Array<number>(others!.each).fill(othersAt),
      replyMs: others!.after,
    }));
    const earned = others?.before ?? null;
    if (earned !== null) for (const id of crowd) attempt(places, id, true, 15, earned);
    attempt(places, 'receiver', true, 15, before ?? replyMs);
    const at = Array.from({ length: untilMs / everyMs - 1 }, (_, index) => index * everyMs);
    clock.time += 2000;
    const waits = simulateDeliveries([...traffic, { id: 'receiver', at, replyMs }], places, clock, {
      total: deliveryPlaces,
      untilMs,
    });
    return waits.get('receiver')!;
  }
});
