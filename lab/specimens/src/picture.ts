import sharp from 'sharp';

/** An 8-bit RGBA picture, row by row from the top left, 4 bytes per pixel. */
export interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Encodes a JPEG as cameras do: baseline, colour at half resolution (yuvj420p). */
export function encodeJpeg(picture: Picture, quality = 88): Promise<Buffer> {
  return raw(picture)
    .removeAlpha()
    .jpeg({ quality, chromaSubsampling: '4:2:0', progressive: false })
    .toBuffer();
}

/** Encodes a lossless PNG with its alpha channel. */
export function encodePng(picture: Picture): Promise<Buffer> {
  return raw(picture).png({ compressionLevel: 6 }).toBuffer();
}

/** Share of the Gaussian's peak at which its mask ends: at 2.8 σ. Sharp's default of 0.2 would cut it off at 1.8 σ. */
export const minAmplitude = 0.02;

/** Applies a Gaussian blur to the whole picture; a `sigmaPx` below 0.3 changes nothing. */
export async function blurred(picture: Picture, sigmaPx: number): Promise<Picture> {
  if (sigmaPx < 0.3) return picture;
  return {
    ...picture,
    data: await raw(picture).blur({ sigma: sigmaPx, minAmplitude }).raw().toBuffer(),
  };
}

/** Draws an SVG document at its own size. It must contain no text, which would need system fonts. */
export async function drawSvg(svg: string): Promise<Picture> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function raw({ data, width, height }: Picture) {
  return sharp(data, { raw: { width, height, channels: 4 } });
}
