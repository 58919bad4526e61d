import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { type HeadTraits, type Rgb, specimenBearer } from '../head/head-traits.ts';
import { renderHead } from '../head/render-head.ts';
import { encodeJpeg, type Picture } from '../picture.ts';
import { turnedPrint } from './turned-print.ts';

/** Poses of a head before a front camera; left and right are the person's own. */
const views = {
  straight: { yawDeg: 0, zoom: 0.8 },
  left: { yawDeg: 25, zoom: 0.8 },
  right: { yawDeg: -25, zoom: 0.8 },
  closer: { yawDeg: 0, zoom: 1.05 },
} as const;

export type SelfieView = keyof typeof views;

/** Colour of a patch in the lower left corner of each picture, by which a test recognises the view. */
export const selfieMarks: Readonly<Record<SelfieView, Rgb>> = {
  straight: [255, 0, 0],
  left: [0, 255, 0],
  right: [0, 0, 255],
  closer: [255, 255, 0],
};

/** Duration of each view, in frames of a thirtieth of a second. */
const framesPerView = 90;

/**
 * Returns the grey of a patch next to the mark, by the frame's number in its view, because no two frames of a live camera are
 * the same.
 */
const tickOf = (frame: number) => Math.round(16 + 2.5 * frame);

/** Options of a video of a face. */
export interface SelfieVideoOptions {
  readonly path: string;
  /** Face in each view; by default that of the specimen passport's holder. */
  readonly faces?: Partial<Readonly<Record<SelfieView, HeadTraits>>>;
  /** Whether a printed picture of the head is turned and brought closer in place of the head. */
  readonly isPrint?: boolean;
}

/** Rotation of a print to either side, and distance of the camera in widths of the print. */
const print = { turnDeg: 40, distance: 1.5 } as const;
const wall: Rgb = [200, 206, 212];

const size = { width: 1280, height: 720 } as const;
/** The head is drawn smaller and enlarged, because ray marching at full size would take a second. */
const drawnPx = 480;
const markPx = 64;

/**
 * Records the holder of the specimen passport before a front camera, as Motion JPEG of 1280 × 720 pixels that Chromium plays in
 * a loop: straight, left, right, closer, each held for a while. Not mirrored, as cameras deliver it. Compressed, because twelve
 * seconds of uncompressed pictures would take half a gigabyte.
 *
 * @example
 * await writeSelfieVideo({ path: 'selfie.mjpeg' });
 */
export async function writeSelfieVideo({
  path,
  faces = {},
  isPrint = false,
}: SelfieVideoOptions): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const view of Object.keys(views) as SelfieView[]) {
      const picture = await pictureOf(view, faces[view] ?? specimenBearer, isPrint);
      for (let frame = 0; frame < framesPerView; frame++)
        await file.writeFile(await encodeJpeg(withTick(picture, tickOf(frame)), 90));
    }
  } finally {
    await file.close();
  }
}

async function pictureOf(view: SelfieView, traits: HeadTraits, isPrint: boolean): Promise<Picture> {
  const { yawDeg, zoom } = views[view];
  const drawn = { traits, zoom, widthPx: drawnPx, heightPx: drawnPx };
  const { data, width, height } = isPrint
    ? turnedPrint(
        await renderHead({ ...drawn, yawDeg: 0 }),
        Math.sign(yawDeg) * print.turnDeg,
        print.distance,
        wall,
      )
    : await renderHead({ ...drawn, yawDeg });
  const head = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(size.height, size.height)
    .png()
    .toBuffer();
  const mark = { width: markPx, height: markPx, channels: 3, background: rgb(selfieMarks[view]) } as const;
  const picture = await sharp({ create: { ...size, channels: 4, background: rgb(wall) } })
    .composite([
      { input: head, left: (size.width - size.height) / 2, top: 0 },
      { input: await sharp({ create: mark }).png().toBuffer(), left: 0, top: size.height - markPx },
    ])
    .raw()
    .toBuffer();
  return { data: picture, ...size };
}

/** Adds a grey patch next to the mark of a picture, in place. */
function withTick(picture: Picture, grey: number): Picture {
  const { data, width, height } = picture;
  for (let y = height - markPx; y < height; y++)
    for (let x = markPx; x < 2 * markPx; x++) data.set([grey, grey, grey], (y * width + x) * 4);
  return picture;
}

function rgb([r, g, b]: Rgb) {
  return { r, g, b, alpha: 1 };
}
