import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type Point,
  projectPoint,
  type Quad,
  type RgbaImage,
  rectify,
  unitSquareToQuad,
} from '@vendor/vision';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { codeFrames } from './code-frames.ts';
import { beforeAskew, beforeQuarters, halveImage, turnedAskew, turnedQuarters } from './turned-pictures.ts';

const require = createRequire(import.meta.url);

/** A PDF417 code that was seen. */
export interface BarcodeReading {
  /** Content of the code, a character a byte; null when its error correction could not make it whole. */
  readonly text: string | null;
  /** Texts of further codes of AAMVA's kind that say something else. Absent without any. */
  readonly otherTexts?: readonly string[];
  /** Corners of the code in pixels of the picture, clockwise from its own top left. Absent where it was not read. */
  readonly corners?: Quad;
}

/** Shape of a card (ISO/IEC 7810: ID-1). */
const CARD_ASPECT = 85.6 / 53.98;

/** Cards are straightened to this width: 5 pixels to a module of the usual codes. */
const CARD_SIZE = { widthPx: 1600, heightPx: 1600 / CARD_ASPECT };

/** Pictures whose longer side has so many pixels are halved before they are turned: to read each three times more costs too much. */
const HALVED_FROM_PX = 2400;

/** Codes are mostly seen up to a slant of half of this; cards that were found are straightened already. */
const TURNS_DEG = [15, -15];

/** Broken codes of one view that are straightened; more than that are print that looks like the beginning of one. */
const MOST_BROKEN = 3;

/** Rows of marks begin as a code does, too; the words of a code alone have sums to be wrong. */
const BROKEN = 'ChecksumError';

/** Licences carry other codes beside the standard's, for stock or for the issuer's own use. */
const AAMVA_HEADER = /^.{0,12}(ANSI |AAMVA)\d{6}/s;

