import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../quad.ts';
import { CLEAR_MARGIN, computeConfidence, isReliable } from './acceptance.ts';
import { type CellMatcher, createCellMatcher } from './cells/cell-matcher.ts';
import type { CellNetParameters } from './cells/cell-net.ts';
import { cellNetData } from './cells/cell-net-data.ts';
import { unpackCellNet } from './cells/cell-net-weights.ts';
import { loadCellTemplates } from './cells/cell-templates.ts';
import { classifyZone } from './classify-zone.ts';
import { findContradiction } from './contradiction.ts';
import { decodeZone } from './decoding/decode-zone.ts';
import { type FoundZone, findZone } from './find-zone.ts';
import { largestFlaw } from './flaw.ts';
import { measurePitch } from './grid.ts';
import { MRZ_SIZES, type MrzFormat } from './mrz-format.ts';
import { createPyramid, fromLevel, type Pyramid } from './pyramid.ts';

/** Lines of an MRZ, and how certain they are. */
export interface MrzReading {
  readonly format: MrzFormat;
  /** Three lines of 30, two of 36 or two of 44 characters: A to Z, 0 to 9 and the filler `<`. */
  readonly lines: readonly string[];
  /** The most likely characters one by one, before applying check digits and the rules for names and codes. */
  readonly rawLines: readonly string[];
  /** Whether check digits or rules changed a character. */
  readonly corrected: boolean;
  /** Whether the lines are reliable; otherwise another frame should be read. */
  readonly accepted: boolean;
  /** The printed lines, if they are certain but their check digits do not match; `lines` then differ. */
  readonly contradiction: readonly string[] | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** Distance between neighbouring characters in the frame, in pixels. From 18 on nearly every zone is read. */
  readonly pitchPx: number;
  /** Outline of the lines in the frame, starting at the zone's own top left corner in any orientation. */
  readonly outline: Quad;
}

/**
 * Longer side of the picture in the first and the second search. The second finds smaller characters, and runs only if the
 * first found no accepted reading. Its limit bounds the work.
 */
const FIRST_SEARCH_PX = 1000;
const SECOND_SEARCH_PX = 2000;
/**
 * Minimum size in px of a last search at half the size of the first, for pictures that neither search reads: characters are 8
 * px apart then, and textile weave, whose rows are longer and more regular than any line of print, is no longer visible.
 */
const LAST_SEARCH_PX = 240;
/** Minimum side of a picture that can hold two lines of legible characters. */
const MIN_SIDE_PX = 24;
/** Minimum support for a zone to be read. */
const MIN_SUPPORT = 0.02;

interface Reader {
  readonly matcher: CellMatcher;
  readonly parameters: CellNetParameters;
}

let reader: Reader | null = null;

/** Unpacks templates and weights lazily, so that the import costs nothing. */
function loadReader(): Reader {
  reader ??= { matcher: createCellMatcher(loadCellTemplates()), parameters: unpackCellNet(cellNetData) };
  return reader;
}

/**
 * Finds and reads the MRZ of a travel document (ICAO 9303) in a frame, in any position and orientation. The document's corners
 * are not needed.
 *
 * @param frame - any size up to 12 megapixels; characters should be at least 18 px apart.
 * @returns null if no MRZ is found.
 *
 * @example
 * const reading = readMrz(toGray(frame));
 * if (reading?.accepted) show(reading.lines);
 */
export function readMrz(frame: GrayImage): MrzReading | null {
  const { matcher, parameters } = loadReader();
  const pyramid = createPyramid(frame);
  let best: MrzReading | null = null;
  for (const level of levelsOf(frame)) {
    const zone = findZone(pyramid, level, matcher);
    if (!zone || zone.support < MIN_SUPPORT) continue;
    const reading = readZone(pyramid, zone, matcher, parameters);
    if (reading.accepted) return reading;
    const isBetter = reading.contradiction !== null || reading.confidence > (best?.confidence ?? -1);
    if (!best?.contradiction && isBetter) best = reading;
  }
  return best;
}

/** Returns the pyramid levels to search, the most promising first. */
function levelsOf({ width, height }: GrayImage): number[] {
  if (Math.min(width, height) < MIN_SIDE_PX) return [];
  const longer = Math.max(width, height);
  const upTo = (size: number): number => Math.max(0, Math.ceil(Math.log2(longer / size)));
  const first = upTo(FIRST_SEARCH_PX);
  const levels = new Set([first, upTo(SECOND_SEARCH_PX)]);
  return longer / 2 ** (first + 1) < LAST_SEARCH_PX ? [...levels] : [...levels, first + 1];
}

function readZone(
  pyramid: Pyramid,
  zone: FoundZone,
  matcher: CellMatcher,
  parameters: CellNetParameters,
): MrzReading {
  const scores = classifyZone(pyramid.level(zone.level), zone, matcher, parameters);
  const { likeness } = scores;
  const decoded = decodeZone(zone.format, scores.logProbabilities);
  const { lines, rawLines, uncheckedCells: unchecked } = decoded;
  const description = describeZone(zone);
  const evidence = {
    ...decoded,
    format: zone.format,
    documentCode: lines[0]?.[0],
    pitchPx: description.pitchPx / 2 ** zone.level,
    likeness,
    flaw: largestFlaw(unchecked, scores.likenesses),
    doubtfulFlaw: largestFlaw(
      unchecked.filter(({ margin }) => margin < CLEAR_MARGIN),
      scores.likenesses,
    ),
  };
  return {
    ...description,
    lines,
    rawLines,
    corrected: lines.some((line, index) => line !== rawLines[index]),
    accepted: isReliable(evidence),
    contradiction: findContradiction(zone.format, decoded, scores.likenesses),
    confidence: computeConfidence(evidence),
  };
}

function describeZone(zone: FoundZone): Pick<MrzReading, 'format' | 'pitchPx' | 'outline'> {
  const { columns } = MRZ_SIZES[zone.format];
  const top = zone.rows[0]!;
  const bottom = zone.rows[zone.rows.length - 1]!;
  const first = zone.firstColumn;
  const last = first + columns - 1;
  const middle = measurePitch(zone.grid, (first + last) / 2, (top + bottom) / 2);
  const corner = (column: number, row: number): Point => {
    const place = { x: 0, y: 0 };
    zone.grid.place(column, row, place);
    // In a grid, whole numbers are pixel centres; in a picture, they are pixel corners.
    return { x: fromLevel(place.x, zone.level) + 0.5, y: fromLevel(place.y, zone.level) + 0.5 };
  };
  // Lines are about 2.5 pitches apart and one pitch high, so a third of a row beyond their centres is outside the ink.
  const beyond = 0.33;
  return {
    format: zone.format,
    pitchPx: middle * 2 ** zone.level,
    outline: [
      corner(first - 0.75, top - beyond),
      corner(last + 0.75, top - beyond),
      corner(last + 0.75, bottom + beyond),
      corner(first - 0.75, bottom + beyond),
    ],
  };
}
