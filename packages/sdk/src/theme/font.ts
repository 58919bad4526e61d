import { parseAddress } from './address.ts';

/** Font of the flow; each member is null if the theme does not set it. */
export interface FontChoice {
  readonly family: string | null;
  /** Address on Google's font hosts. */
  readonly url: string | null;
  /** Weight of body text, 100..900. */
  readonly weight: number | null;
}

/**
 * Family name under which the font at `url` is loaded. It is reserved for the flow, so that the page's own text never changes
 * its font while a flow is open.
 */
export const LOADED_FAMILY = 'vendor-orchestration';

/**
 * Parses an https address on one of Google's font hosts: style sheets come from fonts.googleapis.com, font files from
 * fonts.gstatic.com. The result contains nothing that could end a CSS string.
 */
export function parseFontUrl(text: string): string | null {
  return parseAddress(text, /^https:\/\/fonts\.(?:googleapis|gstatic)\.com\/[^"\\\s]*$/);
}

/** Parses a weight of 100 to 900, written as a number. */
export function parseFontWeight(text: string): number | null {
  return /^\s*(?:[1-8]\d\d|900)\s*$/.test(text) ? Number(text) : null;
}
