import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../src/passport/document-page.ts';
import { utopianPassport } from '../src/passport/passport-identity.ts';
import { renderPassport } from '../src/passport/render-passport.ts';
import { photographSubject, writeCameraVideo } from '../src/video/camera-video.ts';
import { readVideoFile } from '../src/video/video-file.ts';

let folder: string;
let page: DocumentPage;
beforeAll(async () => {
  page = await renderPassport(utopianPassport(new Date('2031-03-01')), { widthPx: 500 });
  folder = await mkdtemp(join(tmpdir(), 'camera-video-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('writeCameraVideo', () => {
  it('writes uncompressed pictures with subsampled chroma, one after another', async () => {
    const path = join(folder, 'passport.y4m');
    const size = { width: 320, height: 180 };
    const video = await writeCameraVideo({ path, page, size, frames: 3, framesPerSecond: 15 });
    const file = await readFile(path);
    const header = 'YUV4MPEG2 W320 H180 F15:1 Ip A1:1 C420jpeg\n';
    const frameBytes = 'FRAME\n'.length + 320 * 180 * 1.5;

    expect(video).toMatchObject({ path, frames: 3, bytes: file.length });
    expect(file.toString('latin1', 0, header.length)).toBe(header);
    expect(file.length).toBe(header.length + 3 * frameBytes);
    const [first, second] = [0, 1].map((frame) => {
      const start = header.length + frame * frameBytes;
      expect(file.toString('latin1', start, start + 6)).toBe('FRAME\n');
      return file.subarray(start + 6, start + frameBytes);
    });
    expect(first!.equals(second!)).toBe(false);
  });

  it('shows what a photograph of the same subject shows, and is read as it was written', async () => {
    const path = join(folder, 'still.y4m');
    const size = { width: 320, height: 180 };
    await writeCameraVideo({ path, page, size, frames: 1 });
    const file = await readFile(path);
    const [light, blue, red] = planesOf(file.subarray(-320 * 180 * 1.5)).map(mean) as [
      number,
      number,
      number,
    ];
    const photograph = await meansOf(await photographSubject({ page, size }));
    // ITU-R BT.601: red and blue from the means of all planes.
    expect(photograph[0]! - (1.164 * (light - 16) + 1.596 * (red - 128))).toBeCloseTo(0, 0);
    expect(photograph[2]! - (1.164 * (light - 16) + 2.017 * (blue - 128))).toBeCloseTo(0, 0);

    const video = await readVideoFile(path);
    expect(video.frames).toBe(1);
    for (const [channel, value] of (await meansOf(await video.jpegOf(0))).entries())
      expect(value - photograph[channel]!).toBeCloseTo(0, 0);
  });

  it('keeps the characters of a passport large enough to be read at full size', async () => {
    const video = await writeCameraVideo({ path: join(folder, 'full.y4m'), page, frames: 1 });
    expect(video.mrzPitchPx).toBeGreaterThan(20);
  });
});

/** Splits a frame into its planes: Y, Cb and Cr. */
function planesOf(frame: Buffer): Buffer[] {
  const pixels = (frame.length * 2) / 3;
  return [frame.subarray(0, pixels), frame.subarray(pixels, 1.25 * pixels), frame.subarray(1.25 * pixels)];
}

/** Returns the means of red, green and blue of a JPEG. */
async function meansOf(jpeg: Buffer): Promise<number[]> {
  const { channels } = await sharp(jpeg).stats();
  return channels.map((channel) => channel.mean);
}

const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
