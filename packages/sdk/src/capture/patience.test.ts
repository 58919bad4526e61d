import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleWithin, startAwakeTimer } from './patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('patience ends after its time', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost);
  vi.advanceTimersByTime(4_999);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('patience is as long as it is asked to be', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost, 1_000);
  vi.advanceTimersByTime(999);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLost).toHaveBeenCalledTimes(1);
});

test('a page that stood still for an hour goes on waiting', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost);
  vi.advanceTimersByTime(1_000);
  // The device slept: its clock has moved on, and one timer is late.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersToNextTimer();
  expect(onLost).not.toHaveBeenCalled();
});

test('patience that is no longer needed is not lost', () => {
  const onLost = vi.fn();
  startAwakeTimer(onLost)();
  vi.advanceTimersByTime(10_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('an answer is waited for no longer than it may take, and its timer ends with it', async () => {
  const { signal } = new AbortController();
  const never = settleWithin(new Promise<string>(() => {}), 'none', signal, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await never).toBe('none');
  expect(await settleWithin(Promise.resolve('told'), 'none', signal)).toBe('told');
  expect(await settleWithin(Promise.reject(new Error('no')), 'none', signal)).toBe('none');
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer is waited for no longer than anybody wants it', async () => {
  const life = new AbortController();
  const never = settleWithin(new Promise<string>(() => {}), 'none', life.signal);
  life.abort();
  expect(await never).toBe('none');
  expect(await settleWithin(new Promise<string>(() => {}), 'none', life.signal)).toBe('none');
  expect(vi.getTimerCount()).toBe(0);
});
