import { expect, test, vi } from 'vitest';
import { loadAndUse } from './when-loaded.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('retries once after a failed load, and uses the code once', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('lost'));
  const use = vi.fn();
  loadAndUse(load, use);
  await settled();
  expect(load).toHaveBeenCalledTimes(2);
  expect(use).toHaveBeenCalledExactlyOnceWith('code');
});

// An unhandled rejection would fail the run.
test('continues without the module if it fails to load twice, or throws', async () => {
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
