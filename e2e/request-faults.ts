import type { Page, Route } from '@playwright/test';
import { type Cut, startCuttingRelay } from './stage/cutting-relay.ts';
import type { Stage } from './stage/stage.ts';

/**
 * Fault of a request. The connection may be lost before the request reaches the service, during the request, or during the
 * reply.
 */
export type Fault =
  | 'dropped'
  | 'cut'
  | 'unanswered'
  | 'broken off'
  | 'delayed'
  | 'answered late'
  | 'limited'
  | 'broken';

/** Delay of late replies, in ms: long enough for other requests of the page to overtake them. */
const delayMs = 2_000;

const cuts: Partial<Record<Fault, Cut>> = {
  cut: 'request',
  /** The service has processed the request; only its reply is lost. */
  unanswered: 'before answer',
  'broken off': 'answer',
};

/** `retry-after` of a limited request, in seconds: longer than the flow's own pause. */
const retryAfterSeconds = 2;

/** Counts requests by their method and the end of their address, e.g. `PUT selfie-1`. */
export interface FaultyNetwork {
  readonly asked: ReadonlyMap<string, number>;
  /** Returns the shortest time between a limited request and the next one of its kind, in ms. */
  shortestPauseMs(): number;
}

/**
 * Applies faults to the first requests of each kind.
 *
 * @param faultOf - returns the fault for a kind of request, by its name; null for none.
 * @param times - number of faulty requests of each kind.
 */
export async function injectFaults(
  page: Page,
  { serviceUrl }: Pick<Stage, 'serviceUrl'>,
  faultOf: (name: string) => Fault | null,
  times = 2,
): Promise<FaultyNetwork> {
  const asked = new Map<string, number>();
  const limitedAt = new Map<string, number>();
  const pauses: number[] = [];
  await page.route(`${serviceUrl}/orchestration-api/**`, async (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.continue();
    const name = `${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`;
    const fault = faultOf(name);
    const count = (asked.get(name) ?? 0) + 1;
    asked.set(name, count);
    const before = limitedAt.get(name);
    if (before !== undefined) pauses.push(Date.now() - before);
    limitedAt.delete(name);
    if (!fault || count > times) return route.continue();
    if (fault === 'limited') limitedAt.set(name, Date.now());
    await applyFault(route, fault, serviceUrl);
  });
  return { asked, shortestPauseMs: () => Math.min(...pauses) };
}

/** Minimum accepted pause, in ms: 50 less than requested, because the processes have different clocks and timers fire early. */
export const minPauseMs = retryAfterSeconds * 1000 - 50;

/**
 * Delays the reply to the first request of a kind and passes the others. The service has processed the request, and the page
 * may learn of that from other replies.
 *
 * @returns a function that lets the reply arrive.
 */
export async function holdFirstAnswer(page: Page, address: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered: Promise<void> | null = null;
  await page.route(address, (route) => {
    if (answered || route.request().method() === 'OPTIONS') return route.continue();
    answered = answerAfter(route, () => released);
    return answered;
  });
  return async () => {
    release();
    await answered;
  };
}

const delay = () => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

async function answerAfter(route: Route, wait: () => Promise<void>): Promise<void> {
  const response = await route.fetch();
  await wait();
  return route.fulfill({ response });
}

async function applyFault(route: Route, fault: Fault, serviceUrl: string): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
  switch (fault) {
    case 'dropped':
      return route.abort('connectionreset');
    case 'delayed':
      await delay();
      return route.continue();
    case 'answered late':
      return answerAfter(route, delay);
    case 'limited':
      return route.fulfill({
        status: 429,
        headers: { ...headers, 'retry-after': `${retryAfterSeconds}` },
        json: { code: 'RATE_LIMITED' },
      });
    case 'broken':
      return route.fulfill({ status: 502, headers, body: '<h1>Bad gateway</h1>' });
    default: {
      const relay = await startCuttingRelay(serviceUrl, cuts[fault]!);
      const address = new URL(route.request().url());
      await route.continue({ url: `${relay.url}${address.pathname}${address.search}` });
      await route
        .request()
        .response()
        .catch(() => null);
      relay.close();
    }
  }
}
