import { randomToken } from '../../secrets/random-token.ts';

/** Region and address of the service at which an execution is started. */
export interface StartAddress {
  readonly region: string;
  /** Scheme, host and port of the service. */
  readonly publicUrl: string;
}

/** Hosts of the user's own machine, which browsers let https pages call over http (W3C Secure Contexts). */
const localHost = /^(localhost|127\.[\d.]+|\[::1])$/;

/**
 * Makes a session token: region, address of the service in base64url, and 256 random bits, joined by dots. The browser SDK uses
 * the address if the page names none. Therefore the token omits an address at which an attacker in the network could answer
 * (http on another host).
 */
export function makeSessionToken({ region, publicUrl }: StartAddress): string {
  let address = addressParts.get(publicUrl);
  if (address === undefined) {
    address = addressPart(publicUrl);
    addressParts.set(publicUrl, address);
  }
  return `${region}.${address}${randomToken()}`;
}

/** Cache of encoded addresses; a service has at most one per region. */
const addressParts = new Map<string, string>();

function addressPart(publicUrl: string): string {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || localHost.test(hostname);
  return isSafe ? `${Buffer.from(origin).toString('base64url')}.` : '';
}
