import { parseAddress } from './address.ts';

const IMAGE_DATA = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif)[;,]/i;
const HTTPS_OR_THIS_MACHINE = /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//;

/**
 * The address of a logo if it is one we load: https, http on this machine, or an image in the address itself. It is only
 * ever the source of an `<img>`, where an SVG can run no script.
 */
export function parseLogoUrl(text: string): string | null {
  return IMAGE_DATA.test(text) ? text : parseAddress(text, HTTPS_OR_THIS_MACHINE);
}
