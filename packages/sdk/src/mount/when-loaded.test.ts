import { expect, test, vi } from 'vitest';
import { loadAndUse } from './when-loaded.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('code that is lost once is asked for again, and used once', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('lost'));
  const use = vi.fn();
  loadAndUse(load, use);
  await settled();
  expect(load).toHaveBeenCalledTimes(2);
  expect(use).toHaveBeenCalledExactlyOnceWith('code');
});

// An error that nobody catches fails the run.
test('continues without the module if it is lost twice or fails', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('offline')));
  const use = vi.fn(() => {
    throw new Error('out of memory');
  });
  loadAndUse(load, use);
  await settled();
  expect(load).toHaveBeenCalledTimes(2);
  expect(use).not.toHaveBeenCalled();
  loadAndUse(async () => 'code', use);
  await settled();
  expect(use).toHaveBeenCalledOnce();
});
