import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { renderPassport, writeCameraVideo } from '@vendor/specimens';
import { passport, pictures } from '../specimen.ts';

/** Blur of the lens in pixels of a 1080-line picture: the lines of the passport can be seen, but no longer be read. */
const blurPx = 7;

/** Draws the videos that the cameras show, and a photograph to choose as a file, unless they are there already. */
export async function ensureCameraPictures(): Promise<void> {
  await mkdir(pictures.dir, { recursive: true });
  const page = await renderPassport(passport);
  await film(pictures.passportVideo, { page, frames: 18, unrest: 0.6 });
  await film(pictures.blurredVideo, { page, blurPx, frames: 6, unrest: 0.2 });
  // A Motion JPEG of one frame is a JPEG.
  await film(pictures.passportPhoto, { page, frames: 1 });
}

async function film(
  path: string,
  options: Omit<Parameters<typeof writeCameraVideo>[0], 'path'>,
): Promise<void> {
  if (existsSync(path)) return;
  // Half a video must not be taken for a whole one later.
  const unfinished = `${path}.unfinished`;
  await writeCameraVideo({ ...options, path: unfinished });
  await rename(unfinished, path);
}
