import type { Picture } from '../picture.ts';

/** One side of a document, drawn flat; transparent beyond its rounded corners. */
export interface DocumentPage {
  readonly picture: Picture;
  readonly widthMm: number;
  readonly heightMm: number;
  /** The machine-readable lines as printed; empty if there are none. */
  readonly mrz: readonly string[];
}
