/** Sources from which the address of the service may come. */
export interface AddressSources {
  /** `baseUrl` of the page. */
  readonly baseUrl?: unknown;
  /** Origin that served the script, if that is a service: see {@link serviceOrigin}. */
  readonly servedFrom?: string | undefined;
  readonly token?: unknown;
  /** Address by region prefix of the token, set at build time. */
  readonly regions: Readonly<Record<string, string>>;
}

/** Result of finding the service. */
export interface ServiceAddress {
  /** Without a trailing slash; null if no source has an address, or it is unusable. */
  readonly address: string | null;
  /** Why the address is unusable, for the console. */
  readonly problem?: string;
}

/** Addresses that the service puts into tokens: https, or http on the user's own machine. */
const carriable = /^https:|^http:\/\/(localhost|127\.[\d.]+|\[::1])(:|$)/;

/**
 * Finds the address of the service: `baseUrl`, else the origin that served the script from its `/sdk/` path, else the address
 * that the token carries, else the region of the token. A token that carries another address than the configured one belongs to
 * another service and is refused, as is one outside the regions set at build time. No other code parses tokens.
 */
export function resolveBaseAddress({ baseUrl, servedFrom, token, regions }: AddressSources): ServiceAddress {
  const [region, encoded, secret] = typeof token === 'string' ? token.split('.') : [];
  const carried = secret === undefined ? undefined : decodeAddress(encoded as string);
  if (carried === null) return noAddress('The token has no https address.');
  const isGiven = baseUrl !== undefined && baseUrl !== null;
  const named = parseHttp(isGiven ? baseUrl : servedFrom);
  if (isGiven && !named) return noAddress('`baseUrl` must be an http(s) URL.');
  const known = named ? [named.origin] : Object.values(regions).map((address) => parseHttp(address)?.origin);
  if (carried && known[0] && !known.includes(carried))
    return noAddress(`The token is for ${carried}, not for ${known}.`);
  // `parseHttp` rejects inherited members such as `constructor`.
  const found = named ?? parseHttp(carried ?? regions[region as string]);
  if (!found) return noAddress();
  return { address: found.origin + found.pathname.replace(/(\/orchestration-api(\/v1)?)?\/*$/, '') };
}

/**
 * Finds the origin of the service that served a script.
 *
 * @param address - of the running script or module.
 * @returns undefined for any other address: only `/sdk/v1/…` and `/sdk/<version>/…` at the root belong to a service.
 */
export function serviceOrigin(address: string | undefined): string | undefined {
  const script = parseHttp(address);
  return script && /^\/sdk\/v?\d/.test(script.pathname) ? script.origin : undefined;
}

const noAddress = (problem?: string): ServiceAddress => ({ address: null, ...(problem && { problem }) });

/**
 * Decodes the origin that a token carries in base64url; null for anything else, such as a path, user info or another scheme.
 */
function decodeAddress(encoded: string): string | null {
  try {
    const text = atob(encoded.replace(/-/g, '+').replace(/_/g, '/'));
    return new URL(text).origin === text && carriable.test(text) ? text : null;
  } catch {
    return null; // not base64url, or not an absolute address
  }
}

function parseHttp(address: unknown): URL | null {
  try {
    const url = new URL(address as string);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null; // not an absolute address, which the caller reports
  }
}
