import {
  downscale,
  findComponents,
  findTextLines,
  type GrayImage,
  type Point,
  type Quad,
  type RgbaImage,
  rectify,
  sideLengths,
  type TextLine,
  toGray,
} from '@vendor/vision';

/** A line of print, from the centre of its first character to that of its last, in pixels of the picture. */
export interface PrintedLine {
  readonly from: Point;
  readonly to: Point;
  /** Whether it is straight and level, as only print is. */
  readonly isClear: boolean;
}

/** Size of the picture in which print is searched: six pixels per millimetre of a card that fills it. */
const SEARCH_SIDE_PX = 500;

const MIN_CHARACTERS = 7;
/** Maximum slope of print that is straight in its picture: 1.4°. */
const MAX_SLOPE = 0.025;
/** Height of print: 1 to 6 mm on a card that fills the picture. */
const MIN_HEIGHT_PX = 5;
const MAX_HEIGHT_PX = 36;
/** Maximum pitch of characters, as a multiple of their height; stitches and the keys of a keyboard are usually wider apart. */
const MAX_PITCH = 1;
/**
 * Maximum deviation of characters from their line, as a share of their height: up to 0.1 for drawn print, and mostly 0.11 to
 * 0.25 for textile weave, keyboards and grain.
 */
const MAX_SCATTER = 0.12;
/** Limits for clear lines: half of {@link MAX_SCATTER}, as for capitals and digits, and 0.7° from the picture's side. */
const CLEAR_SCATTER = 0.06;
const CLEAR_SLOPE = 0.012;

/**
 * Finds lines of print that run along one side of a picture, dark on light and light on dark. Takes fifty milliseconds of one
 * core.
 *
 * @param isUpright - whether to search along the height of the picture instead of its width.
 */
export function findPrintedLines(image: RgbaImage, isUpright: boolean): PrintedLine[] {
  const scale = SEARCH_SIDE_PX / Math.max(image.width, image.height);
  const size = { widthPx: Math.round(image.width * scale), heightPx: Math.round(image.height * scale) };
  const gray = toGray(downscale(image, size));
  const dark = isUpright ? transpose(gray) : gray;
  const light = { ...dark, data: dark.data.map((value) => 255 - value) };
  return [dark, light]
    .flatMap((print) => findTextLines(findComponents(print)))
    .filter(isPrint)
    .map((line) => {
      const { components, slope, intercept } = line;
      const place = ({ x }: { readonly x: number }): Point => {
        const [along, across] = [x / scale, (slope * x + intercept) / scale];
        return isUpright ? { x: across, y: along } : { x: along, y: across };
      };
      const isClear = Math.abs(slope) <= CLEAR_SLOPE && measureScatter(line) <= CLEAR_SCATTER;
      return { from: place(components[0]!), to: place(components.at(-1)!), isClear };
    });
}

/**
 * Returns the slopes of clear lines of print on a document straightened by its corners; they are zero if the corners are correct.
 */
export function measurePrintSlopes(image: RgbaImage, corners: Quad): number[] {
  const [length, height] = sideLengths(corners);
  const heightPx = Math.round((SEARCH_SIDE_PX * height) / length);
  const dark = toGray(rectify(image, corners, { widthPx: SEARCH_SIDE_PX, heightPx }));
  const light = { ...dark, data: dark.data.map((value) => 255 - value) };
  return [dark, light]
    .flatMap((print) => findTextLines(findComponents(print)))
    .filter((line) => line.components.length >= MIN_CHARACTERS && measureScatter(line) <= CLEAR_SCATTER)
    .map(({ slope }) => slope);
}

function isPrint(line: TextLine): boolean {
  const { components, slope, heightPx, pitchPx } = line;
  if (components.length < MIN_CHARACTERS || Math.abs(slope) > MAX_SLOPE) return false;
  if (heightPx < MIN_HEIGHT_PX || heightPx > MAX_HEIGHT_PX || pitchPx > MAX_PITCH * heightPx) return false;
  return measureScatter(line) <= MAX_SCATTER;
}

/** Returns the root mean square deviation of characters from their line, as a share of their height. */
function measureScatter({ components, slope, intercept, heightPx }: TextLine): number {
  const squares = components.reduce((sum, { x, y }) => sum + (y - slope * x - intercept) ** 2, 0);
  return Math.sqrt(squares / components.length) / heightPx;
}

/** Transposes the picture, so that vertical lines become horizontal. */
function transpose({ data, width, height }: GrayImage): GrayImage {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = data[y * width + x]!;
  return { data: turned, width: height, height: width };
}
