import type { Outgoing } from './outgoing.ts';
import { isThisMachine, mayLeadTo } from './public-address.ts';

/**
 * Returns whether a file may be fetched, judged by its address: never with user name and password, from a non-public address,
 * or without TLS, except from this machine if that is allowed.
 */
export function mayFetchImage(address: string, allowLoopback: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (allowLoopback && isThisMachine(hostname)) return true;
  return protocol === 'https:' && mayLeadTo(hostname, { allowLoopback });
}

/**
 * Fetches an image from a URL in a start request. Follows no redirects.
 *
 * @param outgoing - must read at least one byte more than `maxBytes`, to detect larger files.
 * @returns null if there is no file, or it is too large.
 */
export async function fetchImage(
  outgoing: Outgoing,
  address: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const headers = { accept: 'image/jpeg, image/png, image/webp' };
  const reply = await outgoing.send({ url: address, method: 'GET', headers, signal });
  // Throws if the caller aborted. Every other failure is returned as a result.
  signal.throwIfAborted();
  const isUsable = reply.kind === 'replied' && reply.status === 200;
  return isUsable && reply.body.byteLength > 0 && reply.body.byteLength <= maxBytes ? reply.body : null;
}
