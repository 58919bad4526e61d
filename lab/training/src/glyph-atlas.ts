import { glyphPath, OCRB_ADVANCE } from '@vendor/specimens';
import sharp from 'sharp';
import { MRZ_CHARACTERS } from '../../../packages/vision/src/mrz/cells/cell.ts';

/** Pixels of an atlas picture per pitch. */
export const ATLAS_PITCH = 64;
/** Margin around the character, so that a bold or wide one is not cut off. */
export const ATLAS_MARGIN = 16;
export const ATLAS_WIDTH = ATLAS_PITCH + 2 * ATLAS_MARGIN;
export const ATLAS_HEIGHT = 160;
export const ATLAS_BASELINE = 112;

/** Ink of each of {@link MRZ_CHARACTERS}, 0 paper to 1 ink, `ATLAS_WIDTH` x `ATLAS_HEIGHT`. */
export type GlyphAtlas = readonly Float32Array[];

/** Difference of a variant from the plain cut, as between printers and inks. */
export interface GlyphVariant {
  /** Width added to every edge, as a share of the pitch; negative is lighter. */
  readonly weight: number;
  /** Horizontal stretch around the middle of the character. */
  readonly stretch: number;
}

/** Draws the characters of a machine-readable zone in cut OCRB, the only one that the reader may be trained on. */
export async function drawGlyphAtlas({ weight, stretch }: GlyphVariant): Promise<GlyphAtlas> {
  return Promise.all(
    Array.from(MRZ_CHARACTERS, async (char) => {
      const scale = ATLAS_PITCH / OCRB_ADVANCE;
      const stroke = (2 * Math.abs(weight) * ATLAS_PITCH) / scale;
      const colour = weight > 0 ? 'black' : 'white';
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${ATLAS_WIDTH}" height="${ATLAS_HEIGHT}">
        <rect width="100%" height="100%" fill="white"/>
        <g transform="translate(${ATLAS_WIDTH / 2} ${ATLAS_BASELINE}) scale(${scale * stretch} ${scale}) translate(${-OCRB_ADVANCE / 2} 0)">
          <path d="${glyphPath(char, 'OCRB').path}" fill="black" stroke="${colour}" stroke-width="${stroke}" stroke-linejoin="round"/>
        </g></svg>`;
      const { data } = await sharp(Buffer.from(svg))
        .greyscale()
        .blur(1.2)
        .raw()
        .toBuffer({ resolveWithObject: true });
      return Float32Array.from(data, (value) => 1 - value / 255);
    }),
  );
}

/** The plain cut and its variations in print. */
export const TRAINING_VARIANTS: readonly GlyphVariant[] = [
  { weight: 0, stretch: 1 },
  { weight: 0.02, stretch: 1 },
  { weight: 0.045, stretch: 1 },
  { weight: -0.02, stretch: 1 },
  { weight: -0.035, stretch: 1 },
  { weight: 0, stretch: 1.07 },
  { weight: 0, stretch: 0.92 },
  { weight: 0.03, stretch: 0.95 },
  { weight: -0.02, stretch: 1.05 },
];
