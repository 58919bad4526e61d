/** Where the address of the service may come from. */
export interface AddressSources {
  /** The page's `baseUrl`. */
  readonly baseUrl?: unknown;
  /** Address of the running script or module, when it is known. */
  readonly servedFrom?: string | undefined;
  readonly token?: unknown;
  /** Address by region prefix of the token, baked in at build time. */
  readonly regions: Readonly<Record<string, string>>;
}

/**
 * The address of the service, without a slash at its end.
 *
 * The page's word comes first, then the origin that served the script (when it did so from a service's `/sdk/` path),
 * then the region in front of the token. This is the only place that looks into a token.
 *
 * @returns null when nothing names an address.
 */
export function resolveBaseAddress(sources: AddressSources): string | null {
  const { baseUrl, servedFrom, token, regions } = sources;
  if (baseUrl !== undefined && baseUrl !== null) return tidy(baseUrl);
  const script = parseHttp(servedFrom);
  // `/sdk/v1/…` and `/sdk/<version>/…` from the root: a page's own folder `sdk` is no service.
  if (script && /^\/sdk\/v?\d/.test(script.pathname)) return script.origin;
  const region = typeof token === 'string' ? (token.split('.', 1)[0] as string) : '';
  // Whatever an object has besides is no address.
  return tidy(regions[region]);
}

function tidy(address: unknown): string | null {
  const url = parseHttp(address);
  return url && url.origin + url.pathname.replace(/\/+$/, '');
}

function parseHttp(address: unknown): URL | null {
  try {
    const url = new URL(address as string);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null; // not an absolute address: the caller says so
  }
}
