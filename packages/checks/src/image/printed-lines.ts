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

/** A line of print, from its first to its last character, in pixels of the picture. */
export interface PrintedLine {
  readonly from: Point;
  readonly to: Point;
  /** Whether it is straight and level, as only print is. */
  readonly isClear: boolean;
}

/** Print is looked for at this length of the picture: six pixels a millimetre of a card that fills it. */
const SEARCH_SIDE_PX = 500;

const LEAST_CHARACTERS = 7;
/** Of print that stands straight in its picture: 1.4°. */
const STEEPEST = 0.025;
/** 1 to 6 mm on a card that fills the picture. */
const LOWEST_PX = 5;
const HIGHEST_PX = 36;
/** Print is as high as its characters are far apart, or higher; stitches and keys mostly are not. */
const WIDEST_PITCH = 1;
/**
 * Characters stand on their line to this share of their height: drawn print to 0.1, what weaves, keys and grain have in lines mostly
 * to 0.11 to 0.25.
 */
const MOST_SCATTER = 0.12;
/** Capitals and digits stand on theirs to a half of that, and along the picture's side to 0.7°. */
const CLEAR_SCATTER = 0.06;
const CLEAR_SLOPE = 0.012;

/**
 * Finds lines of print that run along one side of a picture, dark on light and light on dark. Fifty milliseconds of one core.
 *
 * @param isUpright - along the height of the picture in place of its width.
 */
export function findPrintedLines(image: RgbaImage, isUpright: boolean): PrintedLine[] {
  const scale = SEARCH_SIDE_PX / Math.max(image.width, image.height);
  const size = { widthPx: Math.round(image.width * scale), heightPx: Math.round(image.height * scale) };
  const gray = toGray(downscale(image, size));
  const dark = isUpright ? transposed(gray) : gray;
  const light = { ...dark, data: dark.data.map((value) => 255 - value) };
  return [dark, light]
    .flatMap((seen) => findTextLines(findComponents(seen)))
    .filter(isPrint)
    .map((line) => {
      const { components, slope, intercept } = line;
      const place = ({ x }: { readonly x: number }): Point => {
        const [along, across] = [x / scale, (slope * x + intercept) / scale];
        return isUpright ? { x: across, y: along } : { x: along, y: across };
      };
      const isClear = Math.abs(slope) <= CLEAR_SLOPE && scatterOf(line) <= CLEAR_SCATTER;
      return { from: place(components[0]!), to: place(components.at(-1)!), isClear };
    });
}

/**
 * The slopes of clear lines of print on a document that is straightened by corners: none of them slopes where the corners are its own.
 */
export function slopesOfPrint(image: RgbaImage, corners: Quad): number[] {
  const [length, height] = sideLengths(corners);
  const heightPx = Math.round((SEARCH_SIDE_PX * height) / length);
  const dark = toGray(rectify(image, corners, { widthPx: SEARCH_SIDE_PX, heightPx }));
  const light = { ...dark, data: dark.data.map((value) => 255 - value) };
  return [dark, light]
    .flatMap((seen) => findTextLines(findComponents(seen)))
    .filter((line) => line.components.length >= LEAST_CHARACTERS && scatterOf(line) <= CLEAR_SCATTER)
    .map(({ slope }) => slope);
}

function isPrint(line: TextLine): boolean {
  const { components, slope, heightPx, pitchPx } = line;
  if (components.length < LEAST_CHARACTERS || Math.abs(slope) > STEEPEST) return false;
  if (heightPx < LOWEST_PX || heightPx > HIGHEST_PX || pitchPx > WIDEST_PITCH * heightPx) return false;
  return scatterOf(line) <= MOST_SCATTER;
}

/** How far characters stand off their line, in terms of their height. */
function scatterOf({ components, slope, intercept, heightPx }: TextLine): number {
  const squares = components.reduce((sum, { x, y }) => sum + (y - slope * x - intercept) ** 2, 0);
  return Math.sqrt(squares / components.length) / heightPx;
}

/** The picture with rows for columns: lines of characters stay lines. */
function transposed({ data, width, height }: GrayImage): GrayImage {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = data[y * width + x]!;
  return { data: turned, width: height, height: width };
}
