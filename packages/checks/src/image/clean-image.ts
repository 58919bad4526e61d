import { openImage } from './decode-image.ts';

/** A re-encoded picture: a JPEG without metadata, upright, in sRGB. */
export interface CleanImage {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/jpeg';
}

/** JPEG quality, with full chroma resolution, at which an MRZ that was readable stays readable. */
const QUALITY = 95;

/**
 * Converts an untrusted image to one that may be stored and displayed. It is always re-encoded from pixels, so it contains no
 * location, device, thumbnail, text or embedded file, and nothing that could break a decoder.
 *
 * @returns at most 3,200 pixels on the longer side, the size that checks use; null if the file is not a picture. Never throws
 *   because of the bytes.
 */
export async function cleanImage(bytes: Uint8Array): Promise<CleanImage | null> {
  const opened = await openImage(bytes);
  if (opened.kind === 'refused') return null;
  // Streams in one pass, so that the decoded picture is never held in memory as a whole.
  const encoded = await opened.pixels
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .catch(() => null);
  return encoded && { bytes: encoded, contentType: 'image/jpeg' };
}
