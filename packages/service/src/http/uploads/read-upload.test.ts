import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { maxSilenceMs, readUpload } from './read-upload.ts';
import { blockBytes } from './upload-buffer.ts';

const tooSlow = expect.objectContaining({ code: 'UPLOAD_TOO_SLOW' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes an upload whose parts are supplied by the test. */
function upload(limitBytes = 10_000_000) {
  let sender!: ReadableStreamDefaultController<Uint8Array>;
  const cancelled = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sender = controller;
    },
    cancel: cancelled,
  });
  const request = new Request('http://x/', { method: 'PUT', body, duplex: 'half' } as RequestInit);
  const add = vi.fn<(bytes: number) => void>();
  const note = vi.fn<(bytes: number) => void>();
  let cut!: (reason: Refusal) => void;
  const onCut = (callback: typeof cut) => {
    cut = callback;
  };
  const read = readUpload(request, limitBytes, { add, note, onCut }, () => Date.now());
  const outcome = read.then(
    (bytes) => bytes.byteLength,
    (error: unknown) => error,
  );
  const held = () => add.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0);
  return { sender, cancelled, add, note, cut: (reason: Refusal) => cut(reason), held, outcome };
}

/** Sends parts of the given size at an interval, and ends the upload. */
async function send({ sender }: ReturnType<typeof upload>, parts: number, bytes: number, everyMs: number) {
  for (let part = 0; part < parts; part++) {
    await vi.advanceTimersByTimeAsync(everyMs);
    try {
      sender.enqueue(new Uint8Array(bytes));
    } catch {
      return;
    }
  }
  await vi.advanceTimersByTimeAsync(0);
  sender.close();
}

describe('an upload', () => {
  it('reserves memory as bytes arrive', async () => {
    const one = upload();
    expect(one.add).not.toHaveBeenCalled();
    one.sender.enqueue(new Uint8Array(1000));
    await vi.advanceTimersByTimeAsync(0);
    expect(one.held()).toBe(blockBytes);
    await send(one, 3, blockBytes, 10);
    expect(await one.outcome).toBe(1000 + 3 * blockBytes);
    expect(one.add.mock.calls.slice(0, -1)).toEqual([[blockBytes], [blockBytes], [blockBytes], [blockBytes]]);
    expect(one.held()).toBe(1000 + 3 * blockBytes);
  });

  it('ends a silent upload, and stops reading it', async () => {
    const one = upload();
    one.sender.enqueue(new Uint8Array(3));
    await vi.advanceTimersByTimeAsync(maxSilenceMs - 1);
    expect(one.cancelled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await one.outcome).toEqual(tooSlow);
    expect(one.cancelled).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a slow upload within about a minute', async () => {
    const one = upload();
    await send(one, 7, 1, 10_000);
    expect(await one.outcome).toEqual(tooSlow);
    expect(one.cancelled).toHaveBeenCalledOnce();
  });

  it('accepts an upload over a bad mobile network, also with pauses', async () => {
    const one = upload();
    // 8 kB per second for four minutes.
    await send(one, 240, 8_000, 1_000);
    expect(await one.outcome).toBe(1_920_000);
    const halting = upload();
    await send(halting, 20, 112_000, 14_000);
    expect(await halting.outcome).toBe(2_240_000);
  });

  it('counts each part of an upload as it arrives', async () => {
    const one = upload();
    await send(one, 3, 7, 10);
    await one.outcome;
    expect(one.note.mock.calls).toEqual([[7], [7], [7]]);
  });

  it('ends an upload that is cut, while waiting for bytes or with unread ones', async () => {
    const reason = new Refusal('UPLOAD_TOO_SLOW', 'Others need the room.');
    const waiting = upload();
    await vi.advanceTimersByTimeAsync(10);
    waiting.cut(reason);
    expect(await waiting.outcome).toBe(reason);
    expect(waiting.cancelled).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    const arriving = upload();
    arriving.sender.enqueue(new Uint8Array(3));
    arriving.sender.close();
    arriving.cut(reason);
    expect(await arriving.outcome).toBe(reason);
  });

  it('stops reading an upload when its memory is refused', async () => {
    const one = upload();
    const full = new Error('full');
    one.add.mockImplementation(() => {
      throw full;
    });
    await send(one, 3, 1000, 10);
    expect(await one.outcome).toBe(full);
    expect(one.cancelled).toHaveBeenCalledOnce();
  });
});
