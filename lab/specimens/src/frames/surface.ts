import type { SeededRandom } from '../mrz/seeded-random.ts';
import { type Colour, hsl, mix, shade } from './canvas.ts';
import { createValueNoise } from './value-noise.ts';

/** Surface under a document: a colour for every point, in frame pixels. */
export type Surface = (x: number, y: number) => Colour;

export const SURFACE_KINDS = ['plain', 'wood', 'stone', 'cloth', 'tiles', 'planks', 'print'] as const;
export type SurfaceKind = (typeof SURFACE_KINDS)[number];

/**
 * Creates a random surface.
 *
 * @param base - its main colour.
 * @param scalePx - the length of one unit of its texture, so that it is equally coarse in frames of any size.
 */
export function createSurface(
  kind: SurfaceKind,
  base: Colour,
  scalePx: number,
  random: SeededRandom,
): Surface {
  const angle = random.between(0, Math.PI);
  const cosine = Math.cos(angle) / scalePx;
  const sine = Math.sin(angle) / scalePx;
  const texture = TEXTURES[kind](base, random);
  return (x, y) => texture(x * cosine + y * sine, y * cosine - x * sine);
}

/** Returns the colour of a desk, cloth or floor: dark, light, grey or coloured. */
export function randomSurfaceColour(random: SeededRandom): Colour {
  const saturation = random.chance(0.4) ? random.between(0, 0.08) : random.between(0.1, 0.55);
  const hue = random.chance(0.5) ? random.between(15, 45) : random.between(0, 360);
  return hsl(hue, saturation, random.between(0.06, 0.9));
}

type Texture = (base: Colour, random: SeededRandom) => Surface;

const TEXTURES: Readonly<Record<SurfaceKind, Texture>> = {
  plain: (base, random) => {
    const noise = createValueNoise(random.integer(0, 1e9));
    const depth = random.between(0, 0.12);
    return (u, v) => shade(base, 1 + depth * (noise(u * 2, v * 2) - 0.5));
  },
  wood: (base, random) => {
    const noise = createValueNoise(random.integer(0, 1e9));
    const depth = random.between(0.15, 0.5);
    const rings = random.between(3, 12);
    return (u, v) => {
      const warp = noise(u * 0.35, v * 1.5) * 2 + 0.4 * noise(u * 2, v * 14);
      const ring = 0.5 + 0.5 * Math.sin((v * 1.2 + warp) * rings);
      return shade(base, 1 + depth * (ring - 0.5) + 0.12 * (noise(u * 1.5, v * 30) - 0.5));
    };
  },
  stone: (base, random) => {
    const noise = createValueNoise(random.integer(0, 1e9));
    const vein = hsl(random.between(0, 360), 0.1, random.between(0.2, 0.9));
    return (u, v) => {
      const cloud = noise(u, v) * 0.5 + noise(u * 2.7, v * 2.7) * 0.3 + noise(u * 8, v * 8) * 0.2;
      const streak = Math.max(0, 1 - 14 * Math.abs(noise(u * 0.8 + cloud, v * 0.8) - 0.5));
      return mix(shade(base, 0.8 + 0.4 * cloud), vein, streak * 0.5);
    };
  },
  cloth: (base, random) => {
    const other = mix(base, randomSurfaceColour(random), random.between(0.2, 1));
    const period = random.between(0.25, 1.2);
    const noise = createValueNoise(random.integer(0, 1e9));
    return (u, v) => {
      const weft = (((u / period) % 1) + 1) % 1 < 0.4 ? 0.5 : 0;
      const warp = (((v / period) % 1) + 1) % 1 < 0.4 ? 0.5 : 0;
      return shade(mix(base, other, (weft + warp) * 0.7), 0.85 + 0.3 * noise(u * 0.7, v * 0.7));
    };
  },
  tiles: (base, random) => {
    const grout = shade(base, random.chance(0.5) ? random.between(0.4, 0.8) : random.between(1.2, 1.6));
    const size = random.between(0.9, 3);
    const joint = random.between(0.02, 0.07);
    const noise = createValueNoise(random.integer(0, 1e9));
    return (u, v) => {
      const across = (((u / size) % 1) + 1) % 1;
      const down = (((v / size) % 1) + 1) % 1;
      if (across < joint || down < joint) return grout;
      return shade(base, 0.9 + 0.2 * noise(Math.floor(u / size) * 5.3, Math.floor(v / size) * 3.7));
    };
  },
  planks: (base, random) => {
    const width = random.between(0.6, 1.8);
    const wood = TEXTURES.wood(base, random);
    const noise = createValueNoise(random.integer(0, 1e9));
    return (u, v) => {
      const plank = Math.floor(v / width);
      const across = v / width - plank;
      if (across < 0.04) return shade(base, 0.45);
      return shade(wood(u + plank * 7.1, v), 0.8 + 0.4 * noise(plank * 3.3, 0.5));
    };
  },
  print: (base, random) => {
    const ink = hsl(random.between(0, 360), random.between(0, 0.6), random.between(0.1, 0.6));
    const noise = createValueNoise(random.integer(0, 1e9));
    const line = random.between(0.12, 0.3);
    return (u, v) => {
      const row = Math.floor(v / line);
      const printed =
        v / line - row < 0.5 && noise(u * 9, row * 7.7) > 0.42 && noise(row * 1.9, u * 0.4) > 0.3;
      return printed ? mix(base, ink, 0.75) : base;
    };
  },
};
