import type { HeadMaterial } from './head-field.ts';
import type { HeadTraits, Rgb } from './head-traits.ts';

const LASHES: Rgb = [48, 34, 30];
const EYE_WHITE: Rgb = [236, 234, 230];

/** Returns the colour of a point of the surface before lighting, in the coordinates of `HeadField`. */
export function headColour(traits: HeadTraits, material: HeadMaterial, x: number, y: number, z: number): Rgb {
  switch (material) {
    case 'eye':
      return eyeColour(traits, Math.abs(x) - traits.eyeOffset, y - traits.eyeHeight);
    case 'hair':
      return hairColour(traits, x, y, z);
    case 'clothes':
      return traits.clothes;
    case 'skin':
      return skinColour(traits, x, y, z);
  }
}

/** Returns the colour of the eyeball: an almond shape between two lids, and lid outside it. */
function eyeColour(traits: HeadTraits, dx: number, dy: number): Rgb {
  const across = 1 - (dx / 0.155) ** 2;
  const upper = 0.072 * across + 0.004;
  const lower = -0.058 * across;
  if (dy > upper || dy < lower) return shade(traits.skin, dy > upper ? 0.86 : 0.94);
  if (dy > upper - 0.018) return LASHES;
  const glint = (dx + 0.022) ** 2 + (dy - 0.026) ** 2 < 0.00022;
  if (glint) return [255, 255, 255];
  const fromPupil = Math.sqrt(dx * dx + dy * dy);
  if (fromPupil < 0.032) return [14, 12, 12];
  if (fromPupil < 0.072) return fromPupil > 0.064 ? shade(traits.iris, 0.55) : traits.iris;
  return shade(EYE_WHITE, dy > upper - 0.034 ? 0.86 : 1);
}

function hairColour(traits: HeadTraits, x: number, y: number, z: number): Rgb {
  const around = Math.atan2(x, z + 0.25);
  const strand = Math.sin(around * 61 + 3 * Math.sin(y * 2.3 + x)) + 0.6 * Math.sin(around * 143 + 2 * y);
  return shade(traits.hair, 1 + 0.09 * strand);
}

function skinColour(traits: HeadTraits, x: number, y: number, z: number): Rgb {
  const side = Math.abs(x);
  if (z > 0.3) {
    const lips = lipColour(traits, x, y - traits.mouthHeight);
    if (lips) return lips;
    if (isBrow(traits, side, y)) return shade(traits.hair, 0.8);
    if (z > 0.6 && ((side - 0.058) / 0.032) ** 2 + ((y + 0.272) / 0.02) ** 2 < 1)
      return shade(traits.skin, 0.45);
  }
  const blush = Math.exp(-((side - 0.36) ** 2 + (y + 0.18) ** 2) / 0.04);
  const socket =
    z > 0.3 ? Math.exp(-(((side - traits.eyeOffset) / 0.2) ** 2 + ((y - traits.eyeHeight) / 0.11) ** 2)) : 0;
  const [red, green, blue] = shade(traits.skin, 1 - 0.14 * socket);
  return [red + 8 * blush, green - 9 * blush, blue - 7 * blush];
}

/**
 * Returns the colour of the lips: an upper lip with its bow, a fuller lower one, and the line between them; undefined
 * elsewhere.
 */
function lipColour(traits: HeadTraits, x: number, dy: number): Rgb | undefined {
  const u = x / traits.mouthWidth;
  if (Math.abs(u) > 1) return undefined;
  const taper = 1 - u * u;
  const bow = 0.01 * Math.exp(-((Math.abs(u) - 0.28) ** 2) / 0.03);
  const upper = (0.046 + bow) * taper + 0.012 * u * u;
  const lower = -0.07 * taper + 0.012 * u * u;
  if (dy > upper || dy < lower) return undefined;
  const line = 0.016 * u * u - 0.006;
  if (Math.abs(dy - line) < 0.009) return shade(traits.lips, 0.5);
  return shade(traits.lips, dy > line ? 0.88 : 1);
}

function isBrow(traits: HeadTraits, side: number, y: number): boolean {
  const along = (side - traits.eyeOffset) / 0.21;
  if (Math.abs(along) > 1) return false;
  const arch = traits.eyeHeight + 0.2 + 0.045 * (1 - along * along) - 0.012 * along;
  const thickness = 0.03 * (1 - 0.55 * Math.max(0, along));
  return Math.abs(y - arch) < thickness;
}

function shade([red, green, blue]: Rgb, factor: number): Rgb {
  return [red * factor, green * factor, blue * factor];
}
