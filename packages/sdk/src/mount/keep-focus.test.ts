// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const host = document.createElement('div');
const options = { fallback: host, yields: true };
const release = vi.fn();
const trap = { trapFocus: vi.fn(() => release) };

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
});
afterEach(() => vi.useRealTimers());

test('loads the trap only after the screen has been painted', async () => {
  const load = vi.fn(async () => trap);
  const letGo = keepFocus(host, options, load);
  await vi.advanceTimersByTimeAsync(0);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(trap.trapFocus).toHaveBeenCalledExactlyOnceWith(host, options);
  letGo();
  expect(release).toHaveBeenCalledTimes(1);
});

test('retries loading the trap once, and continues without it', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('offline')));
  const letGo = keepFocus(host, options, load);
  await vi.advanceTimersByTimeAsync(100);
  expect(load).toHaveBeenCalledTimes(2);
  letGo();
  expect(release).not.toHaveBeenCalled();
});

test('creates no trap for a modal that is gone', async () => {
  let arrive = (_code: typeof trap) => {};
  const letGo = keepFocus(host, options, () => new Promise((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(100);
  letGo();
  arrive(trap);
  await vi.advanceTimersByTimeAsync(0);
  expect(trap.trapFocus).not.toHaveBeenCalled();
});
