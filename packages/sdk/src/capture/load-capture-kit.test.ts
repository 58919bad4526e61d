import { expect, test, vi } from 'vitest';
import { fakeCapture } from '../testing/fake-ports.ts';
import { captureKitLoader } from './load-capture-kit.ts';

test('returns the same kit to all callers, and does not load it again', async () => {
  const load = vi.fn(async () => fakeCapture().kit);
  const loader = captureKitLoader(load);
  const [kit, other] = await Promise.all([loader(), loader()]);
  expect(other).toBe(kit);
  const calls = load.mock.calls.length;
  expect(await loader()).toBe(kit);
  expect(load).toHaveBeenCalledTimes(calls);
});

test('loads the kit again when called after a failure or a time-out', async () => {
  const { kit } = fakeCapture();
  const load = vi.fn<() => Promise<typeof kit>>(async () => kit);
  load.mockRejectedValueOnce(new Error('offline'));
  load.mockReturnValueOnce(new Promise(() => {}));
  const loader = captureKitLoader(load);
  await expect(loader()).rejects.toThrow('offline');
  void loader();
  await expect(loader()).resolves.toBe(kit);
});