const options: ReaderOptions = {
  formats: ['PDF417'],
  returnErrors: true,
  textMode: 'Plain',
  // The library does not read light codes on dark ground in this format, and would look for them.
  tryInvert: false,
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
 * Reads the PDF417 code (ISO/IEC 15438) of a card: on the straightened card, then in the picture as it is, then turned by
 * quarters. A code that is seen and not read is straightened by its own edges and read again, because the library hardly bears
 * a slant. Which way up the card lies does not matter, nor codes of other kinds beside the one of AAMVA's, broken or whole. Of
 * several codes of AAMVA's kind the first one counts, and those that differ from it are named.
 *
 * @param corners - of the card in pixels of `image`, one of its longer sides first; null when it was not found.
 * @returns null when there is none to be seen. Half a second of one core at most for 2400 × 3200 pixels without a code.
 */
export async function readBarcode(image: RgbaImage, corners: Quad | null): Promise<BarcodeReading | null> {
  await prepareReader();
  let other: BarcodeReading | null = null;
  let isSeen = false;
  for (const { view, tryRotate, toImage } of viewsOf(image, corners)) {
    const { codes, isBroken } = await readView(view, tryRotate);
    const inImage = ({ text, quad }: Code) => ({ text, corners: quad.map(toImage) as unknown as Quad });
    const [code, ...others] = codes.filter(({ text }) => isAamva(text));
    if (code) {
      const beside = await textsBeside(image, view);
      const texts = new Set([...others.map(({ text }) => text), ...beside]);
      const otherTexts = [...texts].filter((found) => found !== code.text);
      return { ...inImage(code), ...(otherTexts.length > 0 ? { otherTexts } : {}) };
    }
    const [first] = codes;
    if (first) other ??= inImage(first);
    isSeen ||= isBroken;
  }
  return other ?? (isSeen ? { text: null } : null);
}

/** Reads the codes that a view with a code in it does not show: outside of a straightened card, or the other way up. */
async function textsBeside(image: RgbaImage, seen: RgbaImage): Promise<string[]> {
  const texts: string[] = [];
  for (const view of [image, turnedQuarters(shrunk(image), 2)])
    if (view !== seen)
      texts.push(...(await readView(view, false)).codes.map(({ text }) => text).filter(isAamva));
  return texts;
}

/** A code that was read, and its corners in pixels of the view. */
interface Code {
  readonly text: string;
  readonly quad: Quad;
}

/** Reads all codes of one view; what is broken is read once more, straightened by the edges that were seen of it. */
async function readView(
  view: RgbaImage,
  tryRotate: boolean,
): Promise<{ readonly codes: Code[]; readonly isBroken: boolean }> {
  const found = await readBarcodes(browsersPicture(view), { ...options, tryRotate });
  const codes = found
    .filter((code) => code.isValid)
    .map((code): Code => ({ text: textOf(code), quad: quadOf(code.position) }));
  const broken = found.filter((code) => code.error.startsWith(BROKEN)).slice(0, MOST_BROKEN);
  for (const code of broken) {
    for (const { quad, size } of codeFrames(code.position, view)) {
      const [straight] = await readBarcodes(browsersPicture(rectify(view, quad, size)), options);
      if (!straight?.isValid) continue;
      codes.push({ text: textOf(straight), quad });
      break;
    }
  }
  return { codes, isBroken: broken.length > 0 };
}

function quadOf({ topLeft, topRight, bottomRight, bottomLeft }: ReadResult['position']): Quad {
  return [topLeft, topRight, bottomRight, bottomLeft];
}

function isAamva(text: string): boolean {
  return AAMVA_HEADER.test(text);
}

function textOf({ bytes }: ReadResult): string {
  return Buffer.from(bytes).toString('latin1');
}

/** A picture as browsers have it, which is how the library takes pixels. */
function browsersPicture({ data, width, height }: RgbaImage): Parameters<typeof readBarcodes>[0] {
  const pixels = new Uint8ClampedArray(data);
  return { data: pixels, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
}

/** A picture to be read. */
interface View {
  readonly view: RgbaImage;
  /** Whether the library is to look for codes that stand upright; it stops at the first way up that shows any, read or not. */
  readonly tryRotate: boolean;
  /** Place in the picture of a point of the view. */
  readonly toImage: (point: Point) => Point;
}

function* viewsOf(image: RgbaImage, corners: Quad | null): Generator<View> {
  if (image.width * image.height === 0) return;
  if (corners)
    yield { view: rectify(image, corners, CARD_SIZE), tryRotate: true, toImage: outOfCard(corners) };
  yield { view: image, tryRotate: corners === null, toImage: (point) => point };
  const small = shrunk(image);
  const enlarge = ({ x, y }: Point) => ({
    x: (x * image.width) / small.width,
    y: (y * image.height) / small.height,
  });
  for (const quarters of [2, 1, 3] as const)
    yield {
      view: turnedQuarters(small, quarters),
      tryRotate: false,
      toImage: (point) => enlarge(beforeQuarters(point, small, quarters)),
    };
  if (corners) return;
  for (const deg of TURNS_DEG)
    yield {
      view: turnedAskew(small, deg),
      tryRotate: true,
      toImage: (point) => enlarge(beforeAskew(point, small, deg)),
    };
}

/** Points of a straightened card as points of its picture. */
function outOfCard(corners: Quad): View['toImage'] {
  const map = unitSquareToQuad(corners);
  const { widthPx, heightPx } = CARD_SIZE;
  return (point) => (map ? projectPoint(map, { x: point.x / widthPx, y: point.y / heightPx }) : point);
}

function shrunk(image: RgbaImage): RgbaImage {
  let small = image;
  while (isLarge(small)) small = halveImage(small);
  return small;
}

function isLarge({ width, height }: RgbaImage): boolean {
  return Math.max(width, height) >= HALVED_FROM_PX && Math.min(width, height) > 1;
}
