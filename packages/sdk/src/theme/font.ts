import { parseAddress } from './address.ts';

/** The font of the flow; each member is null where the theme chooses nothing. */
export interface FontChoice {
  readonly family: string | null;
  /** Address on Google's font hosts. */
  readonly url: string | null;
  /** Weight of running text, 100..900. */
  readonly weight: number | null;
}

/**
 * The name under which the font at `url` is loaded. It is ours alone, so that the page's own text never changes its font
 * because a flow is open.
 */
export const LOADED_FAMILY = 'vendor-orchestration';

/**
 * An https address on one of Google's font hosts: style sheets come from fonts.googleapis.com, font files from
 * fonts.gstatic.com. It holds nothing that could end a CSS string.
 */
export function parseFontUrl(text: string): string | null {
  return parseAddress(text, /^https:\/\/fonts\.(?:googleapis|gstatic)\.com\/[^"\\\s]*$/);
}

/** A weight of 100 to 900, as a number or written as one. */
export function parseFontWeight(text: string): number | null {
  return /^\s*(?:[1-8]\d\d|900)\s*$/.test(text) ? Number(text) : null;
}
