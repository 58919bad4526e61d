/** Sources from which the address of the service may come. */
export interface AddressSources {
  /** The page's `baseUrl`. */
  readonly baseUrl?: unknown;
  /** The origin that served the script, where that is a service: see {@link serviceOrigin}. */
  readonly servedFrom?: string | undefined;
  readonly token?: unknown;
  /** Address by region prefix of the token, baked in at build time. */
  readonly regions: Readonly<Record<string, string>>;
}

/** The result of looking for the service. */
export interface ServiceAddress {
  /** Without a slash at its end; null when nothing names it, or what does cannot be used. */
  readonly address: string | null;
  /** Why what names it cannot be used, in words for the console. */
  readonly problem?: string;
}

/** Addresses that the service puts into tokens: https, or http on the user's own machine. */
const carriable = /^https:|^http:\/\/(localhost|127\.[\d.]+|\[::1])(:|$)/;

/**
 * Finds the address of the service: `baseUrl`, else the origin that served the script from its `/sdk/` path, else the address
 * that the token carries, else the region of the token. A token that carries another address than the one named belongs to
 * another service and is refused, as is one outside of the regions that were baked in. Nothing else looks into a token.
 */
export function resolveBaseAddress({ baseUrl, servedFrom, token, regions }: AddressSources): ServiceAddress {
  const [region, encoded, secret] = typeof token === 'string' ? token.split('.') : [];
  const carried = secret === undefined ? undefined : decodeAddress(encoded as string);
  if (carried === null) return none('The token has no https address.');
  const isGiven = baseUrl !== undefined && baseUrl !== null;
  const named = parseHttp(isGiven ? baseUrl : servedFrom);
  if (isGiven && !named) return none('`baseUrl` is no http(s) address.');
  const known = named ? [named.origin] : Object.values(regions).map((address) => parseHttp(address)?.origin);
  if (carried && known[0] && !known.includes(carried))
    return none(`The token is for ${carried}, not for ${known}.`);
  // `parseHttp` rejects inherited members such as `constructor`.
  const found = named ?? parseHttp(carried ?? regions[region as string]);
  if (!found) return none();
  return { address: found.origin + found.pathname.replace(/(\/orchestration-api(\/v1)?)?\/*$/, '') };
}

/**
 * Finds the origin of the service that served a script.
 *
 * @param address - of the script or module that runs.
 * @returns undefined for an address elsewhere: only `/sdk/v1/…` and `/sdk/<version>/…` from the root are a service's.
 */
export function serviceOrigin(address: string | undefined): string | undefined {
  const script = parseHttp(address);
  return script && /^\/sdk\/v?\d/.test(script.pathname) ? script.origin : undefined;
}

const none = (problem?: string): ServiceAddress => ({ address: null, ...(problem && { problem }) });

/** The origin that a token carries in base64url; null for anything else, such as a path, user info or another scheme. */
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
    return null; // not an absolute address: the caller says so
  }
}
