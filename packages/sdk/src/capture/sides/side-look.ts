import { projectPoint, type Quad, unitSquareToQuad } from '@vendor/vision';
import type { FramePixels } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';

/** Fields of a look along the long side of the card and across it: 3.5 mm of a card each, which a portrait fills with sixty. */
const [columns, rows] = [24, 15];

/** Samples of a field along each side. */
const samples = 3;

/** How far, in fields, the surroundings reach that a field is seen against: light and shadow change more slowly than print. */
const reach = 3;

/**
 * What one side of a card looks like: how much lighter or darker each field is than what surrounds it, row by row, from -1 to
 * 1, with the squares adding up to 1. Seen from straight above, so that neither place nor tilt matters.
 */
export type SideLook = Float32Array;

/**
 * The look of the side that lies inside an outline.
 *
 * @returns null where nothing can be told: the outline is none, or all of it is of one tone.
 */
export function lookOf({ data, width, height }: FramePixels, outline: Outline): SideLook | null {
  const map = unitSquareToQuad(alongLongSide(outline, width, height));
  if (!map) return null;
  const tones = new Float32Array(columns * rows);
  for (let field = 0; field < tones.length; field++) {
    for (let sample = 0; sample < samples * samples; sample++) {
      const { x, y } = projectPoint(map, {
        x: ((field % columns) + ((sample % samples) + 0.5) / samples) / columns,
        y: (Math.floor(field / columns) + (Math.floor(sample / samples) + 0.5) / samples) / rows,
      });
      const column = Math.max(0, Math.min(width - 1, Math.floor(x)));
      const byte = (Math.max(0, Math.min(height - 1, Math.floor(y))) * width + column) * 4;
      tones[field]! += 0.3 * data[byte]! + 0.59 * data[byte + 1]! + 0.11 * data[byte + 2]!;
    }
  }
  const look = tones.map((tone, field) => tone - meanAround(tones, field));
  const size = Math.sqrt(look.reduce((sum, value) => sum + value * value, 0));
  return size > 0 ? look.map((value) => value / size) : null;
}

/**
 * How alike two looks are, from -1 to 1: 1 is the same side. A card that lies upside down is the same card: where an outline
 * begins says nothing about what is printed on top.
 */
export function likeness(one: SideLook, other: SideLook): number {
  let upright = 0;
  let turned = 0;
  for (let field = 0; field < one.length; field++) {
    upright += one[field]! * other[field]!;
    turned += one[field]! * other[other.length - 1 - field]!;
  }
  return Math.max(upright, turned);
}

/** The corners in pixels, beginning so that the first side is a long one. */
function alongLongSide([x0, y0, x1, y1, x2, y2, x3, y3]: Outline, width: number, height: number): Quad {
  const at = (x: number, y: number) => ({ x: x * width, y: y * height });
  const [a, b, c, d] = [at(x0, y0), at(x1, y1), at(x2, y2), at(x3, y3)];
  return Math.hypot(b.x - a.x, b.y - a.y) > Math.hypot(c.x - b.x, c.y - b.y) ? [a, b, c, d] : [b, c, d, a];
}

function meanAround(tones: Float32Array, field: number): number {
  const column = field % columns;
  const row = Math.floor(field / columns);
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
      sum += tones[y * columns + x]!;
      count += 1;
    }
  }
  return sum / count;
}
