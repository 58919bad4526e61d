import { openImage } from './decode-image.ts';

/** A picture and nothing else: a JPEG without metadata, upright, in sRGB. */
export interface CleanImage {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/jpeg';
}

/** At this quality, with colours at full resolution, lines that could be read before can be read after. */
const QUALITY = 95;

/**
 * Makes of an image that came from anywhere one that may be kept and shown. It is always encoded anew, from pixels alone: so
 * there is no place, device, thumbnail or text in it, no other file inside or behind it, and nothing that a decoder could
 * stumble over.
 *
 * @returns at most 3,200 pixels on the longer side, as a check looks at it; null for what is no picture. Never throws for
 * what the bytes hold.
 */
export async function cleanImage(bytes: Uint8Array): Promise<CleanImage | null> {
  const opened = await openImage(bytes);
  if (opened.kind === 'refused') return null;
  // In one pass: neither the decoded picture nor a copy of it is ever held whole.
  const encoded = await opened.pixels
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .catch(() => null);
  return encoded && { bytes: encoded, contentType: 'image/jpeg' };
}
