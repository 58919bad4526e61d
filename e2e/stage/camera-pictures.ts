import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type DocumentPage,
  identityCardLooks,
  photographSubject,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderLetter,
  renderLicenceBack,
  renderLicenceFront,
  renderPassport,
  specimenSibling,
  specimenStranger,
  type TableKind,
  writeCameraVideo,
  writeSelfieVideo,
} from '@vendor/specimens';
import { identityCard, letter, licence, passport, pictures } from '../specimen.ts';

/** Lens blur, in pixels of a 1080-line picture: the lines of the passport are visible but not legible. */
const blurPx = 7;

/** Draws the videos for the cameras and a photograph for file choosers, unless they exist. */
export async function ensureCameraPictures(): Promise<void> {
  await mkdir(pictures.dir, { recursive: true });
  await removeOtherDrawings();
  const page = await renderPassport(passport);
  await draw(pictures.passportVideo, (path) => writeCameraVideo({ path, page, frames: 6, unrest: 0.6 }));
  await draw(pictures.blurredVideo, (path) =>
    writeCameraVideo({ path, page, blurPx, frames: 6, unrest: 0.2 }),
  );
  await draw(pictures.passportPhoto, async (path) => writeFile(path, await photographSubject({ page })));
  if (process.env.JOURNEYS !== 'journeys') await drawForSlowPart(page);
}

/** Draws faces, cards and letters, which only the slow part uses. */
async function drawForSlowPart(page: DocumentPage): Promise<void> {
  await drawForSmallCameras(page);
  await draw(pictures.faceVideo, (path) => writeSelfieVideo({ path }));
  await draw(pictures.printVideo, (path) => writeSelfieVideo({ path, isPrint: true }));
  const others = { left: specimenStranger, right: specimenStranger, closer: specimenStranger };
  await draw(pictures.twoFacesVideo, (path) => writeSelfieVideo({ path, faces: others }));
  const sibling = await renderPassport(passport, { portrait: specimenSibling });
  await draw(pictures.siblingPhoto, async (path) =>
    writeFile(path, await photographSubject({ page: sibling })),
  );

  const { dark } = identityCardLooks;
  await drawCardVideo(pictures.card.front, await renderIdentityCardFront(identityCard), 'oak');
  await drawCardVideo(pictures.card.back, await renderIdentityCardBack(identityCard), 'oak');
  await drawCardVideo(
    pictures.darkCard.front,
    await renderIdentityCardFront(identityCard, { look: dark }),
    'slate',
  );
  await drawCardVideo(
    pictures.darkCard.back,
    await renderIdentityCardBack(identityCard, { look: dark }),
    'slate',
  );
  await drawCardVideo(pictures.licence.front, await renderLicenceFront(licence), 'linen');
  await drawCardVideo(pictures.licence.back, await renderLicenceBack(licence), 'linen');
  const sheet = await renderLetter(letter);
  await draw(pictures.letterVideo, (path) =>
    writeCameraVideo({
      path,
      page: sheet,
      table: 'linen',
      pose: { pxPerMm: 3.15 },
      blurPx: 0.6,
      frames: 6,
      unrest: 0.2,
    }),
  );
}

/** Draws documents that fill the frame of a low-resolution camera. */
async function drawForSmallCameras(page: DocumentPage): Promise<void> {
  const { passport720, passport480, licence480 } = pictures.smallCamera;
  const handMotion = { frames: 6, unrest: 0.2, blurPx: 0.6 };
  const hd = { size: { width: 1280, height: 720 }, pose: { pxPerMm: 7.1 } };
  const vga = { width: 640, height: 480 };
  const front = await renderLicenceFront(licence);
  await draw(passport720, (path) => writeCameraVideo({ path, page, ...handMotion, ...hd }));
  await draw(passport480, (path) =>
    writeCameraVideo({ path, page, ...handMotion, size: vga, pose: { pxPerMm: 4.5 } }),
  );
  await draw(licence480, (path) =>
    writeCameraVideo({
      path,
      page: front,
      table: 'walnut',
      ...handMotion,
      size: vga,
      pose: { pxPerMm: 6.6 },
    }),
  );
}

/** Draws a video of a card, which is smaller than a passport and held closer. */
function drawCardVideo(video: string, page: DocumentPage, table: TableKind): Promise<void> {
  const pose = { pxPerMm: 14 };
  return draw(video, (path) => writeCameraVideo({ path, page, table, pose, frames: 6, unrest: 0.2 }));
}

/** Minimum age of drawings that are removed, in ms: a run that began with them has ended. */
const minAgeMs = 24 * 60 * 60_000;

/** Removes the pictures of other months and of earlier drawing code, because they take hundreds of megabytes. */
async function removeOtherDrawings(): Promise<void> {
  const cache = dirname(pictures.dir);
  for (const name of await readdir(cache)) {
    if (!name.startsWith('specimens-') || name === basename(pictures.dir)) continue;
    const changed = await stat(join(cache, name)).catch(() => null);
    if (changed && Date.now() - changed.mtimeMs > minAgeMs)
      await rm(join(cache, name), { recursive: true, force: true });
  }
}

async function draw(path: string, write: (path: string) => Promise<unknown>): Promise<void> {
  if (existsSync(path)) return;
  // An interrupted run must not leave an incomplete file under the final name.
  const unfinished = `${path}.unfinished`;
  await write(unfinished);
  await rename(unfinished, path);
}
