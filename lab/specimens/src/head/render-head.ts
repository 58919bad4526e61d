import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Picture } from '../picture.ts';
import { drawHead, type HeadView } from './draw-head.ts';
import { type HeadTraits, specimenBearer } from './head-traits.ts';

/** Cache between runs; deleting it costs a second. */
const cacheFolder = fileURLToPath(new URL('../../.cache/heads/', import.meta.url));

/** Version of the drawing; increase it when the drawing changes, to invalidate the cache. */
const DRAWING = 1;

const drawn = new Map<string, Promise<Picture>>();

/** A view of a head. Defaults are those of a passport portrait: frontal, light grey background, 240 × 300 pixels. */
export interface HeadRequest extends Partial<HeadView> {
  readonly traits?: HeadTraits;
}

/**
 * Renders a synthetic head, without a photograph of anybody. The same request gives the same pixels, which are cached in memory
 * and on disk.
 *
 * @example
 * const profile = await renderHead({ yawDeg: 30, widthPx: 400, heightPx: 400 });
 */
export function renderHead({ traits = specimenBearer, ...view }: HeadRequest = {}): Promise<Picture> {
  const wanted: HeadView = {
    widthPx: 240,
    heightPx: 300,
    background: [206, 212, 218],
    zoom: 1,
    yawDeg: 0,
    pitchDeg: 0,
    rollDeg: 0,
    ...view,
  };
  const key = createHash('sha256')
    .update(JSON.stringify([DRAWING, traits, wanted]))
    .digest('hex')
    .slice(0, 24);
  const known = drawn.get(key);
  if (known) return known;
  const picture = fromDisk(key, wanted).then((kept) => kept ?? drawAndKeep(key, traits, wanted));
  drawn.set(key, picture);
  return picture;
}

async function fromDisk(key: string, { widthPx, heightPx }: HeadView): Promise<Picture | undefined> {
  const data = await readFile(cacheFolder + key).catch(() => undefined);
  if (data?.length !== widthPx * heightPx * 4) return undefined;
  return { data, width: widthPx, height: heightPx };
}

async function drawAndKeep(key: string, traits: HeadTraits, view: HeadView): Promise<Picture> {
  const picture = drawHead(traits, view);
  // Renamed into place, so that another process never reads a half-written picture. A read-only disk costs only time.
  const unfinished = `${cacheFolder}${key}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true })
    .then(() => writeFile(unfinished, picture.data))
    .then(() => rename(unfinished, cacheFolder + key))
    .catch(() => undefined);
  return picture;
}
