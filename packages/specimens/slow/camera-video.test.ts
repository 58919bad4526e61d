import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { utopianPassport } from '../src/passport/passport-identity.ts';
import { renderPassport } from '../src/passport/render-passport.ts';
import { writeCameraVideo } from '../src/video/camera-video.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camera-video-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('keeps the characters of a passport large enough to be read at full size', async () => {
  const page = await renderPassport(utopianPassport(new Date('2031-03-01')), { widthPx: 500 });
  const video = await writeCameraVideo({ path: join(folder, 'full.mjpeg'), page, frames: 1 });
  expect(video.mrzPitchPx).toBeGreaterThan(20);
});
