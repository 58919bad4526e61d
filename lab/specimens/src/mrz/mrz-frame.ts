import type { OcrbCut } from '../ocr-b/glyph.ts';
import {
  blurByMotion,
  blurPicture,
  compressPicture,
  exposePicture,
  type Glare,
  type GrayPicture,
} from './frame-optics.ts';
import { type MrzFormat, mrzLines } from './mrz-lines.ts';
import { drawMrzPage, type MrzPage, type ZoneFlaw } from './mrz-page.ts';
import {
  type FrameGeometry,
  type PageProjection,
  type PageView,
  type Place,
  projectPage,
  zoneCorners,
} from './page-view.ts';
import { randomMrzIdentity } from './random-mrz.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** Difficulty of a frame in the hard set; `none` in the ordinary set. */
export type MrzDifficulty = 'none' | 'bend' | 'motion' | 'glare' | 'tilt';

/** Options of the drawing. Everything else follows from the seed. */
export interface MrzFrameOptions {
  readonly seed: number;
  readonly difficulty?: MrzDifficulty;
  readonly format?: MrzFormat;
  readonly lines?: readonly string[];
  /** `OCRBS` by default; `OCRB` only to train the reader. */
  readonly cut?: OcrbCut;
  /** Distance between neighbouring characters; by default 14 to 30, from the seed. */
  readonly pitchPx?: number;
  /** `camera`: 1280 x 720 or, if the zone needs it, at least 1920 x 1080. `close`: the zone with a narrow margin. */
  readonly framing?: 'camera' | 'close';
  /** Flaw of the print, or a fold of the page across its lines. */
  readonly flaw?: ZoneFlaw | 'fold';
  /** Whether the page is upside down. */
  readonly inverted?: boolean;
}

/** A frame with a machine-readable zone and its ground truth. */
export interface MrzFrame {
  readonly image: GrayPicture;
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly pitchPx: number;
  /** Corners of the zone in the frame, clockwise from its own top left. */
  readonly outline: readonly [Place, Place, Place, Place];
  /** Standard deviation of the blur, in pixels, without motion. */
  readonly blurPx: number;
  readonly hasGlare: boolean;
  /** Returns the position of the middle of a character in the frame. */
  characterCentre(line: number, column: number): Place;
}

const DEGREE = Math.PI / 180;

/** Pixels of the drawn page for each pixel of the frame. */
const SCALE = 1.2;

/**
 * Draws one degraded frame. The ordinary set has tilt up to 15 degrees around every axis, blur up to 2 px, JPEG quality 50 to
 * 90, noise, uneven light, glare on a third of the frames, and characters 14 to 30 px apart. A hard frame has one more
 * difficulty: a page bent by up to 15 mm, motion over up to half a character, glare over the zone up to pure white, or tilt up
 * to 25 degrees on a slightly bent page.
 */
export async function drawMrzFrame(options: MrzFrameOptions): Promise<MrzFrame> {
  const random = createSeededRandom(options.seed);
  const format = options.format ?? random.pick(['TD1', 'TD2', 'TD3'] as const);
  const lines = options.lines ?? mrzLines(randomMrzIdentity(random, format));
  const difficulty = options.difficulty ?? 'none';
  const view = randomView(random, difficulty, options);
  const flaw = options.flaw === 'fold' ? undefined : options.flaw;
  const page = await drawMrzPage(format, lines, view.pitchPx * SCALE, options.cut ?? 'OCRBS', random, flaw);
  const frame = placeZone(page, view, options.framing ?? 'camera', random);
  const projection = projectPage(page, view, frame);
  const corners = zoneCorners(page);
  const outline = [
    projection.toFrame(corners[0]),
    projection.toFrame(corners[1]),
    projection.toFrame(corners[2]),
    projection.toFrame(corners[3]),
  ] as const;

  let image = photograph(page, projection, frame, random);
  if (difficulty === 'motion') {
    const length = random.between(0.2, 0.5) * view.pitchPx;
    image = blurByMotion(image, length, random.between(0, Math.PI));
  }
  const blurPx = random.between(0, 2);
  image = await blurPicture(image, blurPx);
  const glares = randomGlares(random, difficulty, view, frame, page.columns);
  exposePicture(image, glares, random.between(1, 5), random);
  image = await compressPicture(image, random.integer(50, 90));
  return {
    image,
    format,
    lines,
    pitchPx: view.pitchPx,
    outline,
    blurPx,
    hasGlare: glares.length > 0,
    characterCentre: (line, column) => projection.toFrame(characterCentre(page, lines.length, line, column)),
  };
}

