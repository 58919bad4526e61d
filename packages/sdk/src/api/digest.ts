/** The digest of some bytes. */
type Digest = (bytes: ArrayBuffer) => ArrayBuffer | Uint8Array | Promise<ArrayBuffer>;

/**
 * What computes SHA-256: the platform where it may (secure contexts), our own code where it may not. That is loaded with what
 * uploads: no picture waits for it.
 */
export const loadDigest = async (): Promise<Digest> =>
  crypto.subtle ? (bytes) => crypto.subtle.digest('SHA-256', bytes) : (await import('./sha-256.ts')).sha256;

/** SHA-256 of a picture, in base64 (RFC 4648, section 4, padded). */
export async function digestOf(picture: Blob): Promise<string> {
  const digest = await loadDigest();
  const bytes = await digest(await picture.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
