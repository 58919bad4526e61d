import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleWithin, startAwakeTimer } from './timeouts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('calls back after the time-out', () => {
  const onTimeout = vi.fn();
  startAwakeTimer(onTimeout);
  vi.advanceTimersByTime(4_999);
  expect(onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onTimeout).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('calls back after the given time', () => {
  const onTimeout = vi.fn();
  startAwakeTimer(onTimeout, 1_000);
  vi.advanceTimersByTime(999);
  expect(onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onTimeout).toHaveBeenCalledTimes(1);
});

test('continues to wait after the page was suspended for an hour', () => {
  const onTimeout = vi.fn();
  startAwakeTimer(onTimeout);
  vi.advanceTimersByTime(1_000);
  // After the device slept, the clock has advanced, and only one timer is late.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersToNextTimer();
  expect(onTimeout).not.toHaveBeenCalled();
});

test('does not call back after the timer was ended', () => {
  const onTimeout = vi.fn();
  startAwakeTimer(onTimeout)();
  vi.advanceTimersByTime(10_000);
  expect(onTimeout).not.toHaveBeenCalled();
});

test('resolves to the fallback after the time-out, and ends its timer with the promise', async () => {
  const { signal } = new AbortController();
  const never = settleWithin(new Promise<string>(() => {}), 'none', signal, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await never).toBe('none');
  expect(await settleWithin(Promise.resolve('told'), 'none', signal)).toBe('told');
  expect(await settleWithin(Promise.reject(new Error('no')), 'none', signal)).toBe('none');
  expect(vi.getTimerCount()).toBe(0);
});

test('resolves to the fallback when the signal aborts', async () => {
  const life = new AbortController();
  const never = settleWithin(new Promise<string>(() => {}), 'none', life.signal);
  life.abort();
  expect(await never).toBe('none');
  expect(await settleWithin(new Promise<string>(() => {}), 'none', life.signal)).toBe('none');
  expect(vi.getTimerCount()).toBe(0);
});
