// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createPopupClient } from '../api/elsewhere/popup-client.ts';
import { createOrchestration } from '../create-orchestration.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { fakePopupService, fakeWindow } from '../testing/fake-popup.ts';
import { deferred } from '../testing/fake-ports.ts';
import { noTraces, watchTraces } from '../testing/page-traces.ts';
import { openFlow } from './popup-flow.ts';

/**
 * A page that opens a popup; everything it waits for is controlled by the test.
 *
 * @param isCut - whether the popup's handle is cut once it has left for the service. Then only the service can end it.
 */
function openingPage({ isCut = false } = {}) {
  const traces = watchTraces();
  const code = deferred<void>();
  const init = deferred<Response>();
  const address = deferred<string>();
  let asking = 0;
  /** The service receives the release and passes it to the popup, which closes itself. */
  const released = vi.fn(async () => {
    for (const popup of windows) popup.end();
    return new Response('{"data":{}}');
  });
  const fetched = vi.fn((address: string, { signal }: RequestInit) => {
    asking += 1;
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', reject);
      if (address.endsWith('/client/popup/release')) return released().then(resolve, reject);
      init.promise.then((response) => resolve(response.clone()), reject);
    }).finally(() => {
      asking -= 1;
    });
  });
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const windows: ReturnType<typeof fakeWindow>[] = [];
  vi.stubGlobal('open', () => {
    const popup = fakeWindow({ isCut });
    windows.push(popup);
    return popup;
  });
  const world = fakePopupService();
  world.service.open.mockImplementation(() => address.promise);
  const clock = fakeClock();
  const { start, close, on } = createOrchestration({
    version: '1.2.3',
    servedFrom: () => 'https://verify.example',
    loadShell: () => Promise.reject(new Error('not in this mode')),
    fetchAhead: () => Promise.reject(new Error('not in this mode')),
    loadPopup: () =>
      code.promise.then(() => ({
        openFlow: (options) =>
          openFlow(options, (given) => ({ ...world.service, release: createPopupClient(given).release })),
      })),
    loadCheck: () => Promise.reject(new Error('not asked for')),
    clock,
  });
  const events: string[] = [];
  for (const name of ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'] as const) {
    on(name, (value?: string) => events.push(value ? `${name} ${value}` : name));
  }
  const session = { sessionKey: 'key', configuration: 'valid', requester: '', state: {} };
  return {
    ...world,
    code,
    init,
    address,
    windows,
    released,
    events,
    close,
    clock,
    start: () => start({ token: 'eu.token', renderingMode: 'popup' }),
    answer: (status = 200) => init.resolve(new Response(JSON.stringify({ data: session }), { status })),
    left: () => ({
      ...traces.left(),
      windows: windows.filter(({ isThere }) => isThere).length,
      sleepers: clock.sleeping(),
      requests: asking + world.service.news.mock.calls.filter(([, signal]) => !signal.aborted).length,
    }),
    stop: traces.stop,
  };
}

type OpeningPage = ReturnType<typeof openingPage>;

let page: OpeningPage;
afterEach(() => page.stop());

/** Incidents that may happen to a popup and the page that opens it. */
const incidents = [
  'close()',
  'the user closes the window',
  'no network',
  'taken over',
  'away and back',
] as const;
type Incident = (typeof incidents)[number];

const steps: readonly {
  readonly moment: string;
  reach(page: OpeningPage): unknown;
  /** Events that the page receives; `…`: the flow continues. */
  readonly heard: Readonly<Record<Incident, string>>;
}[] = [
  {
    moment: 'before its code has loaded',
    reach: () => {},
    heard: {
      'close()': 'AbortError',
      'the user closes the window': 'AbortError',
      'no network': 'error unknown, The user interface could not be loaded.',
      'taken over': 'Failed to initialize client: 409 Conflict',
      'away and back': 'opened …',
    },
  },
  {
    moment: 'while the service answers',
    reach: ({ code }) => code.resolve(),
    heard: {
      'close()': 'AbortError',
      'the user closes the window': 'AbortError',
      'no network': 'Failed to initialize client: 0 Network Error',
      'taken over': 'Failed to initialize client: 409 Conflict',
      'away and back': 'opened …',
    },
  },
  {
    moment: 'while the ticket is requested',
    reach: ({ answer }) => answer(),
    heard: {
      'close()': 'AbortError',
      'the user closes the window': 'AbortError',
      'no network': 'Failed to initialize client: 0 Network Error',
      'taken over': 'Failed to initialize client: 409 Conflict',
      'away and back': 'opened …',
    },
  },
  {
    moment: 'before the popup shows the flow',
    reach: ({ address }) => address.resolve('https://verify.example/popup#ticket'),
    heard: {
      'close()': 'AbortError',
      'the user closes the window': 'AbortError',
      'no network': ' …',
      'taken over': 'Failed to initialize client: 409 Conflict',
      'away and back': 'opened …',
    },
  },
  {
    moment: 'at the welcome',
    reach: ({ tell }) => tell({ opened: true }),
    heard: {
      'close()': 'opened, closed',
      'the user closes the window': 'opened, cancelled, closed',
      'no network': 'opened …',
      'taken over': 'opened, error unknown, closed',
      'away and back': 'opened …',
    },
  },
  {
    moment: 'after the user has begun',
    reach: ({ tell }) => tell({ started: true }),
    heard: {
      'close()': 'opened, started, closed',
      'the user closes the window': 'opened, started, cancelled, closed',
      'no network': 'opened, started …',
      'taken over': 'opened, started, error unknown, closed',
      'away and back': 'opened, started …',
    },
  },
  {
    moment: 'at the result',
    reach: ({ tell }) => tell({ ending: { kind: 'completed', status: 'success' } }),
    heard: {
      'close()': 'opened, started, completed success, closed',
      'the user closes the window': 'opened, started, completed success, closed',
      'no network': 'opened, started, completed success …',
      'taken over': 'opened, started, completed success, closed',
      'away and back': 'opened, started, completed success …',
    },
  },
];

