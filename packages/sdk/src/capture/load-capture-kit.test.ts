import { expect, test, vi } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { fakeCapture } from '../testing/fake-ports.ts';
import { captureKitLoader } from './load-capture-kit.ts';

const { kit } = fakeCapture();
const { signal } = new AbortController();

test('loads once for all who ask', async () => {
  const load = vi.fn(async () => kit);
  const loader = captureKitLoader(load, fakeClock());
  expect(await Promise.all([loader(signal), loader(signal)])).toEqual([kit, kit]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('tries three times before it gives up, and anew when asked again', async () => {
  const load = vi.fn(async () => {
    throw new Error('offline');
  });
  const clock = fakeClock();
  const loader = captureKitLoader(load, clock);
  const loading = loader(signal);
  loading.catch(() => {});
  await clock.advance(10_000);
  await expect(loading).rejects.toThrow('offline');
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValueOnce(kit as never);
  await expect(loader(signal)).resolves.toBe(kit);
});
