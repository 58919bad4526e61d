/**
 * Our own code for what the platform does in secure contexts alone; undefined where it does it. Loaded with what uploads: a picture
 * waits for no code.
 */
export const ownDigest = () => (globalThis.crypto?.subtle ? undefined : import('./sha-256.ts'));

/**
 * SHA-256 of a picture, in base64 (RFC 4648, section 4, padded).
 */
export async function digestOf(picture: Blob): Promise<string> {
  const bytes = await picture.arrayBuffer();
  const own = await ownDigest();
  const digest = own
    ? own.sha256(new Uint8Array(bytes))
    : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}
