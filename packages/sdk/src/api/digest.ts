/**
 * SHA-256 of a picture, in base64 (RFC 4648, section 4, padded). The platform does it where it may (secure contexts),
 * our own code where it may not.
 */
export async function digestOf(picture: Blob): Promise<string> {
  const bytes = await picture.arrayBuffer();
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('./sha-256.ts')).sha256(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...digest));
}
