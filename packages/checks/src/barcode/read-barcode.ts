import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Point, type Quad, type RgbaImage, rectify } from '@vendor/vision';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);

/** A PDF417 code that was seen. */
export interface BarcodeReading {
  /** What it says, a character a byte; null when its error correction could not make it whole. */
  readonly text: string | null;
}

/** Shape of a card (ISO/IEC 7810: ID-1). */
const CARD_ASPECT = 85.6 / 53.98;

/** Cards are straightened to these widths, one after the other: 5 and 4 pixels to a module of the usual codes. */
const WIDTHS_PX = [1600, 1200];

/** Codes are mostly read up to a slant of half of this; cards lie askew by 10° at most when somebody tries to hold them straight. */
const TURNS_DEG = [8, -8];

const options: ReaderOptions = {
  formats: ['PDF417'],
  maxNumberOfSymbols: 1,
  returnErrors: true,
  textMode: 'Plain',
};

let prepared: Promise<unknown> | undefined;

/** The reader of this thread, in WebAssembly: read from the installed package, nothing is fetched. */
function prepareReader(): Promise<unknown> {
  prepared ??= openReader().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  });
  return prepared;
}

async function openReader(): Promise<unknown> {
  const file = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = new Uint8Array(file).buffer;
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * Reads the PDF417 code (ISO/IEC 15438) of a card. On the straightened card, because codes that are seen at a slant are mostly
 * missed; where it cannot be read there, or no card was found, in the picture as it is and a little turned. Which way up the card
 * lies does not matter.
 *
 * @param corners - of the card in pixels of `image`, one of its longer sides first; null when it was not found.
 * @returns null when there is none to be seen. A fifth of a second, one where nothing can be read.
 */
export async function readBarcode(image: RgbaImage, corners: Quad | null): Promise<BarcodeReading | null> {
  await prepareReader();
  let seen: BarcodeReading | null = null;
  for (const view of viewsOf(image, corners)) {
    const [found] = await readBarcodes(browsersPicture(view), options);
    if (found?.isValid) return { text: Buffer.from(found.bytes).toString('latin1') };
    // Rows of marks begin as a code does, too; the words of one alone have sums to be wrong.
    if (found?.error.startsWith('ChecksumError')) seen = { text: null };
  }
  return seen;
}

/** A picture as browsers have it, which is how the library takes pixels. */
function browsersPicture({ data, width, height }: RgbaImage): Parameters<typeof readBarcodes>[0] {
  const pixels = new Uint8ClampedArray(data);
  return { data: pixels, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
}

function* viewsOf(image: RgbaImage, corners: Quad | null): Generator<RgbaImage> {
  if (corners) {
    for (const widthPx of WIDTHS_PX)
      yield rectify(image, corners, { widthPx, heightPx: widthPx / CARD_ASPECT });
  }
  yield image;
  if (image.width * image.height === 0) return;
  for (const turnDeg of TURNS_DEG) yield turned(image, turnDeg);
}

/** The picture turned about its middle, anticlockwise; what lies outside then is cut off. */
function turned(image: RgbaImage, deg: number): RgbaImage {
  const { width, height } = image;
  const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  const place = (x: number, y: number): Point => ({
    x: width / 2 + (cos * x - sin * y) / 2,
    y: height / 2 + (sin * x + cos * y) / 2,
  });
  const frame: Quad = [
    place(-width, -height),
    place(width, -height),
    place(width, height),
    place(-width, height),
  ];
  return rectify(image, frame, { widthPx: width, heightPx: height });
}
