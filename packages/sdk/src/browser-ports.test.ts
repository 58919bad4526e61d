import { afterEach, expect, test, vi } from 'vitest';
import { browserPorts } from './browser-ports.ts';
import { fakeClock } from './testing/fake-clock.ts';

/** Answers each request for the digest's own code: whether it arrives. */
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

test('no picture is made before the code for its digest is there, where the browser has none', async () => {
  vi.stubGlobal('crypto', {});
  loads.mockReturnValueOnce(false).mockReturnValue(true);
  const { loadPreparation, loadCaptureKit } = ports();
  await expect(loadPreparation()).rejects.toThrow();
  await loadPreparation();
  await loadCaptureKit();
  expect(loads).toHaveBeenCalledTimes(2);
});

test('the browser’s own digest needs no code', async () => {
  await ports().loadPreparation();
  expect(loads).not.toHaveBeenCalled();
});
