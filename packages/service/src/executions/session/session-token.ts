import { randomToken } from '../../secrets/random-token.ts';

/** The address at which an execution was started. */
export interface StartAddress {
  readonly region: string;
  /** Scheme, host and port. */
  readonly publicUrl: string;
}

/** Hosts of the user's own machine: a browser lets pages of https call them over http (W3C Secure Contexts). */
const localHost = /^(localhost|127\.[\d.]+|\[::1])$/;

/**
 * Makes a session token: region, address of the service in base64url, 256 random bits, joined by dots. The browser SDK reads the
 * address if the page names none. So an address that an attacker in the network could answer at (http on another host) is left
 * out.
 */
export function makeSessionToken({ region, publicUrl }: StartAddress): string {
  let address = addressParts.get(publicUrl);
  if (address === undefined) {
    address = addressPart(publicUrl);
    addressParts.set(publicUrl, address);
  }
  return `${region}.${address}${randomToken()}`;
}

/** Encoded addresses; a service has at most one for each region. */
const addressParts = new Map<string, string>();

function addressPart(publicUrl: string): string {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || localHost.test(hostname);
  return isSafe ? `${Buffer.from(origin).toString('base64url')}.` : '';
}
