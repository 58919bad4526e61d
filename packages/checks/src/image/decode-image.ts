import { captureLimits } from '@vendor/contract';
import type { RgbaImage } from '@vendor/vision';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { detectImageType, type ImageType, isAnimatedPng } from './image-type.ts';

/** Limits on the cost of decoding an image. */
export interface ImageLimits {
  readonly bytes: number;
  /** Width times height, according to the header. */
  readonly pixels: number;
  /** Longer side of the decoded picture; larger ones are scaled down while decoding. */
  readonly longestSidePx: number;
}

/**
 * 15 MiB, 50 megapixels; decoded to at most 3,200 pixels, at which the MRZ characters of a passport that fills a third of the
 * picture are still 20 pixels apart.
 */
export const imageLimits: ImageLimits = {
  bytes: captureLimits.imageBytes,
  pixels: captureLimits.imagePixels,
  longestSidePx: 3200,
};

/**
 * Limit for formats that decode in passes (progressive JPEG, interlaced PNG) and are held in memory as a whole: 20 megapixels
 * take at most 160 MB.
 */
const MAX_PIXELS_IN_PASSES = 20_000_000;

/** Maximum side of the file's image. Decoders hold whole rows: one row of 50 megapixels fills half a gigabyte. */
const MAX_FILE_SIDE_PX = 16_384;

/**
 * Maximum pixels per byte in pictures of more than a megapixel; a page scanned in black and white has some hundreds. Without
 * it, a file of 36 bytes could cost a second.
 */
const MAX_PIXELS_PER_BYTE = 4_000;
const UNCHECKED_PIXELS = 1_000_000;

/** Reason why an image is refused. */
export type ImageRefusal =
  | 'EMPTY'
  | 'TOO_MANY_BYTES'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_PIXELS'
  | 'ANIMATED'
  | 'DAMAGED';

type RefusedImage = { readonly kind: 'refused'; readonly refusal: ImageRefusal };

export type DecodedImage =
  | { readonly kind: 'decoded'; readonly type: ImageType; readonly image: RgbaImage }
  | RefusedImage;

/** An image of which only the header was read. */
export type OpenedImage =
  | { readonly kind: 'opened'; readonly type: ImageType; readonly pixels: Sharp }
  | RefusedImage;

/**
 * Decodes an untrusted image, judged by its bytes alone. The header is read before any pixel, so that a small file cannot
 * expand into gigabytes.
 *
 * @returns upright according to EXIF, in sRGB, transparency on white, without metadata; or the reason for refusal. Never throws
 *   because of the bytes.
 */
export async function decodeImage(
  bytes: Uint8Array,
  limits: ImageLimits = imageLimits,
): Promise<DecodedImage> {
  const opened = await openImage(bytes, limits);
  if (opened.kind === 'refused') return opened;
  const image = await readPixels(opened.pixels).catch(() => undefined);
  return image ? { kind: 'decoded', type: opened.type, image } : refuse('DAMAGED');
}

/**
 * Opens an untrusted image by its header.
 *
 * @returns its pixels, not yet decoded, upright, in sRGB, on white; or the reason for refusal. Never throws because of the
 *   bytes.
 */
export async function openImage(bytes: Uint8Array, limits: ImageLimits = imageLimits): Promise<OpenedImage> {
  if (bytes.length === 0) return refuse('EMPTY');
  if (bytes.length > limits.bytes) return refuse('TOO_MANY_BYTES');
  const type = detectImageType(bytes);
  if (!type) return refuse('UNSUPPORTED_TYPE');
  const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined);
  if (!metadata || metadata.format !== type) return refuse('DAMAGED');
  const refusal = findRefusal(metadata, bytes, limits);
  if (refusal) return refuse(refusal);
  return { kind: 'opened', type, pixels: pixelsOf(bytes, limits) };
}

function findRefusal(metadata: Metadata, bytes: Uint8Array, limits: ImageLimits): ImageRefusal | null {
  const pixels = metadata.width * metadata.height;
  const maxPixels = metadata.isProgressive ? Math.min(limits.pixels, MAX_PIXELS_IN_PASSES) : limits.pixels;
  if (pixels > maxPixels || Math.max(metadata.width, metadata.height) > MAX_FILE_SIDE_PX)
    return 'TOO_MANY_PIXELS';
  if (pixels > Math.max(UNCHECKED_PIXELS, MAX_PIXELS_PER_BYTE * bytes.length)) return 'DAMAGED';
  if ((metadata.pages ?? 1) > 1) return 'ANIMATED';
  if (metadata.format === 'png' && isAnimatedPng(bytes)) return 'ANIMATED';
  return null;
}

function pixelsOf(bytes: Uint8Array, limits: ImageLimits): Sharp {
  return sharp(bytes, {
    limitInputPixels: limits.pixels,
    sequentialRead: true,
    failOn: 'error',
  })
    .autoOrient()
    .resize(limits.longestSidePx, limits.longestSidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}

async function readPixels(pixels: Sharp): Promise<RgbaImage> {
  const { data, info } = await pixels
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`Expected four channels, not ${info.channels}.`);
  return { data, width: info.width, height: info.height };
}

function refuse(refusal: ImageRefusal): RefusedImage {
  return { kind: 'refused', refusal };
}
