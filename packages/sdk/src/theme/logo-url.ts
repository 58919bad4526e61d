import { parseAddress } from './address.ts';

const IMAGE_DATA = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif)[;,]/i;
const HTTPS_OR_THIS_MACHINE = /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//;

/**
 * Returns the address of a logo if it is allowed: https, http on this machine, or a `data:` image. It is only used as the
 * source of an `<img>`, in which an SVG cannot run scripts.
 */
export function parseLogoUrl(text: string): string | null {
  return IMAGE_DATA.test(text) ? text : parseAddress(text, HTTPS_OR_THIS_MACHINE);
}
