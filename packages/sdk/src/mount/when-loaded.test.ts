import { expect, test, vi } from 'vitest';
import { whenLoaded } from './when-loaded.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('code that is lost once is asked for again, and used once', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('lost'));
  const use = vi.fn();
  const otherwise = vi.fn();
  whenLoaded(load, use, otherwise);
  await settled();
  expect(load).toHaveBeenCalledTimes(2);
  expect(use).toHaveBeenCalledExactlyOnceWith('code');
  expect(otherwise).not.toHaveBeenCalled();
});

test('where it is lost twice, the flow goes on without', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('offline')));
  const use = vi.fn();
  const otherwise = vi.fn();
  whenLoaded(load, use, otherwise);
  whenLoaded(load, use);
  await settled();
  expect(load).toHaveBeenCalledTimes(4);
  expect(use).not.toHaveBeenCalled();
  expect(otherwise).toHaveBeenCalledOnce();
});
