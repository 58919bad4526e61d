import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleWithin, startAwakeTimer } from './patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('calls back after the time-out', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost);
  vi.advanceTimersByTime(4_999);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('calls back after the time that is passed', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost, 1_000);
  vi.advanceTimersByTime(999);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLost).toHaveBeenCalledTimes(1);
});

test('continues to wait after the page was suspended for an hour', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost);
  vi.advanceTimersByTime(1_000);
  // After the device slept, the clock has advanced, and only one timer is late.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersToNextTimer();
  expect(onLost).not.toHaveBeenCalled();
});

test('does not call back after the timer was ended', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost)();
  vi.advanceTimersByTime(10_000);
  expect(onLost).not.toHaveBeenCalled();
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
