import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Build, createOrchestration } from './create-orchestration.ts';
import type { ShellOptions } from './shell.ts';
import { fakeClock, settle } from './testing/fake-clock.ts';
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

/** An orchestration whose interface the test opens. */
function setup(members: Partial<Build> = {}) {
  const events: string[] = [];
  const flow = { run: vi.fn(() => void events.push('run')), close: vi.fn(() => void events.push('gone')) };
  const openFlow = vi.fn<Awaited<ReturnType<Build['loadShell']>>['openFlow']>(async ({ init, signal }) => {
    await init;
    return signal.aborted ? null : flow;
  });
  const clock = fakeClock();
  const orchestration = createOrchestration({
    servedFrom: () => 'https://verify.example/sdk/v1/vendor-orchestration.js',
    loadShell: async () => ({ openFlow }),
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
  test('resolves once the flow is open, after opened', async () => {
    const { start, events } = setup();
    await start(token);
    expect(events).toEqual(['opened', 'run']);
  });

  test('never throws, whatever it is given', async () => {
    const { start } = setup();
    for (const nothing of [undefined, null, 7, {}]) {
      await expect(start(nothing as unknown as string)).rejects.toThrow('Configuration is not set.');
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  test('says that a flow is running before it looks at the configuration', async () => {
    const { start } = setup();
    const first = start(token);
    await expect(start('')).rejects.toThrow('IDV flow is already running.');
    await first;
    await expect(start({ token })).rejects.toThrow('IDV flow is already running.');
  });

  test('fetches the interface while the service answers', async () => {
    const answer = deferred<Response>();
    fetched.mockReturnValue(answer.promise);
    const { start, openFlow } = setup();
    const opening = start(token);
    await settle();
    expect(openFlow).toHaveBeenCalled();
    answer.resolve(new Response('{"data":{}}'));
    await opening;
  });

  test('a refused token rejects, tells the page, and does not wait for the interface', async () => {
    fetched.mockImplementation(async () => new Response('{}', { status: 401 }));
    const { start, events } = setup({ loadShell: () => new Promise(() => {}) });
    await expect(start(token)).rejects.toThrow(new Error('Failed to initialize client: 401 Unauthorized'));
    expect(events).toEqual(['error error_code_3']);
  });

  test('an error of the service only rejects', async () => {
    fetched.mockImplementation(async () => new Response('{}', { status: 500 }));
    const { start, events, clock } = setup();
    const opening = start(token);
    opening.catch(() => {});
    await clock.advance(8_000);
    await expect(opening).rejects.toThrow('Failed to initialize client: 500 Internal Server Error');
    expect(events).toEqual([]);
  });

  test('an interface that does not load is an unknown error', async () => {
    const { start, events } = setup({ loadShell: () => Promise.reject(new Error('404')) });
    await expect(start(token)).rejects.toThrow('The user interface could not be loaded.');
    expect(events).toEqual(['error unknown']);
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  test('works again after it failed', async () => {
    fetched.mockImplementationOnce(async () => new Response('{}', { status: 401 }));
    const { start } = setup();
    await expect(start(token)).rejects.toThrow('401');
    await expect(start(token)).resolves.toBeUndefined();
  });

  test('does nothing where there is no page', async () => {
    vi.stubGlobal('document', undefined);
    await expect(setup().start(token)).rejects.toThrow('in a browser');
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('close', () => {
  test('takes the flow away, then tells', async () => {
    const { start, close, events } = setup();
    await start(token);
    await close();
    await close();
    expect(events).toEqual(['opened', 'run', 'gone', 'closed']);
  });

  test('is no error when nothing runs', async () => {
    await expect(setup().close()).resolves.toBeUndefined();
  });

  test('while starting, the promise rejects with an AbortError and nothing is left', async () => {
    const { start, close, events, flow } = setup();
    const opening = start(token);
    await close();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    await settle();
    expect(events).toEqual([]);
    expect(flow.run).not.toHaveBeenCalled();
  });

  test('while the interface loads for ever, the promise rejects all the same', async () => {
    const { start, close } = setup({ loadShell: () => new Promise(() => {}) });
    const opening = start(token);
    await close();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('in the moment of opening leaves no flow on the screen', async () => {
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

  test('by a handler of opened ends the flow before it runs', async () => {
    const { start, on, close, events } = setup();
    on('opened', () => void close());
    await start(token);
    expect(events).toEqual(['opened', 'gone', 'closed']);
  });

  test('happens by itself when the user leaves', async () => {
    const { start, options, events } = setup();
    await start(token);
    options().emit('cancelled');
    options().onLeft();
    expect(events).toEqual(['opened', 'run', 'cancelled', 'gone', 'closed']);
    await expect(start(token)).resolves.toBeUndefined();
  });
});

test('start, close, start at once (React StrictMode) is one session to the service', async () => {
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

test('handlers of the page survive a close', async () => {
  const { start, close, on } = setup();
  const opened = vi.fn();
  on('opened', opened);
  await start(token);
  await close();
  await start(token);
  expect(opened).toHaveBeenCalledTimes(2);
});

test('starts that were answered are sessions of their own', async () => {
  const { start, close } = setup();
  await start(token);
  await close();
  await start(token);
  const nonces = fetched.mock.calls.map(([, sent]) => JSON.parse(String(sent?.body)).nonce);
  expect(new Set(nonces).size).toBe(2);
});

test('a throwing handler of the page does not stop the flow', async () => {
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