/** Everything that the opening waits for arrives. */
const arrive = async ({ code, answer, address, tell }: OpeningPage) => {
  code.resolve();
  answer();
  address.resolve('https://verify.example/popup#ticket');
  await settle();
  tell({ opened: true });
  await settle();
};

const happen: Readonly<Record<Incident, (page: OpeningPage, moment: number) => Promise<void>>> = {
  async 'close()'({ close }) {
    await close();
  },
  async 'the user closes the window'(all, moment) {
    for (const popup of all.windows) popup.end();
    if (moment < 3) return arrive(all);
    // From here on, the service finds out and reports it.
    const isOver = moment === 6;
    all.tell({ closed: true, ...(!isOver && moment > 3 && { ending: { kind: 'cancelled' } }) });
  },
  async 'no network'({ code, init, address, clock }, moment) {
    const lost = new ServiceFailure('unavailable', 0);
    const gates = [code, init, address].slice(moment);
    for (const gate of gates) gate.reject(gate === address ? lost : new TypeError('Failed to fetch'));
    // Later requests about the popup are repeated until they succeed.
    await clock.advance(8_000);
  },
  async 'taken over'({ answer, address, fail }) {
    const taken = new ServiceFailure('taken-over', 409);
    answer(409);
    address.reject(taken);
    fail(taken);
  },
  async 'away and back'(all, moment) {
    for (const type of ['pagehide', 'pageshow']) {
      window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
    }
    if (moment < 4) await arrive(all);
  },
};

const cells = steps.flatMap(({ moment, heard }, at) =>
  incidents.map((way) => [`${moment}, ${way}: ${heard[way]}`, way, heard[way], at] as const),
);

/** Lets an incident happen at a moment, then closes a flow that continues. */
async function walk(way: Incident, heard: string, at: number): Promise<void> {
  let refusal: Error | null = null;
  const starting = page.start().catch((error: Error) => {
    refusal = error;
  });
  for (const { reach } of steps.slice(0, at + 1)) {
    reach(page);
    await settle();
  }
  await happen[way](page, at);
  await settle();
  const { name, message } = refusal ?? { name: '', message: '' };
  const received = [...page.events, ...(refusal ? [name === 'AbortError' ? name : message] : [])];
  const goesOn = received.at(-1) !== 'closed' && refusal === null;
  expect(received.join(', ') + (goesOn ? ' …' : '')).toBe(heard);
  if (goesOn) {
    await page.close();
    await starting;
    if (received.length > 0) expect(page.events.at(-1)).toBe('closed');
    else expect(refusal).toMatchObject({ name: 'AbortError' });
  }
  await starting;
  await settle();
}

test.each(cells)(
  'leaves nothing behind: %s',
  { tags: ['DSDK-4', 'DSDK-14', 'DSDK-15'] },
  async (_, way, heard, at) => {
    page = openingPage();
    await walk(way, heard, at);
    expect(page.left()).toEqual({ ...noTraces, windows: 0, sleepers: 0, requests: 0 });
  },
);

test.each(cells)('leaves nothing behind without a handle of the popup: %s', async (_, way, heard, at) => {
  page = openingPage({ isCut: true });
  await walk(way, heard, at);
  // A popup whose flow was continued elsewhere stays and shows that, until the user closes it.
  const windows = way === 'taken over' && at > 3 ? 1 : 0;
  expect(page.left()).toEqual({ ...noTraces, windows, sleepers: 0, requests: 0 });
});

test('retries the release without a handle of the popup until the service has received it', {
  tags: ['DSDK-58'],
}, async () => {
  page = openingPage({ isCut: true });
  const starting = page.start();
  await arrive(page);
  await starting;
  page.released.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  page.released.mockResolvedValueOnce(new Response('', { status: 503 }));
  void page.close();
  // Emitted in the same turn, whatever the popup has received.
  expect(page.events).toEqual(['opened', 'closed']);
  await settle();
  expect(page.left()).toMatchObject({ windows: 1 });
  await page.clock.advance(4_000);
  expect(page.released).toHaveBeenCalledTimes(3);
  expect(page.left()).toEqual({ ...noTraces, windows: 0, sleepers: 0, requests: 0 });
});
