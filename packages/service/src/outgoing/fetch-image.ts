import type { Outgoing } from './outgoing.ts';
import { isThisMachine, mayLeadTo } from './public-address.ts';

/**
 * Whether there is any use in asking for a file there, as far as the address alone tells: nothing is got with a name and a
 * password, from what is no public address, and without TLS, but from this machine, where that is allowed.
 */
export function mayFetchImage(address: string, allowLoopback: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (allowLoopback && isThisMachine(hostname)) return true;
  return protocol === 'https:' && mayLeadTo(hostname, { allowLoopback });
}

/**
 * Gets a file that a customer keeps at a public address. Redirects are not followed.
 *
 * @param outgoing - reads one byte more than `maxBytes` at least, so that what is larger shows.
 * @returns null when there is none to be had, or it is larger than it may be.
 */
export async function fetchImage(
  outgoing: Outgoing,
  address: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const headers = { accept: 'image/jpeg, image/png, image/webp' };
  const reply = await outgoing.send({ url: address, method: 'GET', headers, signal });
  // Throws if the caller aborted; every other failure is a result.
  signal.throwIfAborted();
  const isUsable = reply.kind === 'replied' && reply.status === 200;
  return isUsable && reply.body.byteLength > 0 && reply.body.byteLength <= maxBytes ? reply.body : null;
}
