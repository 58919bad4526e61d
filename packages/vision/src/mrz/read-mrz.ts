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

/** Lines of a machine readable zone, and how sure they are. */
export interface MrzReading {
  readonly format: MrzFormat;
  /** Three lines of 30, two of 36 or two of 44 characters: A to Z, 0 to 9 and the filler `<`. */
  readonly lines: readonly string[];
  /** The most likely characters one by one, before check digits and the rules for names and codes were applied. */
  readonly rawLines: readonly string[];
  /** Whether these rules changed a character. */
  readonly corrected: boolean;
  /** Whether the lines may be relied on; otherwise another frame should be read. */
  readonly accepted: boolean;
  /** The printed lines, if they are certain but their check digits do not match; `lines` then differ. */
  readonly contradiction: readonly string[] | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** Distance of neighbouring characters in the frame, in pixels. From 18 on nearly everything is read. */
  readonly pitchPx: number;
  /** Around the lines, in the frame; its top left corner is the zone's own, however the document lies. */
  readonly outline: Quad;
}

/**
 * The longer side up to which a picture is looked at whole at first, and at most. Between the two, and only when the
 * first look found nothing good, smaller characters are found; beyond the second the work would not be bounded.
 */
const FIRST_LOOK_PX = 1000;
const SECOND_LOOK_PX = 2000;
/**
 * Size in px of a last look for pictures that neither look reads: at half the size of the first, a zone's characters
 * are 8 px apart, and the weave of a cloth, whose rows are longer and more even than any line of print, is no longer
 * seen.
 */
const LAST_LOOK_PX = 240;
/** A side shorter than this cannot hold two lines of legible characters. */
const SMALLEST_SIDE_PX = 24;
/** Minimum support for a machine readable zone. */
const LEAST_SUPPORT = 0.02;

interface Reader {
  readonly matcher: CellMatcher;
  readonly parameters: CellNetParameters;
}

let reader: Reader | null = null;

/** Unpacks templates and weights for the first frame, so that the import costs nothing. */
function loadReader(): Reader {
  reader ??= { matcher: createCellMatcher(loadCellTemplates()), parameters: unpackCellNet(cellNetData) };
  return reader;
}

/**
 * Finds and reads the machine readable zone of a travel document (ICAO 9303) in a frame, wherever and however turned it
 * is. The document's corners are not needed.
 *
 * @param frame - any size up to 12 megapixels; the characters should be 18 px apart or more.
 * @returns null when no machine readable lines are found.
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
    if (!zone || zone.support < LEAST_SUPPORT) continue;
    const reading = readZone(pyramid, zone, matcher, parameters);
    if (reading.accepted) return reading;
    const isBetter = reading.contradiction !== null || reading.confidence > (best?.confidence ?? -1);
    if (!best?.contradiction && isBetter) best = reading;
  }
  return best;
}

/** Levels of the pyramid to search, most promising first. */
function levelsOf({ width, height }: GrayImage): number[] {
  if (Math.min(width, height) < SMALLEST_SIDE_PX) return [];
  const longer = Math.max(width, height);
  const upTo = (size: number): number => Math.max(0, Math.ceil(Math.log2(longer / size)));
  const first = upTo(FIRST_LOOK_PX);
  const levels = new Set([first, upTo(SECOND_LOOK_PX)]);
  return longer / 2 ** (first + 1) < LAST_LOOK_PX ? [...levels] : [...levels, first + 1];
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
  const description = describe(zone);
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

function describe(zone: FoundZone): Pick<MrzReading, 'format' | 'pitchPx' | 'outline'> {
  const { columns } = MRZ_SIZES[zone.format];
  const top = zone.rows[0]!;
  const bottom = zone.rows[zone.rows.length - 1]!;
  const first = zone.firstColumn;
  const last = first + columns - 1;
  const middle = measurePitch(zone.grid, (first + last) / 2, (top + bottom) / 2);
  const corner = (column: number, row: number): Point => {
    const place = { x: 0, y: 0 };
    zone.grid.place(column, row, place);
    // Grids count from the middle of a pixel, points of a picture from its corner.
    return { x: fromLevel(place.x, zone.level) + 0.5, y: fromLevel(place.y, zone.level) + 0.5 };
  };
  // Lines are about 2.5 pitches apart and one high: a third of a row beyond their middles is past the ink.
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
