import { expect, test, vi } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { loadTimeoutMs } from './load-timeouts.ts';
import { loadWhenOnline, loadWithRetry } from './load-with-retry.ts';

const offline = new Error('offline');

/** Creates a loader that fails a number of times, then resolves. */
function loaderThatFails(times: number) {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw offline;
    return 'code';
  });
}

/** Starts `loadWhenOnline` with a loader and clock of the test. */
function setup(failures: number) {
  const clock = fakeClock();
  const life = new AbortController();
  const load = loaderThatFails(failures);
  const onMissing = vi.fn<(endPause: () => void) => void>();
  const loaded = loadWhenOnline(load, { clock, signal: life.signal, onMissing });
  return { clock, life, load, onMissing, loaded };
}

test('loads once if that succeeds', async () => {
  const { load, loaded, onMissing } = setup(0);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(1);
  expect(onMissing).not.toHaveBeenCalled();
});

test('retries twice before the code counts as missing', async () => {
  const { clock, load, loaded, onMissing } = setup(2);
  await clock.advance(499);
  expect(load).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  expect(load).toHaveBeenCalledTimes(2);
  await clock.advance(1_500);
  expect(await loaded).toBe('code');
  expect(onMissing).not.toHaveBeenCalled();
});

test('reports missing code, and keeps retrying', async () => {
  const { clock, loaded, onMissing } = setup(4);
  await clock.advance(2_000);
  expect(onMissing).toHaveBeenCalledTimes(1);
  await clock.advance(5_500);
  expect(await loaded).toBe('code');
});

test('retries at once when the user asks for it', async () => {
  const { clock, load, loaded, onMissing } = setup(4);
  await clock.advance(2_100);
  const [endPause = () => {}] = onMissing.mock.lastCall ?? [];
  endPause();
  await clock.advance(0);
  expect(load).toHaveBeenCalledTimes(4);
  endPause();
  await clock.advance(499);
  expect(load).toHaveBeenCalledTimes(4);
  await clock.advance(1);
  expect(await loaded).toBe('code');
});

test('stops when aborted', async () => {
  const { clock, life, load, loaded, onMissing } = setup(9);
  await clock.advance(0);
  life.abort();
  await clock.advance(60_000);
  expect(await loaded).toBeNull();
  expect(load.mock.calls.length).toBeLessThanOrEqual(2);
  expect(onMissing).not.toHaveBeenCalled();
});

test('returns no code once aborted', async () => {
  const { life, loaded } = setup(0);
  life.abort();
  expect(await loaded).toBeNull();
});

test('treats code as missing after three time-outs', async () => {
  const clock = fakeClock();
  const life = new AbortController();
  const onMissing = vi.fn();
  const load = vi.fn(() => new Promise<never>(() => {}));
  const loaded = loadWhenOnline(load, { clock, signal: life.signal, onMissing });
  await clock.advance(3 * loadTimeoutMs + 1_999);
  expect(onMissing).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(onMissing).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(3);
  life.abort();
  expect(await loaded).toBeNull();
  expect(clock.sleeping()).toBe(0);
});

test('rejects after the third failure', async () => {
  const clock = fakeClock();
  const load = loaderThatFails(9);
  const loading = loadWithRetry(load, clock, new AbortController().signal);
  const refusal = expect(loading).rejects.toBe(offline);
  await clock.advance(2_000);
  await refusal;
  expect(load).toHaveBeenCalledTimes(3);
});
