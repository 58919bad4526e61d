import type { MrzFormat } from './mrz-format.ts';

/** Evidence by which a reading is accepted. */
export interface ReadingEvidence {
  readonly format: MrzFormat;
  /** First character of the document code. */
  readonly documentCode: string | undefined;
  /** Whether document code and sex are as seen. */
  readonly isLiteral: boolean;
  /** Probability of the reading among all readings that obey the rules. */
  readonly posterior: number;
  /** Cost of overruling the cells by the rules, in nats. */
  readonly cost: number;
  /** Margin over other characters with the same check digit value, in nats. */
  readonly twinMargin: number;
  /** Distance between neighbouring characters at the pyramid level where they were read, in pixels. */
  readonly pitchPx: number;
  /**
   * Largest flaw of the cells without a check digit: the likeness of the zone's median cell minus the cell's own, in
   * correlation.
   */
  readonly flaw: number;
  /** Largest flaw of those cells whose margin over other characters is below {@link CLEAR_MARGIN}. */
  readonly doubtfulFlaw: number;
  /** Mean correlation of the cells with their best templates. */
  readonly likeness: number;
}

const MIN_POSTERIOR = 0.98;
const MAX_COST = 3;
const MIN_LIKENESS = 0.7;
/**
 * Flaws of printed characters in one zone are at most 0.14, even in a picture that moved. Under a stamp and at a fold, letters
 * with a flaw of 0.2 were misread with a margin of up to 9.5 nats, and with 0.37 by more; under glare most are right, with a
 * margin of 10.9 nats and more.
 */
const MAX_FLAW = 0.3;
const MAX_DOUBTFUL_FLAW = 0.17;
export const CLEAR_MARGIN = 10.5;
/** Pitch below which characters have so few pixels that a wrong one may be read with a clear margin. */
const SMALL_PITCH_PX = 14;
const MIN_SMALL_TWIN_MARGIN = 7;

/**
 * Returns whether a reading is accepted. Matching check digits are not enough: names have none, and decoding makes them match
 * in any case. So the rules must hardly have overruled the cells, no other reading may be likely, and the cells must look like
 * characters. Characters without a check digit must be as seen and free of flaws, and the document code must fit the format, or
 * a part of the lines may be hidden.
 */
export function isReliable(evidence: ReadingEvidence): boolean {
  const { posterior, cost, likeness, isLiteral, twinMargin, pitchPx, flaw, doubtfulFlaw } = evidence;
  return (
    codeFits(evidence) &&
    isLiteral &&
    posterior >= MIN_POSTERIOR &&
    cost <= MAX_COST &&
    likeness >= MIN_LIKENESS &&
    flaw <= MAX_FLAW &&
    doubtfulFlaw <= MAX_DOUBTFUL_FLAW &&
    (pitchPx >= SMALL_PITCH_PX || twinMargin >= MIN_SMALL_TWIN_MARGIN)
  );
}

/** Combines the evidence to a confidence, 0 to 1. */
export function computeConfidence(evidence: ReadingEvidence): number {
  const { posterior, cost, likeness } = evidence;
  const clear = Math.exp(-cost / 4);
  const sharp = Math.min(1, Math.max(0, (likeness - 0.4) / 0.4));
  return posterior * clear * sharp * (codeFits(evidence) ? 1 : 0.5);
}

/**
 * Returns whether a document code fits the format. Codes begin with the letters of ICAO 9303 (A, C, I, P, V) or with others in
 * use by issuers. If glare or a finger hides the end of a passport's lines, the remaining 36 columns are a valid TD2 zone,
 * except for the P.
 */
export function codeFits({
  format,
  documentCode,
}: Pick<ReadingEvidence, 'format' | 'documentCode'>): boolean {
  return (
    documentCode !== undefined && /[A-Z]/.test(documentCode) && (format !== 'TD2' || documentCode !== 'P')
  );
}
