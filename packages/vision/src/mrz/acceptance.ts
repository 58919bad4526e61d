import type { MrzFormat } from './mrz-format.ts';

/** Evidence for or against relying on a reading. */
export interface ReadingEvidence {
  readonly format: MrzFormat;
  /** First character of the document code. */
  readonly documentCode: string | undefined;
  /** Whether document code and sex are as they were seen. */
  readonly isLiteral: boolean;
  /** Probability of the reading among all that obey the rules. */
  readonly posterior: number;
  /** How much the rules had to overrule the cells, in nats. */
  readonly cost: number;
  /** Margin over characters that no check digit tells from those read, in nats. */
  readonly twinMargin: number;
  /** Distance of neighbouring characters where they were read, in pixels. */
  readonly pitchPx: number;
  /** How much less than the middle cell the worst one that no check digit counts looks like a character, in correlation. */
  readonly flaw: number;
  /** The same of cells that are not clearer than others by {@link CLEAR_MARGIN}. */
  readonly doubtfulFlaw: number;
  /** Mean correlation of the cells with their best templates. */
  readonly likeness: number;
}

const LEAST_POSTERIOR = 0.98;
const MOST_COST = 3;
const LEAST_LIKENESS = 0.7;
/**
 * Printed characters of one zone lie within 0.14, even where they moved. Under a stamp and at a fold letters at 0.2 were read as
 * others by up to 9.5 nats, and at 0.37 by more; in glare most are right, by 10.9 nats and more.
 */
const MOST_FLAW = 0.3;
const MOST_DOUBTFUL_FLAW = 0.17;
export const CLEAR_MARGIN = 10.5;
/** Below this pitch characters are drawn by so few pixels that one may be clear to read and another. */
const SMALL_PITCH_PX = 14;
const LEAST_SMALL_TWIN_MARGIN = 7;

/**
 * Whether a reading may be relied on. Agreeing check digits are not enough: names have none, and decoding makes them
 * agree whatever was seen. So the cells must hardly have been overruled, must leave no other reading, and must look like
 * characters at all; what no check digit tells must be as it was seen, and free of flaws; and the document's code must be one of its format,
 * or a part of the lines may be hidden.
 */
export function isReliable(evidence: ReadingEvidence): boolean {
  const { posterior, cost, likeness, isLiteral, twinMargin, pitchPx, flaw, doubtfulFlaw } = evidence;
  return (
    codeFits(evidence) &&
    isLiteral &&
    posterior >= LEAST_POSTERIOR &&
    cost <= MOST_COST &&
    likeness >= LEAST_LIKENESS &&
    flaw <= MOST_FLAW &&
    doubtfulFlaw <= MOST_DOUBTFUL_FLAW &&
    (pitchPx >= SMALL_PITCH_PX || twinMargin >= LEAST_SMALL_TWIN_MARGIN)
  );
}

/** One number from 0 to 1 out of the evidence. */
export function computeConfidence(evidence: ReadingEvidence): number {
  const { posterior, cost, likeness } = evidence;
  const clear = Math.exp(-cost / 4);
  const sharp = Math.min(1, Math.max(0, (likeness - 0.4) / 0.4));
  return posterior * clear * sharp * (codeFits(evidence) ? 1 : 0.5);
}

/**
 * Whether a document code may be one of its format. Codes begin with the letters of ICAO 9303 (A, C, I, P, V) and with others
 * that issuers have in circulation. When glare or a finger hides the end of a passport's lines, the 36 columns left of them are
 * a lawful zone; only its P gives it away.
 */
export function codeFits({
  format,
  documentCode,
}: Pick<ReadingEvidence, 'format' | 'documentCode'>): boolean {
  return (
    documentCode !== undefined && /[A-Z]/.test(documentCode) && (format !== 'TD2' || documentCode !== 'P')
  );
}
