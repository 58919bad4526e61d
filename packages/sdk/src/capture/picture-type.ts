/** The kinds of pictures that are known, most of which some browser opens; what is none of them is refused. */
export type PictureType = `image/${'jpeg' | 'png' | 'gif' | 'bmp' | 'webp' | 'avif' | 'heic' | 'tiff'}`;

/** First bytes of a file of each kind, a character for each byte. */
const marks: Readonly<Record<PictureType, RegExp>> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/gif': /^GIF8/,
  'image/bmp': /^BM/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/avif': /^.{4}ftypavi[fs]/s,
  // ISO/IEC 23008-12: the brands of HEIF pictures, at the ninth byte.
  'image/heic': /^.{4}ftyp(?:hei|hev|mif1|msf1)/s,
  'image/tiff': /^(?:II\*\0|MM\0\*)/,
};

/**
 * Detects the type of a picture by its first bytes, whatever its name; undefined if it is none. SVG drawings do not count,
 * because they are not photographs.
 */
export function detectPictureType(head: string): PictureType | undefined {
  const types = Object.keys(marks) as PictureType[];
  return types.find((type) => marks[type].test(head));
}
