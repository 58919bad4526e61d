/** Computes a digest of bytes. */
type Digest = (bytes: ArrayBuffer) => ArrayBuffer | Uint8Array | Promise<ArrayBuffer>;

/**
 * Loads the code that computes SHA-256: the platform's in secure contexts, otherwise our own. Ours is loaded together with the
 * upload code, so that no picture waits for it.
 */
export const loadDigest = async (): Promise<Digest> =>
  crypto.subtle ? (bytes) => crypto.subtle.digest('SHA-256', bytes) : (await import('./sha-256.ts')).sha256;

/** Computes the SHA-256 of a picture, in base64 (RFC 4648, section 4, padded). */
export async function computeDigest(picture: Blob): Promise<string> {
  const digest = await loadDigest();
  const bytes = await digest(await picture.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
