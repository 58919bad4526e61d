import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Build, createOrchestration } from './create-orchestration.ts';
import type { ShellOptions } from './open-flow.ts';
import { deadlineMs } from './preflight/check-device.ts';
import { fakeClock, settle } from './testing/fake-clock.ts';
import { fakeWindow } from './testing/fake-popup.ts';
import { deferred } from './testing/fake-ports.ts';

const fetched = vi.fn<typeof fetch>();
const token = 'eu.token';

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response('{"data":{}}'));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { getElementById: () => null });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Creates an orchestration whose interface is opened by the test. */
function setup(members: Partial<Build> = {}) {
  const events: string[] = [];
  const flow = { run: vi.fn(() => void events.push('run')), close: vi.fn(() => void events.push('gone')) };
  const openFlow = vi.fn<Awaited<ReturnType<Build['loadShell']>>['openFlow']>(async ({ init, signal }) => {
    await init;
    return signal.aborted ? null : flow;
  });
  const clock = fakeClock();
  const orchestration = createOrchestration({
    version: '1.2.3',
    servedFrom: () => 'https://verify.example',
    loadShell: async () => ({ openFlow }),
    fetchAhead: async () => {},
    loadPopup: async () => ({ openFlow }),
    loadCheck: async () => ({ checkDevice: async () => ({ ok: true, findings: [] }) }),
    clock,
    ...members,
  });
  for (const name of ['opened', 'closed', 'started', 'completed', 'cancelled', 'error'] as const) {
    orchestration.on(name, (value?: string) => events.push(value ? `${name} ${value}` : name));
  }
  const options = (): ShellOptions => openFlow.mock.calls[openFlow.mock.calls.length - 1]![0];
  return { ...orchestration, openFlow, flow, events, clock, options };
}

