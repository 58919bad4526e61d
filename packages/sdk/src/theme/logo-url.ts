const IMAGE_DATA = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif)[;,]/i;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address of a logo if it is one we load: https, http on this machine, or an image in the address itself. It is only
 * ever the source of an `<img>`, where an SVG can run no script.
 */
export function parseLogoUrl(text: string): string | null {
  if (IMAGE_DATA.test(text)) return text;
  const url = parseUrl(text);
  if (!url) return null;
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  return isAllowed ? url.href : null;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
