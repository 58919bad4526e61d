// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPicture } from './keep-picture.ts';

/** Drawings so far: the area of the frame, and the size at which it was drawn. */
let drawn: { from: number[]; width: number; height: number }[];
/** Quality and size of each encoding. */
let tries: { quality: number; bytes: number }[];
let bytesPerPixel: number;

beforeEach(() => {
  drawn = [];
  tries = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const drawImage = (_frame: unknown, ...[x, y, width, height]: number[]) =>
      void drawn.push({ from: [x!, y!, width!, height!], width: this.width, height: this.height });
    return { drawImage } as unknown as CanvasRenderingContext2D;
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    onPicture,
    type,
    quality = 1,
  ) {
    const bytes = Math.round(this.width * this.height * bytesPerPixel * quality);
    tries.push({ quality, bytes });
    onPicture(new Blob([new Uint8Array(bytes)], { type: type! }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const frame = Object.assign(document.createElement('canvas'), { width: 1920, height: 1080 });
const outline = [0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75] as const;

test('crops the document with its margin at full resolution', async () => {
  bytesPerPixel = 0.2;
  const picture = await keepPicture(frame, outline);
  expect(drawn).toEqual([{ from: [364, 154, 1_192, 772], width: 1_192, height: 772 }]);
  expect(tries.map(({ quality }) => quality)).toEqual([0.92]);
  expect([picture.type, picture.size]).toEqual(['image/jpeg', tries[0]!.bytes]);
});

test('keeps the whole frame if there is no document', async () => {
  bytesPerPixel = 0.2;
  await keepPicture(frame, null);
  expect(drawn).toEqual([{ from: [0, 0, 1920, 1080], width: 1920, height: 1080 }]);
});

test('lowers the quality of a picture with too many bytes before its size', async () => {
  bytesPerPixel = 0.9;
  expect((await keepPicture(frame, null)).size).toBeLessThanOrEqual(1_500_000);
  expect(tries.map(({ quality }) => quality)).toEqual([0.92, 0.85, 0.78]);
  expect(drawn).toHaveLength(1);
});

test('shrinks a picture with too many bytes at the lowest quality, in few attempts', async () => {
  for (bytesPerPixel of [1.2, 3, 24]) {
    drawn = [];
    const picture = await keepPicture(frame, null);
    expect(picture.size).toBeLessThanOrEqual(1_500_000);
    expect(picture.size).toBeGreaterThan(900_000);
    expect(drawn).toHaveLength(2);
  }
});

test('stops shrinking if it does not help', async () => {
  vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation((onPicture) =>
    onPicture(new Blob([new Uint8Array(2_000_000)])),
  );
  expect((await keepPicture(frame, null)).size).toBe(2_000_000);
  expect(HTMLCanvasElement.prototype.toBlob).toHaveBeenCalledTimes(16);
});
