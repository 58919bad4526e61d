/** Types of pictures that are recognized, most of which some browser can open. All others are refused. */
export type PictureType = `image/${'jpeg' | 'png' | 'gif' | 'bmp' | 'webp' | 'avif' | 'heic' | 'tiff'}`;

/** First bytes of each type, one character per byte. */
const marks: Readonly<Record<PictureType, RegExp>> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/gif': /^GIF8/,
  'image/bmp': /^BM/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/avif': /^.{4}ftypavi[fs]/s,
  // ISO/IEC 23008-12: the brand of an HEIF picture starts at the ninth byte.
  'image/heic': /^.{4}ftyp(?:hei|hev|mif1|msf1)/s,
  'image/tiff': /^(?:II\*\0|MM\0\*)/,
};

/**
 * Detects the type of a picture by its first bytes, regardless of its name; undefined if it is not a picture. SVG files do not
 * count, because they are drawings.
 *
 * @param head - first bytes of the file, one character per byte.
 */
export function detectPictureType(head: string): PictureType | undefined {
  const types = Object.keys(marks) as PictureType[];
  return types.find((type) => marks[type].test(head));
}
