import type { MrzFormat } from './mrz-format.ts';

/** What tells whether a reading may be relied on. */
export interface ReadingEvidence {
  readonly format: MrzFormat;
  /** First character of the document code. */
  readonly documentCode: string | undefined;
  /** Probability of the reading among all that obey the rules. */
  readonly posterior: number;
  /** How much the rules had to overrule the cells, in nats. */
  readonly cost: number;
  /** Mean correlation of the cells with their best templates. */
  readonly likeness: number;
}

const LEAST_POSTERIOR = 0.98;
const MOST_COST = 3;
const LEAST_LIKENESS = 0.7;

/**
 * First letters of the document codes of each format (ICAO 9303-4, -5, -6, -7). When glare or a finger hides the end of
 * a passport's lines, what is left is a lawful zone of 36 columns; only its P gives it away. A visa of 36 columns cannot
 * be told from the beginning of one of 44, so it is not relied on.
 */
const DOCUMENT_CODES: Readonly<Record<MrzFormat, string>> = { TD1: 'ACI', TD2: 'ACI', TD3: 'PV' };

/**
 * Whether a reading may be relied on. Agreeing check digits are not enough: names have none, and decoding makes them
 * agree whatever was seen. So the cells must hardly have been overruled, must leave no other reading, and must look like
 * characters at all; and the document's code must be one of its format, or a part of the lines may be hidden.
 */
export function isReliable(evidence: ReadingEvidence): boolean {
  const { posterior, cost, likeness } = evidence;
  return (
    codeFits(evidence) && posterior >= LEAST_POSTERIOR && cost <= MOST_COST && likeness >= LEAST_LIKENESS
  );
}

/** One number from 0 to 1 out of the evidence. */
export function confidenceOf(evidence: ReadingEvidence): number {
  const { posterior, cost, likeness } = evidence;
  const clear = Math.exp(-cost / 4);
  const sharp = Math.min(1, Math.max(0, (likeness - 0.4) / 0.4));
  return posterior * clear * sharp * (codeFits(evidence) ? 1 : 0.5);
}

/** Whether a document's code is one of its format: otherwise a part of the lines may be hidden. */
export function codeFits({
  format,
  documentCode,
}: Pick<ReadingEvidence, 'format' | 'documentCode'>): boolean {
  return documentCode !== undefined && DOCUMENT_CODES[format].includes(documentCode);
}
