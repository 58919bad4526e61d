import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceFailure } from '../../session/service-failure.ts';
import { type CutUpload, sendSmaller } from './send-smaller.ts';

const logged = vi.fn();
beforeEach(() => {
  logged.mockReset();
  vi.spyOn(console, 'error').mockImplementation(logged);
});
afterEach(() => vi.restoreAllMocks());

const ofSize = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
const large = ofSize(1_700_000);
const small = ofSize(890_000);
const stored = { slot: 'front', digest: 'a'.repeat(43), sizeBytes: 1 } as const;
const blocked = new ServiceFailure('blocked', 413);

function cut(given: Partial<CutUpload> = {}) {
  const send = vi.fn<CutUpload['send']>().mockResolvedValue(stored);
  const upload: CutUpload = {
    picture: large,
    isLarge: true,
    send,
    shrinkPicture: async () => small,
    cut: blocked,
    route: { isNarrow: false, wasLost: false, isTold: false },
    ...given,
  };
  return { ...upload, send };
}

test('sends a smaller picture in place of one that was cut off, and logs both sizes once', async () => {
  const upload = cut();
  await expect(sendSmaller(upload)).resolves.toBe(stored);
  expect(upload.send.mock.calls).toEqual([[small, 1]]);
  expect(upload.route.isNarrow).toBe(true);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.calls[0]?.[0]).toMatch(
    /1\.70 MB \(HTTP 413\)\. 0\.89 MB got through.*client_max_body_size 21m/,
  );
});

test('sends later pictures small only after a second one was lost', async () => {
  const upload = cut({ cut: new ServiceFailure('blocked', 0) });
  await sendSmaller(upload);
  expect(upload.route.isNarrow).toBe(false);
  await sendSmaller(upload);
  expect(upload.route.isNarrow).toBe(true);
});

test('sends later pictures small at once, without logging again', async () => {
  const upload = cut({ cut: undefined, route: { isNarrow: true, wasLost: true, isTold: true } });
  await expect(sendSmaller(upload)).resolves.toBe(stored);
  expect(upload.send.mock.calls).toEqual([[small, 2]]);
  expect(logged).not.toHaveBeenCalled();
});

test.each([
  ['would be illegible', async (): Promise<Blob | null> => null],
  ['cannot be made', (): Promise<Blob | null> => Promise.reject(new Error('no canvas'))],
])('sends the same picture again when a smaller one %s', async (_, shrinkPicture) => {
  const upload = cut({ shrinkPicture });
  await expect(sendSmaller(upload)).resolves.toBe(stored);
  expect(upload.send.mock.calls).toEqual([[large, 1]]);
  expect(logged).not.toHaveBeenCalled();
});

test('rejects a picture whose smaller version is cut off as well, and logs both sizes', async () => {
  const noAnswer = new ServiceFailure('blocked', 0);
  const upload = cut();
  upload.send.mockRejectedValue(noAnswer);
  await expect(sendSmaller(upload)).rejects.toBe(noAnswer);
  expect(upload.send).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.calls[0]?.[0]).toContain('1.70 MB and 0.89 MB (no response that this page can read)');
});

test('rejects a file that is not a picture without a retry', async () => {
  const upload = cut({ isLarge: false });
  await expect(sendSmaller(upload)).rejects.toBe(blocked);
  expect(upload.send).not.toHaveBeenCalled();
  expect(logged).toHaveBeenCalledTimes(1);
});

test('logs only once', async () => {
  const upload = cut({ isLarge: false });
  await sendSmaller(upload).catch(() => {});
  await sendSmaller(upload).catch(() => {});
  expect(logged).toHaveBeenCalledTimes(1);
});
