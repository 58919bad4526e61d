import { afterEach, expect, test, vi } from 'vitest';
import { browserPorts } from './browser-ports.ts';
import { fakeClock } from './testing/fake-clock.ts';

/** Returns whether loading the digest code succeeds. */
const loads = vi.hoisted(() => vi.fn<() => boolean>());

vi.mock('./api/uploads/sha-256.ts', () => {
  if (!loads()) throw new Error('offline');
  return { sha256: () => new Uint8Array(32) };
});

const ports = () =>
  browserPorts({
    baseAddress: 'https://s',
    sessionKey: 'key',
    clock: fakeClock(),
    memory: { recall: () => null, keep() {} },
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  loads.mockReset();
});

test('makes no picture before the digest code has loaded, in browsers without their own', async () => {
  vi.stubGlobal('crypto', {});
  loads.mockReturnValueOnce(false).mockReturnValue(true);
  const { loadPreparation, loadCaptureKit } = ports();
  await expect(loadPreparation()).rejects.toThrow();
  await loadPreparation();
  await loadCaptureKit();
  expect(loads).toHaveBeenCalledTimes(2);
});

test('loads no code for the browser’s own digest', async () => {
  await ports().loadPreparation();
  expect(loads).not.toHaveBeenCalled();
});
