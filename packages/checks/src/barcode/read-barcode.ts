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
import {
  halveImage,
  rotateByAngle,
  rotateQuarters,
  unrotateByAngle,
  unrotateQuarters,
} from './rotate-picture.ts';

const require = createRequire(import.meta.url);

/** A detected PDF417 code. */
export interface BarcodeReading {
  /** Content of the code, one character per byte; null if error correction failed. */
  readonly text: string | null;
  /** Texts of further AAMVA codes with other content. Absent if there are none. */
  readonly otherTexts?: readonly string[];
  /** Corners of the code in pixels of the picture, clockwise from the code's own top left. Absent if the code was not read. */
  readonly corners?: Quad;
}

/** Aspect ratio of a card (ISO/IEC 7810: ID-1). */
const CARD_ASPECT = 85.6 / 53.98;

/** Size of a straightened card: 5 pixels per module of the usual codes. */
const CARD_SIZE = { widthPx: 1600, heightPx: 1600 / CARD_ASPECT };

/**
 * Pictures with a longer side of this many pixels or more are halved before they are rotated, because three more readings of
 * the full size are too slow.
 */
const HALVED_FROM_PX = 2400;

/** Rotations tried for cards that were not found. Most codes are detected up to half this slant. */
const TURNS_DEG = [15, -15];

/** Maximum number of broken codes straightened per view; more are print that resembles the start of a code. */
const MAX_BROKEN = 3;

/**
 * Error of a detected code. Other errors also occur for rows of marks that resemble the start of one; only real codewords can
 * fail the checksum.
 */
const CHECKSUM_ERROR = 'ChecksumError';

/** Header of the AAMVA standard. Licences carry other codes as well, for stock or for the issuer's own use. */
const AAMVA_HEADER = /^.{0,12}(ANSI |AAMVA)\d{6}/s;

const options: ReaderOptions = {
  formats: ['PDF417'],
  returnErrors: true,
  textMode: 'Plain',
  // The library cannot read inverted codes in this format, but would search for them.
  tryInvert: false,
};

let prepared: Promise<unknown> | undefined;

/** Loads the WebAssembly reader of this thread from the installed package, without network access. */
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
 * Reads the PDF417 code (ISO/IEC 15438) of a card in any orientation: on the straightened card, then in the picture as it is,
 * then rotated by quarters. A code that is detected but not read is straightened by its own edges and read again, because the
 * library hardly tolerates slant. Codes other than AAMVA's are ignored if there is one of AAMVA's, whether they can be read or
 * not. Of several AAMVA codes the first counts, and `otherTexts` lists those that differ.
 *
 * @param corners - the card in pixels of `image`, starting with a longer side; null if it was not found.
 * @returns null if no code was detected. Takes at most half a second of one core for 2400 × 3200 pixels without a code.
 */
export async function readBarcode(image: RgbaImage, corners: Quad | null): Promise<BarcodeReading | null> {
  await prepareReader();
  let other: BarcodeReading | null = null;
  let isDetected = false;
  for (const { view, tryRotate, toImage } of listViews(image, corners)) {
    const { codes, isBroken } = await readView(view, tryRotate);
    const inImage = ({ text, quad }: Code) => ({ text, corners: quad.map(toImage) as unknown as Quad });
    const [code, ...others] = codes.filter(({ text }) => isAamva(text));
    if (code) {
      const elsewhere = await readElsewhere(image, view);
      const texts = new Set([...others.map(({ text }) => text), ...elsewhere]);
      const otherTexts = [...texts].filter((found) => found !== code.text);
      return { ...inImage(code), ...(otherTexts.length > 0 ? { otherTexts } : {}) };
    }
    const [first] = codes;
    if (first) other ??= inImage(first);
    isDetected ||= isBroken;
  }
  return other ?? (isDetected ? { text: null } : null);
}

