import { carve, melt, meltEllipsoid, toEllipsoid } from './distance.ts';
import type { HeadTraits } from './head-traits.ts';

/** Material of a point of the head's surface. */
export type HeadMaterial = 'skin' | 'eye' | 'hair' | 'clothes';

/**
 * A head as a signed distance field: x to the right as seen from the front, y up, z towards the viewer of a head that
 * looks straight ahead.
 */
export interface HeadField {
  /** Distance to the nearest surface, negative inside. */
  distance(x: number, y: number, z: number): number;
  /** Returns the material of the nearest surface. */
  material(x: number, y: number, z: number): HeadMaterial;
}

/** Builds the field for one set of traits. */
export function createHeadField(traits: HeadTraits): HeadField {
  const layers = {
    skin: (x: number, y: number, z: number) => toSkin(traits, x, y, z),
    eye: (x: number, y: number, z: number) => toEyeball(traits, x, y, z),
    hair: (x: number, y: number, z: number) => toHair(traits, x, y, z, Number.POSITIVE_INFINITY),
    clothes: (x: number, y: number, z: number) => toClothes(x, y, z, Number.POSITIVE_INFINITY),
  };
  return {
    distance(x, y, z) {
      const bare = Math.min(toSkin(traits, x, y, z), toEyeball(traits, x, y, z));
      const dressed = Math.min(bare, toClothes(x, y, z, bare));
      return Math.min(dressed, toHair(traits, x, y, z, dressed));
    },
    material: (x, y, z) => {
      let nearest: HeadMaterial = 'skin';
      let least = layers.skin(x, y, z);
      for (const material of ['eye', 'hair', 'clothes'] as const) {
        const distance = layers[material](x, y, z);
        if (distance < least) [nearest, least] = [material, distance];
      }
      return nearest;
    },
  };
}

/**
 * Distance from which the features are not computed; none of them protrudes from the bare head by more than `FEATURE_DEPTH`.
 */
const FAR = 0.5;
const FEATURE_DEPTH = 0.3;

function toSkin(traits: HeadTraits, x: number, y: number, z: number): number {
  const side = Math.abs(x);
  const skull = toEllipsoid(x, y - 0.22, z + 0.12, traits.faceWidth, 0.86, 0.86);
  const neck = Math.max(Math.sqrt(x * x + (z + 0.15) ** 2) - 0.37, Math.abs(y + 1.3) - 0.6);
  let d = meltEllipsoid(skull, 0.3, x, y + 0.42, z - 0.12, traits.jawWidth, 0.62, 0.62);
  const bare = Math.min(d, neck);
  if (bare > FAR) return bare - FEATURE_DEPTH;
  d = meltEllipsoid(d, 0.18, x, y + 0.87, z - 0.44, 0.17, 0.13, 0.15);
  d = meltEllipsoid(d, 0.18, side - 0.34, y + 0.12, z - 0.5, 0.22, 0.22, 0.2);
  d = meltEllipsoid(d, 0.18, x, y - 0.34, z - 0.57, 0.5, 0.15, 0.16);
  d = carve(d, toEllipsoid(side - traits.eyeOffset, y - traits.eyeHeight, z - 0.86, 0.19, 0.11, 0.16), 0.1);
  d = toNose(traits, d, x, y, z);
  d = meltEllipsoid(d, 0.1, x, y - traits.mouthHeight, z - 0.66, traits.mouthWidth + 0.06, 0.12, 0.14);
  d = meltEllipsoid(d, 0.03, side - 1.03 * traits.faceWidth, y - 0.02, z + 0.1, 0.08, 0.22, 0.14);
  return melt(d, neck, 0.15);
}

function toNose(traits: HeadTraits, face: number, x: number, y: number, z: number): number {
  const bridge = meltEllipsoid(face, 0.12, x, y + 0.04, z - 0.76, 0.06, 0.26, 0.12);
  const tip = meltEllipsoid(
    bridge,
    0.08,
    x,
    y + 0.2,
    z - 0.8,
    traits.noseWidth,
    0.09,
    traits.noseDepth * 0.6,
  );
  return meltEllipsoid(tip, 0.05, Math.abs(x) - 0.085, y + 0.23, z - 0.76, 0.06, 0.055, 0.075);
}

function toEyeball(traits: HeadTraits, x: number, y: number, z: number): number {
  const dx = Math.abs(x) - traits.eyeOffset;
  const dy = y - traits.eyeHeight;
  const dz = z - 0.6;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - 0.145;
}

/** Returns the distance to the hair, or another number above `most` if it is more than that. */
function toHair(traits: HeadTraits, x: number, y: number, z: number, most: number): number {
  let d = toEllipsoid(x, y - 0.36, z + 0.2, traits.faceWidth + 0.09, 0.93, 0.93);
  if (traits.longHair) {
    d = meltEllipsoid(d, 0.25, Math.abs(x) - 0.66, y + 0.5, z + 0.18, 0.24, 0.95, 0.36);
    d = meltEllipsoid(d, 0.2, x, y + 0.55, z + 0.5, 0.72, 0.95, 0.32);
  }
  // Carving only increases the distance.
  if (d > most) return d;
  return carve(d, toEllipsoid(x, y + 0.22, z - 0.75, 0.94 * traits.faceWidth, 0.98, 0.82), 0.1);
}

/** Returns the distance to the clothes, or another number above `most` if it is more than that. */
function toClothes(x: number, y: number, z: number, most: number): number {
  const shoulders = toEllipsoid(x, y + 2.25, z + 0.2, 1.7, 0.75, 0.6);
  if (shoulders > most) return shoulders;
  return carve(shoulders, toEllipsoid(x, y + 1.32, z - 0.42, 0.34, 0.42, 0.5), 0.05);
}
