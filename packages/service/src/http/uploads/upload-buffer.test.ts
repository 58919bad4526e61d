import { describe, expect, it, vi } from 'vitest';
import { readUpload } from './read-upload.ts';
import { createUploadBudget } from './upload-budget.ts';
import { blockBytes, createUploadBuffer } from './upload-buffer.ts';

const refusal = (code: string) => expect.objectContaining({ code });

const owner = { session: 'a', account: 'shop', address: '192.0.2.1' };
const unlimited = { add: () => undefined, note: () => undefined, onCut: () => undefined };

/** Makes bytes that differ from their neighbours. */
const counted = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

describe('upload in parts of one byte', () => {
  it('copies parts of one byte into blocks, and reserves memory by block', () => {
    const add = vi.fn<(bytes: number) => void>();
    const buffer = createUploadBuffer(1_000_000, { add });
    const sent = counted(200_000);
    // All parts share one byte of memory: a part that is kept instead of copied would end up as the last byte.
    const part = new Uint8Array(1);
    for (const byte of sent) {
      part[0] = byte;
      buffer.append(part);
    }
    expect(buffer.length).toBe(200_000);
    expect(add.mock.calls.flat()).toEqual([blockBytes, blockBytes, blockBytes, blockBytes]);
    expect(Buffer.compare(buffer.whole(), sent)).toBe(0);
    expect(add.mock.calls.flat().reduce((sum, bytes) => sum + bytes)).toBe(200_000);
  });

  it('reads an upload in parts of one byte completely', async () => {
    const sent = counted(1000);
    const part = new Uint8Array(1);
    let next = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (next === sent.length) return controller.close();
          part[0] = sent[next++]!;
          controller.enqueue(part);
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request('http://x/', { method: 'PUT', body, duplex: 'half' } as RequestInit);
    const read = await readUpload(request, 1000, unlimited, () => 0);
    expect(Buffer.compare(read, sent)).toBe(0);
  });
});

describe('upload buffer', () => {
  it('joins parts of any size', () => {
    const buffer = createUploadBuffer(1_000_000, { add: () => undefined });
    const sent = counted(3 * blockBytes + 5);
    const ends = [0, 7, blockBytes, blockBytes, 3 * blockBytes + 1, sent.length];
    for (const [index, end] of ends.entries()) buffer.append(sent.subarray(ends[index - 1] ?? 0, end));
    expect(Buffer.compare(buffer.whole(), sent)).toBe(0);
    expect(Buffer.compare(createUploadBuffer(9, { add: () => undefined }).whole(), new Uint8Array(0))).toBe(
      0,
    );
  });

  it('never reserves more than the maximum size of an upload', () => {
    const limits = { incoming: 1, whole: 1, perSession: 1, accountShare: 1 };
    const limitBytes = blockBytes + 10;
    const budget = createUploadBudget({ ...limits, bytes: limitBytes, bytesPerSession: limitBytes }, () => 0);
    const buffer = createUploadBuffer(limitBytes, budget.take(owner));
    buffer.append(new Uint8Array(limitBytes));
    expect(() => buffer.append(new Uint8Array(1))).toThrow(refusal('PAYLOAD_TOO_LARGE'));
    expect(buffer.whole().byteLength).toBe(limitBytes);
  });

  it('releases the unused rest of its last block when the bytes are taken', () => {
    const limits = { incoming: 2, whole: 2, perSession: 2, accountShare: 1 };
    const budget = createUploadBudget(
      { ...limits, bytes: 2 * blockBytes, bytesPerSession: 2 * blockBytes },
      () => 0,
    );
    const [first, second] = [budget.take(owner), budget.take(owner)];
    const buffer = createUploadBuffer(2 * blockBytes, first);
    buffer.append(new Uint8Array(blockBytes + 1));
    expect(() => second.add(1)).toThrow(refusal('RATE_LIMITED'));
    buffer.whole();
    second.add(blockBytes - 1);
    expect(() => second.add(1)).toThrow(refusal('RATE_LIMITED'));
  });
});
