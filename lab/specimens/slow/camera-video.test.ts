import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../src/passport/document-page.ts';
import { utopianPassport } from '../src/passport/passport-identity.ts';
import { renderPassport } from '../src/passport/render-passport.ts';
import { writeCameraVideo } from '../src/video/camera-video.ts';

let folder: string;
let page: DocumentPage;
beforeAll(async () => {
  page = await renderPassport(utopianPassport(new Date('2031-03-01')), { widthPx: 500 });
  folder = await mkdtemp(join(tmpdir(), 'camera-video-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the pictures of a Motion JPEG file, split at their start-of-image markers. */
function picturesOf(file: Buffer): Buffer[] {
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  const starts: number[] = [];
  for (let at = file.indexOf(start); at >= 0; at = file.indexOf(start, at + 3)) starts.push(at);
  return starts.map((at, index) => file.subarray(at, starts[index + 1]));
}

describe('writeCameraVideo', () => {
  it('writes baseline JPEGs with subsampled chroma, one after another', async () => {
    const path = join(folder, 'passport.mjpeg');
    const video = await writeCameraVideo({ path, page, size: { width: 320, height: 180 }, frames: 3 });
    const file = await readFile(path);
    const pictures = picturesOf(file);

    expect(video).toMatchObject({ path, frames: 3, bytes: file.length });
    expect(pictures).toHaveLength(3);
    for (const picture of pictures) {
      const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
      expect([picture.readUInt16BE(frame + 5), picture.readUInt16BE(frame + 7)]).toEqual([180, 320]);
      const sampling = [11, 14, 17].map((offset) => picture[frame + offset]);
      expect(sampling).toEqual([0x22, 0x11, 0x11]);
      expect(picture.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    }
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  });

  it('keeps the characters of a passport large enough to be read at full size', async () => {
    const video = await writeCameraVideo({ path: join(folder, 'full.mjpeg'), page, frames: 1 });
    expect(video.mrzPitchPx).toBeGreaterThan(20);
  });
});