describe('start', () => {
  test('resolves once the flow is open, after opened', { tags: ['S4.5-4', 'DSDK-5'] }, async () => {
    const { start, events } = setup();
    await start(token);
    expect(events).toEqual(['opened', 'run']);
  });

  test('never throws synchronously, for any input', { tags: ['DSDK-5'] }, async () => {
    const { start } = setup();
    for (const nothing of [undefined, null, 7, {}]) {
      await expect(start(nothing as unknown as string)).rejects.toThrow('Configuration is not set.');
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  test('rejects because a flow is running before it reads the configuration', {
    tags: ['S7.4-1', 'DSDK-3'],
  }, async () => {
    const { start } = setup();
    const first = start(token);
    await expect(start('')).rejects.toThrow('IDV flow is already running.');
    await first;
    await expect(start({ token })).rejects.toThrow('IDV flow is already running.');
  });

  test('loads the interface while the service answers', async () => {
    const answer = deferred<Response>();
    fetched.mockReturnValue(answer.promise);
    const { start, openFlow } = setup();
    const opening = start(token);
    await settle();
    expect(openFlow).toHaveBeenCalled();
    answer.resolve(new Response('{"data":{}}'));
    await opening;
  });

  test("loads the interface's imports in parallel with it", async () => {
    const fetchAhead = vi.fn(async () => {});
    const { start, close } = setup({
      loadShell: () => new Promise(() => {}),
      fetchAhead,
    });
    const opening = start({ token, language: 'hu-HU' });
    opening.catch(() => {});
    await settle();
    expect(fetchAhead.mock.calls).toMatchObject([[{ language: 'hu' }]]);
    await close();
  });

  test('leaves retries of failed preloads to the interface', async () => {
    const { start, events } = setup({ fetchAhead: () => Promise.reject(new Error('offline')) });
    await start(token);
    expect(events).toEqual(['opened', 'run']);
  });

  test('rejects for a refused token and emits an error, without waiting for the interface', {
    tags: ['S5-7', 'DSDK-7'],
  }, async () => {
    fetched.mockImplementation(async () => new Response('{}', { status: 401 }));
    const { start, events } = setup({ loadShell: () => new Promise(() => {}) });
    await expect(start(token)).rejects.toThrow(new Error('Failed to initialize client: 401 Unauthorized'));
    expect(events).toEqual(['error error_code_3']);
  });

  test('rejects without an event for an error of the service', { tags: ['DSDK-7'] }, async () => {
    fetched.mockImplementation(async () => new Response('{}', { status: 500 }));
    const { start, events, clock } = setup();
    const opening = start(token);
    opening.catch(() => {});
    await clock.advance(8_000);
    await expect(opening).rejects.toThrow('Failed to initialize client: 500 Internal Server Error');
    expect(events).toEqual([]);
  });

  test('emits an unknown error if the interface does not load', { tags: ['S7.3-7', 'DSDK-29'] }, async () => {
    const { start, events } = setup({ loadShell: () => Promise.reject(new Error('404')) });
    await expect(start(token)).rejects.toThrow('The user interface could not be loaded.');
    expect(events).toEqual(['error unknown']);
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  test.each([
    ['an interface', { loadShell: () => new Promise<never>(() => {}) }],
    ['a flow', { loadShell: async () => ({ openFlow: () => new Promise<never>(() => {}) }) }],
  ])('times out for %s that neither loads nor fails', async (_, build) => {
    const { start, events, clock } = setup(build);
    const opening = expect(start(token)).rejects.toThrow('The user interface could not be loaded.');
    await clock.advance(29_999);
    expect(events).toEqual([]);
    await clock.advance(1);
    await opening;
    expect(events).toEqual(['error unknown']);
    expect(clock.sleeping()).toBe(0);
  });

  test('starts again after a failure', { tags: ['DSDK-4'] }, async () => {
    fetched.mockImplementationOnce(async () => new Response('{}', { status: 401 }));
    const { start } = setup();
    await expect(start(token)).rejects.toThrow('401');
    await expect(start(token)).resolves.toBeUndefined();
  });

  test('rejects where there is no page', async () => {
    vi.stubGlobal('document', undefined);
    await expect(setup().start(token)).rejects.toThrow('in a browser');
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('close', () => {
  test('removes the flow, then emits closed', { tags: ['DSDK-13', 'DSDK-14', 'DSDK-16'] }, async () => {
    const { start, close, events } = setup();
    await start(token);
    await close();
    await close();
    expect(events).toEqual(['opened', 'run', 'gone', 'closed']);
  });

  test('resolves when no flow runs', async () => {
    await expect(setup().close()).resolves.toBeUndefined();
  });

  test('rejects a start under way with an AbortError and leaves nothing', {
    tags: ['DSDK-15'],
  }, async () => {
    const { start, close, events, flow } = setup();
    const opening = start(token);
    await close();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    await settle();
    expect(events).toEqual([]);
    expect(flow.run).not.toHaveBeenCalled();
  });

  test('rejects a start under way even if the interface never finishes loading', async () => {
    const { start, close, clock } = setup({ loadShell: () => new Promise(() => {}) });
    const opening = start(token);
    await close();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    expect(clock.sleeping()).toBe(0);
  });

  test('leaves no flow on the screen when called while it opens', { tags: ['DSDK-15'] }, async () => {
    const world = setup();
    let closing: Promise<void> | undefined;
    world.openFlow.mockImplementation(async ({ init }) => {
      await init;
      closing = Promise.resolve().then(() => world.close());
      return world.flow;
    });
    await expect(world.start(token)).rejects.toMatchObject({ name: 'AbortError' });
    await closing;
    expect(world.flow.close).toHaveBeenCalledTimes(1);
    expect(world.events).toEqual(['gone']);
  });

  test('ends the flow before it runs when called by a handler of opened', async () => {
    const { start, on, close, events } = setup();
    on('opened', () => void close());
    await start(token);
    expect(events).toEqual(['opened', 'gone', 'closed']);
  });

  test('closes the flow when the user leaves', async () => {
    const { start, options, events } = setup();
    await start(token);
    options().emit('cancelled');
    options().onLeft();
    expect(events).toEqual(['opened', 'run', 'cancelled', 'gone', 'closed']);
    await expect(start(token)).resolves.toBeUndefined();
  });
});

test('reuses the nonce for start, close, start in one turn (React StrictMode)', {
  tags: ['DSDK-67'],
}, async () => {
  const { start, close, events } = setup();
  const first = start(token);
  void close();
  const second = start(token);
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  await second;
  const nonces = fetched.mock.calls.map(([, sent]) => JSON.parse(String(sent?.body)).nonce);
  expect(new Set(nonces).size).toBe(1);
  expect(events).toEqual(['opened', 'run']);
});

test('keeps a flow that a handler starts while the previous one ends', {
  tags: ['DSDK-67'],
}, async () => {
  const { start, close, on, options, events, flow } = setup();
  let next: Promise<void> | undefined;
  on('cancelled', () => {
    void close();
    next = start(token);
  });
  await start(token);
  options().emit('cancelled');
  options().onLeft();
  await expect(next).resolves.toBeUndefined();
  expect(events).toEqual(['opened', 'run', 'cancelled', 'gone', 'closed', 'opened', 'run']);
  expect(flow.close).toHaveBeenCalledTimes(1);
});

test('keeps handlers of the page after a close', { tags: ['DSDK-37'] }, async () => {
  const { start, close, on } = setup();
  const opened = vi.fn();
  on('opened', opened);
  await start(token);
  await close();
  await start(token);
  expect(opened).toHaveBeenCalledTimes(2);
});

test('uses a new nonce after each answered start', async () => {
  const { start, close } = setup();
  await start(token);
  await close();
  await start(token);
  const nonces = fetched.mock.calls.map(([, sent]) => JSON.parse(String(sent?.body)).nonce);
  expect(new Set(nonces).size).toBe(2);
});

test('starts with the nonce kept in the tab and passes it to the interface, or with a new one if storage is blocked', async () => {
  const getItem = vi.fn((): string | null => 'nonce-that-was-kept');
  vi.stubGlobal('sessionStorage', { getItem });
  const { start, close, options } = setup();
  const sent = () => JSON.parse(String(fetched.mock.lastCall?.[1]?.body)).nonce;
  await start(token);
  expect(sent()).toBe('nonce-that-was-kept');
  expect(options().configuration.startNonce).toBe('nonce-that-was-kept');
  await close();
  getItem.mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  await start(token);
  expect(sent()).toMatch(/^[\d_]{31,63}$/);
  expect(options().configuration.startNonce).toBe(sent());
});

test('continues the flow when a handler of the page throws', async () => {
  vi.useFakeTimers();
  const { start, on, events } = setup();
  on('opened', () => {
    throw new Error('of the page');
  });
  await start(token);
  expect(events).toEqual(['opened', 'run']);
  expect(() => vi.runAllTimers()).toThrow('of the page');
  vi.useRealTimers();
});

describe('start in a popup', () => {
  const inPopup = { token, renderingMode: 'popup' } as const;

  /** Stubs a page that may open windows, or may not. */
  function windows(popup: ReturnType<typeof fakeWindow> | null) {
    const open = vi.fn(() => popup);
    const page = { open, screenX: 0, screenY: 0, outerWidth: 800, outerHeight: 600 };
    for (const [name, value] of Object.entries({ ...page, screen: { availWidth: 800, availHeight: 600 } })) {
      vi.stubGlobal(name, value);
    }
    return open;
  }

  test('opens the popup synchronously, before any request', {
    tags: ['DSDK-68'],
  }, async () => {
    const popup = fakeWindow();
    const open = windows(popup);
    const { start, events, openFlow } = setup({ loadShell: () => Promise.reject(new Error('not this one')) });
    const opening = start(inPopup);
    expect(open).toHaveBeenCalledTimes(1);
    expect(open.mock.invocationCallOrder[0]).toBeLessThan(fetched.mock.invocationCallOrder[0] ?? 0);
    await opening;
    expect(openFlow.mock.calls[0]?.[0]).toMatchObject({ popup });
    expect(events).toEqual(['opened', 'run']);
  });

  test('rejects a blocked popup with the documented message, and leaves no trace', {
    tags: ['S7.4-7'],
  }, async () => {
    const open = windows(null);
    const { start, events } = setup();
    await expect(start(inPopup)).rejects.toThrow(
      new Error('Failed to open popup window. Please allow popups and try again.'),
    );
    expect(fetched).not.toHaveBeenCalled();
    expect(events).toEqual([]);
    open.mockReturnValue(fakeWindow());
    await expect(start(inPopup)).resolves.toBeUndefined();
  });

  test('opens no popup for a start that is already refused', { tags: ['DSDK-68'] }, async () => {
    const open = windows(fakeWindow());
    const { start } = setup();
    await expect(start({ ...inPopup, token: '' })).rejects.toThrow('Configuration is not set.');
    await start(token);
    await expect(start(inPopup)).rejects.toThrow('IDV flow is already running.');
    expect(open).not.toHaveBeenCalled();
  });

  test('closes the popup when the service refuses the token', { tags: ['DSDK-91'] }, async () => {
    const popup = fakeWindow();
    windows(popup);
    fetched.mockImplementation(async () => new Response('{}', { status: 401 }));
    const { start, events } = setup();
    await expect(start(inPopup)).rejects.toThrow('Failed to initialize client: 401 Unauthorized');
    expect(popup.close).toHaveBeenCalledTimes(1);
    expect(events).toEqual(['error error_code_3']);
  });

  test('closes the popup when its code neither loads nor fails', async () => {
    const popup = fakeWindow();
    windows(popup);
    const { start, clock } = setup({ loadPopup: () => new Promise(() => {}) });
    const opening = expect(start(inPopup)).rejects.toThrow('The user interface could not be loaded.');
    await clock.advance(119_999);
    expect(popup.close).not.toHaveBeenCalled();
    await clock.advance(1);
    await opening;
    expect(popup.close).toHaveBeenCalled();
  });

  test('closes the popup when its code does not load', { tags: ['DSDK-91'] }, async () => {
    const popup = fakeWindow();
    windows(popup);
    const { start, events } = setup({ loadPopup: () => Promise.reject(new Error('404')) });
    await expect(start(inPopup)).rejects.toThrow('The user interface could not be loaded.');
    expect(popup.close).toHaveBeenCalled();
    expect(events).toEqual(['error unknown']);
  });

  test('closes the popup without an event if closed while it opens', async () => {
    const popup = fakeWindow();
    windows(popup);
    fetched.mockImplementation(() => new Promise(() => {}));
    const { start, close, events } = setup();
    const opening = start(inPopup);
    await close();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    expect(popup.close).toHaveBeenCalled();
    expect(events).toEqual([]);
  });
});

describe('preflight', () => {
  /** Stubs the check, and records the address it is called with. */
  function check(members: Partial<Build> = {}) {
    const addresses: (string | null)[] = [];
    const loadCheck = vi.fn<Build['loadCheck']>(async () => ({
      async checkDevice(_scope, { address }) {
        addresses.push(address);
        return { ok: true, findings: [] };
      },
    }));
    return { ...setup({ loadCheck, ...members }), addresses, loadCheck };
  }

  test('loads its code when called, and starts no flow', { tags: ['DSDK-79'] }, async () => {
    const { preflight, loadCheck, openFlow } = check();
    expect(loadCheck).not.toHaveBeenCalled();
    expect(await preflight()).toEqual({ ok: true, findings: [] });
    expect(openFlow).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  });

  test('finds the service in the same way as start', async () => {
    const served = check();
    await served.preflight();
    await served.preflight({ baseUrl: 'https://other.example/' });
    expect(served.addresses).toEqual(['https://verify.example', 'https://other.example']);
    const bundled = check({ servedFrom: () => undefined });
    await bundled.preflight();
    expect(bundled.addresses).toEqual([null]);
  });

  test.each([null, 7, 'token', { baseUrl: 7, token: {} }, { token: Symbol('token') }])(
    'never rejects, for any options: %o',
    async (options) => {
      const { preflight } = check();
      expect(await preflight(options as object)).toMatchObject({ findings: expect.any(Array) });
    },
  );

  test('ignores an option that throws when read', async () => {
    const { preflight, addresses } = check({ servedFrom: () => undefined });
    const throws = () => {
      throw null;
    };
    const options = Object.defineProperties({}, { baseUrl: { get: throws }, token: { get: throws } });
    expect(await preflight(options)).toEqual({ ok: true, findings: [] });
    expect(addresses).toEqual([null]);
  });

  test('resolves with a finding within its time limit when its code neither loads nor fails', async () => {
    const { preflight, clock } = check({ loadCheck: () => new Promise(() => {}) });
    const report = preflight();
    await clock.advance(20_000 - deadlineMs);
    expect(await report).toMatchObject({
      findings: [{ code: 'code-not-loaded', title: 'The user interface could not be loaded.' }],
    });
    expect(clock.sleeping()).toBe(0);
  });

  test('resolves with a finding when its code does not load', { tags: ['DSDK-79'] }, async () => {
    const { preflight } = check({ loadCheck: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(await preflight()).toEqual({
      ok: false,
      findings: [
        {
          code: 'code-not-loaded',
          severity: 'blocking',
          title: 'Failed to fetch',
          remedy: 'Check connection and script-src.',
        },
      ],
    });
  });

  test('runs while a flow is open', async () => {
    const { preflight, start, events } = check();
    await start(token);
    expect((await preflight()).ok).toBe(true);
    expect(events).toEqual(['opened', 'run']);
  });
});
