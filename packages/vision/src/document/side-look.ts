import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { projectPoint, unitSquareToQuad } from './homography.ts';

/** Number of fields along the long and the short side of a card. A field is 3.5 mm wide; a portrait covers sixty. */
const [COLUMNS, ROWS] = [24, 15];

/** Samples of a field along each side. */
const SAMPLES = 3;

/** Radius, in fields, of the surroundings that a field is compared with; light and shadow change more slowly than print. */
const REACH = 3;

/** Maximum value of one field, so that a reflection counts no more than print: 1.5 times the mean of 360 fields. */
const MAX_VALUE = 0.079;

/**
 * Descriptor of one side of a card: the difference of each field's luma from its surroundings, row by row, from -1 to 1,
 * normalized to length 1. Computed on the straightened card, so it does not depend on position and tilt.
 */
export type SideLook = Float32Array;

/**
 * Computes the descriptor of the side inside the corners, which may start at any corner. The picture is sampled at 3,240
 * points, which fully cover a picture of some 320 px across; downscale larger pictures first.
 *
 * @returns null if the corners form no quad, or the whole side has one tone.
 */
export function lookOfSide({ data, width, height }: RgbaImage, corners: Quad): SideLook | null {
  const map = unitSquareToQuad(startAtLongSide(corners));
  if (!map) return null;
  const tones = new Float32Array(COLUMNS * ROWS);
  for (let field = 0; field < tones.length; field++) {
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const { x, y } = projectPoint(map, {
        x: ((field % COLUMNS) + ((sample % SAMPLES) + 0.5) / SAMPLES) / COLUMNS,
        y: (Math.floor(field / COLUMNS) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / ROWS,
      });
      const column = Math.max(0, Math.min(width - 1, Math.floor(x)));
      const byte = (Math.max(0, Math.min(height - 1, Math.floor(y))) * width + column) * 4;
      tones[field]! += 0.3 * data[byte]! + 0.59 * data[byte + 1]! + 0.11 * data[byte + 2]!;
    }
  }
  const descriptor = normaliseDescriptor(tones.map((tone, field) => tone - meanOfSurroundings(tones, field)));
  return (
    descriptor &&
    normaliseDescriptor(descriptor.map((value) => Math.max(-MAX_VALUE, Math.min(MAX_VALUE, value))))
  );
}

/** Normalizes a descriptor to length 1; null if all its values are zero. */
function normaliseDescriptor(descriptor: SideLook): SideLook | null {
  const size = Math.sqrt(descriptor.reduce((sum, value) => sum + value * value, 0));
  return size > 0 ? descriptor.map((value) => value / size) : null;
}

/**
 * Compares two descriptors, from -1 to 1; 1 means the same side. Upside-down cards count as the same, because the first corner
 * is unrelated to the print. Corners that are off by one field are tolerated: descriptors are also compared shifted by one
 * field, wrapping around rows, because there is little print at the edge.
 */
export function likenessOfSides(one: SideLook, other: SideLook): number {
  let best = -1;
  for (let shift = 0; shift < 9; shift++) {
    const by = (shift % 3) - 1 + (Math.floor(shift / 3) - 1) * COLUMNS;
    let upright = 0;
    let turned = 0;
    for (let field = 0; field < one.length; field++) {
      upright += one[field]! * (other[field + by] ?? 0);
      turned += one[field]! * (other[one.length - 1 - field - by] ?? 0);
    }
    best = Math.max(best, upright, turned);
  }
  return best;
}

/** Rotates the corner order to start with a long side. */
function startAtLongSide(corners: Quad): Quad {
  const [a, b, c, d] = corners;
  return Math.hypot(b.x - a.x, b.y - a.y) > Math.hypot(c.x - b.x, c.y - b.y) ? corners : [b, c, d, a];
}

function meanOfSurroundings(tones: Float32Array, field: number): number {
  const column = field % COLUMNS;
  const row = Math.floor(field / COLUMNS);
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, row - REACH); y <= Math.min(ROWS - 1, row + REACH); y++) {
    for (let x = Math.max(0, column - REACH); x <= Math.min(COLUMNS - 1, column + REACH); x++) {
      sum += tones[y * COLUMNS + x]!;
      count += 1;
    }
  }
  return sum / count;
}