/** Reads AAMVA codes that may be missing from a view with a code: outside the straightened card, or upside down. */
async function readElsewhere(image: RgbaImage, exceptView: RgbaImage): Promise<string[]> {
  const texts: string[] = [];
  for (const view of [image, rotateQuarters(shrink(image), 2)])
    if (view !== exceptView)
      texts.push(...(await readView(view, false)).codes.map(({ text }) => text).filter(isAamva));
  return texts;
}

/** A code that was read, with its corners in pixels of the view. */
interface Code {
  readonly text: string;
  readonly quad: Quad;
}

/** Reads all codes of one view. Broken codes are straightened by their detected edges and read once more. */
async function readView(
  view: RgbaImage,
  tryRotate: boolean,
): Promise<{ readonly codes: Code[]; readonly isBroken: boolean }> {
  const found = await readBarcodes(toImageData(view), { ...options, tryRotate });
  const codes = found
    .filter((code) => code.isValid)
    .map((code): Code => ({ text: textOf(code), quad: toQuad(code.position) }));
  const broken = found.filter((code) => code.error.startsWith(CHECKSUM_ERROR)).slice(0, MAX_BROKEN);
  for (const code of broken) {
    for (const { quad, size } of codeFrames(code.position, view)) {
      const [straight] = await readBarcodes(toImageData(rectify(view, quad, size)), options);
      if (!straight?.isValid) continue;
      codes.push({ text: textOf(straight), quad });
      break;
    }
  }
  return { codes, isBroken: broken.length > 0 };
}

function toQuad({ topLeft, topRight, bottomRight, bottomLeft }: ReadResult['position']): Quad {
  return [topLeft, topRight, bottomRight, bottomLeft];
}

function isAamva(text: string): boolean {
  return AAMVA_HEADER.test(text);
}

function textOf({ bytes }: ReadResult): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Converts a picture to the browser's `ImageData` format, which the library expects. */
function toImageData({ data, width, height }: RgbaImage): Parameters<typeof readBarcodes>[0] {
  const pixels = new Uint8ClampedArray(data);
  return { data: pixels, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
}

/** A view of the picture to read. */
interface View {
  readonly view: RgbaImage;
  /** Whether the library also searches for vertical codes. It stops at the first orientation with any code, read or not. */
  readonly tryRotate: boolean;
  /** Maps a point of the view to the picture. */
  readonly toImage: (point: Point) => Point;
}

function* listViews(image: RgbaImage, corners: Quad | null): Generator<View> {
  if (image.width * image.height === 0) return;
  if (corners)
    yield { view: rectify(image, corners, CARD_SIZE), tryRotate: true, toImage: cardToImage(corners) };
  yield { view: image, tryRotate: corners === null, toImage: (point) => point };
  const small = shrink(image);
  const enlarge = ({ x, y }: Point) => ({
    x: (x * image.width) / small.width,
    y: (y * image.height) / small.height,
  });
  for (const quarters of [2, 1, 3] as const)
    yield {
      view: rotateQuarters(small, quarters),
      tryRotate: false,
      toImage: (point) => enlarge(unrotateQuarters(point, small, quarters)),
    };
  if (corners) return;
  for (const deg of TURNS_DEG)
    yield {
      view: rotateByAngle(small, deg),
      tryRotate: true,
      toImage: (point) => enlarge(unrotateByAngle(point, small, deg)),
    };
}

/** Returns a mapping from points of a straightened card to the picture. */
function cardToImage(corners: Quad): View['toImage'] {
  const map = unitSquareToQuad(corners);
  const { widthPx, heightPx } = CARD_SIZE;
  return (point) => (map ? projectPoint(map, { x: point.x / widthPx, y: point.y / heightPx }) : point);
}

function shrink(image: RgbaImage): RgbaImage {
  let small = image;
  while (isLarge(small)) small = halveImage(small);
  return small;
}

function isLarge({ width, height }: RgbaImage): boolean {
  return Math.max(width, height) >= HALVED_FROM_PX && Math.min(width, height) > 1;
}
