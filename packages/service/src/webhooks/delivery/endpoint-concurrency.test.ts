import { describe, expect, it } from 'vitest';
import { simulateDeliveries, stepMs, type Traffic } from '../../../testing/simulated-deliveries.ts';
import { deliverySlots } from './delivery-handler.ts';
import { createEndpointConcurrency, type EndpointConcurrency } from './endpoint-concurrency.ts';

/** Makes attempts that end immediately. */
function attempt(
  concurrency: EndpointConcurrency,
  id: string,
  isDelivered = true,
  times = 1,
  durationMs = 0,
): void {
  for (let count = 0; count < times; count += 1) concurrency.begin(id)({ isDelivered, durationMs });
}
const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe('the concurrency of an endpoint', () => {
  let now = 0;
  const createConcurrency = (total: number) => createEndpointConcurrency(total, () => now);

  it('starts at one, grows with each delivery to sixteen, and falls to one with a failure', () => {
    const concurrency = createConcurrency(512);
    expect(concurrency.limitOf('a')).toBe(1);
    attempt(concurrency, 'a');
    expect(concurrency.limitOf('a')).toBe(2);
    attempt(concurrency, 'a', true, 50);
    expect(concurrency.limitOf('a')).toBe(16);
    attempt(concurrency, 'a', false);
    expect([concurrency.limitOf('a'), concurrency.limitOf('b')]).toEqual([1, 1]);
  });

  it('gives at least one slot to each of 1000 prompt endpoints, even if some use all their slots', () => {
    const concurrency = createConcurrency(deliverySlots);
    const warm = named('warm', 1000);
    for (const id of warm) attempt(concurrency, id, true, 15);
    let left = deliverySlots;
    for (const some of [warm.slice(0, 200), warm.slice(200, 400), warm.slice(400)]) {
      left = fill(concurrency, left, some);
      now += 1001;
    }
    for (const id of warm) expect(underWay.get(concurrency)?.get(id), id).toBeGreaterThanOrEqual(1);
    expect(left).toBeGreaterThan(0);
  });

  it('gives all sixteen slots to a prompt endpoint while 200 others never responded or failed last', {
    tags: ['DHOOK-59'],
  }, () => {
    const concurrency = createConcurrency(1024);
    const hung = named('hung', 200);
    for (const id of hung.slice(100)) attempt(concurrency, id, false);
    attempt(concurrency, 'healthy', true, 15);
    expect(fill(concurrency, 1024, hung)).toBe(824);
    expect(fill(concurrency, 824, ['healthy'])).toBe(808);
  });

  it('gives all sixteen slots to a prompt and to a slow endpoint, a second after 200 with sixteen slots stop responding', {
    tags: ['DHOOK-59'],
  }, () => {
    const concurrency = createConcurrency(deliverySlots);
    const hung = named('hung', 200);
    for (const id of [...hung, 'healthy']) attempt(concurrency, id, true, 15);
    attempt(concurrency, 'slow', true, 15, 14_000);
    const left = fill(concurrency, deliverySlots, hung);
    expect(left).toBeGreaterThanOrEqual(deliverySlots / 2);
    now += 1001;
    const rest = fill(concurrency, left, hung);
    expect(rest, 'they leave a quarter').toBeGreaterThanOrEqual(deliverySlots / 4);
    expect(fill(concurrency, rest, ['healthy'])).toBe(rest - 16);
    expect(fill(concurrency, rest - 16, ['slow'])).toBe(rest - 32);
  });

  it('keeps the slots of an endpoint that delivered promptly, regardless of other endpoints', {
    tags: ['DHOOK-59'],
  }, () => {
    const concurrency = createConcurrency(1024);
    const others = named('other', 200);
    for (const id of [...others, 'healthy']) attempt(concurrency, id, true, 15);
    const ends = Array.from({ length: 14 }, () => concurrency.begin('healthy'));
    for (const end of ends) end({ isDelivered: true, durationMs: 250 });
    const left = fill(concurrency, 1024, others);
    expect(fill(concurrency, left, ['late'])).toBe(left - 1);
    expect(fill(concurrency, left - 1, ['healthy'])).toBeLessThanOrEqual(left - 1 - 14);
  });

  it('gives sixteen slots to each of 200 slow endpoints, and to a prompt one', {
    tags: ['DHOOK-59'],
  }, () => {
    const concurrency = createConcurrency(deliverySlots);
    const slow = named('slow', 200);
    for (const id of slow) attempt(concurrency, id, true, 15, 14_000);
    attempt(concurrency, 'healthy', true, 15);
    const left = fill(concurrency, deliverySlots, slow);
    expect(left).toBe(deliverySlots - 200 * 16);
    expect(fill(concurrency, left, ['healthy'])).toBe(left - 16);
  });

  it('gives at most three quarters of the slots to slow endpoints, in addition to the first of each', () => {
    const concurrency = createConcurrency(1024);
    const slow = named('slow', 200);
    for (const id of slow) attempt(concurrency, id, true, 15, 14_000);
    expect(fill(concurrency, 1024, slow)).toBeGreaterThanOrEqual(1024 / 32);
    for (const id of slow) expect(underWay.get(concurrency)?.get(id), id).toBeGreaterThanOrEqual(1);
  });

  it('reserves an eighth of the slots that failing endpoints cannot take, however many they are', () => {
    const concurrency = createConcurrency(512);
    const failing = named('failing', 1000);
    for (const id of failing) attempt(concurrency, id, false);
    expect(fill(concurrency, 512, failing)).toBe(64);
    expect(fill(concurrency, 64, ['new'])).toBe(63);
  });

  it('reserves slots that unknown endpoints cannot take, for slow and prompt ones', () => {
    const concurrency = createConcurrency(512);
    const unknown = named('new', 1000);
    attempt(concurrency, 'healthy', true);
    attempt(concurrency, 'slow', true, 1, 5000);
    expect(fill(concurrency, 512, unknown)).toBe(32);
    expect(fill(concurrency, 32, ['slow', 'healthy'])).toBe(30);
  });

  /** Lets each endpoint in turn start as many attempts as allowed. @returns the number of free slots. */
  function fill(concurrency: EndpointConcurrency, free: number, endpoints: readonly string[]): number {
    const allocator = concurrency.allocate();
    let left = free;
    for (const id of endpoints) {
      let count = underWay.get(concurrency)?.get(id) ?? 0;
      while (count < concurrency.limitOf(id) && left > allocator.mustLeave(id, count)) {
        allocator.take(id, count);
        concurrency.begin(id);
        count += 1;
        left -= 1;
      }
      underWay.set(concurrency, (underWay.get(concurrency) ?? new Map<string, number>()).set(id, count));
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

  /** Measures how long each event waits, once the endpoint has earned all its slots. */
  function waitsOf(
    { before, replyMs, everyMs }: { before?: number; replyMs: number; everyMs: number },
    others?: Others,
  ): number[] {
    const clock = { time: 0 };
    const concurrency = createEndpointConcurrency(deliverySlots, () => clock.time);
    const crowd = named('other', others?.count ?? 0);
    const traffic: Traffic[] = crowd.map((id) => ({
      id,
      at: new Array<number>(others!.each).fill(othersAt),
      replyMs: others!.after,
    }));
    const earned = others?.before ?? null;
    if (earned !== null) for (const id of crowd) attempt(concurrency, id, true, 15, earned);
    attempt(concurrency, 'receiver', true, 15, before ?? replyMs);
    const at = Array.from({ length: untilMs / everyMs - 1 }, (_, index) => index * everyMs);
    clock.time += 2000;
    const waits = simulateDeliveries([...traffic, { id: 'receiver', at, replyMs }], concurrency, clock, {
      total: deliverySlots,
      untilMs,
    });
    return waits.get('receiver')!;
  }
});