function randomView(random: SeededRandom, difficulty: MrzDifficulty, options: MrzFrameOptions): PageView {
  const reach = difficulty === 'tilt' ? 25 : 15;
  const angle = (): number => random.between(-reach, reach) * DEGREE;
  const [minBulge, maxBulge] = difficulty === 'bend' ? [2, 6] : difficulty === 'tilt' ? [0, 2] : [0, 0];
  return {
    roll: angle() + (options.inverted ? Math.PI : 0),
    yaw: angle(),
    pitch: angle(),
    pitchPx: options.pitchPx ?? random.between(14, 30),
    bulge: random.between(minBulge, maxBulge) * (random.chance(0.5) ? 1 : -1),
    curl: random.next(),
    fold: options.flaw === 'fold' ? 2.5 : 0,
  };
}

function characterCentre(page: MrzPage, lineCount: number, line: number, column: number): Place {
  const firstBaseline = page.top + 1.07 * page.pitchPx;
  const spacing = (page.bottom - firstBaseline) / (lineCount - 1);
  return {
    x: page.left + (column + 0.5) * page.pitchPx,
    y: firstBaseline + line * spacing - 0.49 * page.pitchPx,
  };
}

/** Chooses the frame's size, and places the whole zone in it: at random, or in the middle of a close frame. */
function placeZone(
  page: MrzPage,
  view: PageView,
  framing: 'camera' | 'close',
  random: SeededRandom,
): FrameGeometry {
  const origin = projectPage(page, view, { width: 0, height: 0, centreX: 0, centreY: 0 });
  const corners = zoneCorners(page).map((corner) => origin.toFrame(corner));
  const reachX = Math.max(...corners.map(({ x }) => Math.abs(x))) + view.pitchPx;
  const reachY = Math.max(...corners.map(({ y }) => Math.abs(y))) + view.pitchPx;
  if (framing === 'close') {
    const width = Math.ceil(2 * reachX + 2 * view.pitchPx);
    const height = Math.ceil(2 * reachY + 2 * view.pitchPx);
    return { width, height, centreX: width / 2, centreY: height / 2 };
  }
  const small = 2 * reachX < 1280 && 2 * reachY < 720;
  const [width, height] = small
    ? [1280, 720]
    : [Math.max(1920, Math.ceil(2 * reachX)), Math.max(1080, Math.ceil(2 * reachY))];
  return {
    width,
    height,
    centreX: random.between(reachX, width - reachX),
    // The zone is at the bottom of the page, so people who show the page hold it low in the frame.
    centreY: random.between(Math.max(reachY, 0.45 * (height - reachY)), height - reachY),
  };
}

/** Draws the page on a table with some grain. */
function photograph(
  page: MrzPage,
  projection: PageProjection,
  { width, height }: FrameGeometry,
  random: SeededRandom,
): GrayPicture {
  const data = new Uint8Array(width * height);
  const table = random.integer(30, 190);
  const grain = random.between(0, 18);
  const wave = random.between(6, 40);
  const place = { x: 0, y: 0 };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      projection.toPage(x, y, place);
      const left = Math.floor(place.x);
      const top = Math.floor(place.y);
      if (left < 0 || top < 0 || left >= page.width - 1 || top >= page.height - 1) {
        data[at] = table + grain * Math.sin(y / wave + 2 * Math.sin(x / (7 * wave)));
        continue;
      }
      const a = place.x - left;
      const b = place.y - top;
      const i = top * page.width + left;
      const upper = page.data[i]! * (1 - a) + page.data[i + 1]! * a;
      const lower = page.data[i + page.width]! * (1 - a) + page.data[i + page.width + 1]! * a;
      data[at] = upper * (1 - b) + lower * b + 0.5;
    }
  }
  return { data, width, height };
}

function randomGlares(
  random: SeededRandom,
  difficulty: MrzDifficulty,
  { pitchPx }: PageView,
  { width, height, centreX, centreY }: FrameGeometry,
  columns: number,
): readonly Glare[] {
  if (difficulty === 'glare') {
    return Array.from({ length: random.integer(1, 3) }, () => ({
      x: centreX + random.between(-0.5, 0.5) * columns * pitchPx,
      y: centreY + random.between(-2, 2) * pitchPx,
      radiusX: random.between(3, 9) * pitchPx,
      radiusY: random.between(1.5, 5) * pitchPx,
      strength: random.between(0.7, 1),
    }));
  }
  if (!random.chance(1 / 3)) return [];
  return [
    {
      x: random.between(0, width),
      y: random.between(0, height),
      radiusX: random.between(4, 14) * pitchPx,
      radiusY: random.between(2, 8) * pitchPx,
      strength: random.between(0.3, 0.7),
    },
  ];
}
