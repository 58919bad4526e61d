import { captureLimits } from '@vendor/contract';
import type { RgbaImage } from '@vendor/vision';
import sharp, { type Metadata } from 'sharp';
import { type ImageType, imageTypeOf, isAnimatedPng } from './image-type.ts';

/** What an image may cost. */
export interface ImageLimits {
  readonly bytes: number;
  /** Width times height, as the header says. */
  readonly pixels: number;
  /** Of the decoded picture; a larger one is shrunk while it is decoded. */
  readonly longestSidePx: number;
}

/**
 * 15 MiB, 50 megapixels; decoded to at most 3,200 pixels, where a passport that fills a third of the picture still has
 * characters 20 pixels apart.
 */
export const imageLimits: ImageLimits = {
  bytes: captureLimits.imageBytes,
  pixels: captureLimits.imagePixels,
  longestSidePx: 3200,
};

/**
 * Formats that build the picture in passes (progressive JPEG, interlaced PNG) are held in memory whole, so that fewer
 * pixels of them are taken: 20 megapixels cost at most 160 MB.
 */
const PIXELS_IN_PASSES = 20_000_000;

/** Why an image is not taken. */
export type ImageRefusal =
  | 'EMPTY'
  | 'TOO_MANY_BYTES'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_PIXELS'
  | 'ANIMATED'
  | 'DAMAGED';

export type DecodedImage =
  | { readonly kind: 'decoded'; readonly type: ImageType; readonly image: RgbaImage }
  | { readonly kind: 'refused'; readonly refusal: ImageRefusal };

/**
 * Decodes an image that came from anywhere. Judged by its bytes alone; the header is read before a pixel is, so that a
 * small file cannot unfold into gigabytes.
 *
 * @returns upright as EXIF says, in sRGB, transparency laid on white, metadata gone; or why it is refused. Never throws
 * for what the bytes hold.
 */
export async function decodeImage(
  bytes: Uint8Array,
  limits: ImageLimits = imageLimits,
): Promise<DecodedImage> {
  if (bytes.length === 0) return refuse('EMPTY');
  if (bytes.length > limits.bytes) return refuse('TOO_MANY_BYTES');
  const type = imageTypeOf(bytes);
  if (!type) return refuse('UNSUPPORTED_TYPE');
  const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined);
  if (!metadata || metadata.format !== type) return refuse('DAMAGED');
  const refusal = refusalOf(metadata, bytes, limits);
  if (refusal) return refuse(refusal);
  const image = await decodePixels(bytes, limits).catch(() => undefined);
  return image ? { kind: 'decoded', type, image } : refuse('DAMAGED');
}

function refusalOf(metadata: Metadata, bytes: Uint8Array, limits: ImageLimits): ImageRefusal | null {
  const pixels = metadata.width * metadata.height;
  const most = metadata.isProgressive ? Math.min(limits.pixels, PIXELS_IN_PASSES) : limits.pixels;
  if (pixels > most) return 'TOO_MANY_PIXELS';
  if ((metadata.pages ?? 1) > 1) return 'ANIMATED';
  if (metadata.format === 'png' && isAnimatedPng(bytes)) return 'ANIMATED';
  return null;
}

async function decodePixels(bytes: Uint8Array, limits: ImageLimits): Promise<RgbaImage> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: limits.pixels,
    sequentialRead: true,
    failOn: 'error',
  })
    .autoOrient()
    .resize(limits.longestSidePx, limits.longestSidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`Expected four channels, not ${info.channels}.`);
  return { data, width: info.width, height: info.height };
}

function refuse(refusal: ImageRefusal): DecodedImage {
  return { kind: 'refused', refusal };
}
