import { ocrbOutlines } from './ocrb-outlines.ts';
import { ocrbsOutlines } from './ocrbs-outlines.ts';

/**
 * A cut of OCR-B. `OCRB` has round stroke ends, `OCRBS` ("sharp") square ones and other proportions in many letters.
 *
 * The MRZ reader's templates and weights come from `OCRB`. Specimens are printed with `OCRBS`, which the reader has never seen,
 * so that tests do not show it its own templates.
 */
export type OcrbCut = 'OCRB' | 'OCRBS';

/** Font units per em square. */
export const OCRB_UNITS_PER_EM = 1000;

/** Advance of every character, in font units: OCR-B is monospaced. On a document this is 2.54 mm: ten to the inch. */
export const OCRB_ADVANCE = 723;

/** Outline of one character. */
export interface OcrbGlyph {
  /** SVG path data in font units, y down, the origin on the baseline at the left of the advance; empty for a space. */
  readonly path: string;
  /** Font units to the next character. */
  readonly advance: number;
}

/**
 * Returns the outline of one character.
 *
 * @param char - one printable ASCII character, U+0020 to U+007E.
 * @throws RangeError for any other character.
 */
export function glyphPath(char: string, cut: OcrbCut): OcrbGlyph {
  const outlines = cut === 'OCRB' ? ocrbOutlines : ocrbsOutlines;
  const path = Object.hasOwn(outlines, char) ? outlines[char] : undefined;
  if (path === undefined)
    throw new RangeError(`OCR-B outlines hold printable ASCII only, not ${JSON.stringify(char)}`);
  return { path, advance: OCRB_ADVANCE };
}
