import { captureLimits } from '@vendor/contract';
import type { RgbaImage } from '@vendor/vision';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { detectImageType, type ImageType, isAnimatedPng } from './image-type.ts';

/** Limits of the cost of an image. */
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

/** Longest side of the file. Decoders hold whole rows, and cost by the row: one row of 50 megapixels fills half a gigabyte. */
const FILE_SIDE_PX = 16_384;

/**
 * A picture of more than a megapixel has a byte for so many pixels at least: a page scanned in black and white has one for some
 * hundreds. Refusing what claims more keeps a file of 36 bytes from costing a second.
 */
const PIXELS_PER_BYTE = 4_000;
const PIXELS_OF_ANY_FILE = 1_000_000;

/** Why an image is not taken. */
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

/** An image whose header was read, and none of its pixels. */
export type OpenedImage =
  | { readonly kind: 'opened'; readonly type: ImageType; readonly pixels: Sharp }
  | RefusedImage;

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
  const opened = await openImage(bytes, limits);
  if (opened.kind === 'refused') return opened;
  const image = await readPixels(opened.pixels).catch(() => undefined);
  return image ? { kind: 'decoded', type: opened.type, image } : refuse('DAMAGED');
}

/**
 * Opens an image that came from anywhere, by its header.
 *
 * @returns its pixels still to be decoded, upright, in sRGB, on white; or why it is refused. Never throws for what the bytes hold.
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
  const refusal = refusalOf(metadata, bytes, limits);
  if (refusal) return refuse(refusal);
  return { kind: 'opened', type, pixels: pixelsOf(bytes, limits) };
}

function refusalOf(metadata: Metadata, bytes: Uint8Array, limits: ImageLimits): ImageRefusal | null {
  const pixels = metadata.width * metadata.height;
  const most = metadata.isProgressive ? Math.min(limits.pixels, PIXELS_IN_PASSES) : limits.pixels;
  if (pixels > most || Math.max(metadata.width, metadata.height) > FILE_SIDE_PX) return 'TOO_MANY_PIXELS';
  if (pixels > Math.max(PIXELS_OF_ANY_FILE, PIXELS_PER_BYTE * bytes.length)) return 'DAMAGED';
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
