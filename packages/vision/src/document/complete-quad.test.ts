import { quadOverlap } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { type Point, type Quad, scaleQuad } from '../quad.ts';
import { completeQuad } from './complete-quad.ts';
import { rectangleShape } from './rectangle.ts';
import { seenAt } from './view-ray.ts';

const frame = { width: 320, height: 180 };

/** A card or page 400 mm off, turned, tilted away and to the side, as a camera of the usual focal length sees it. */
function tilted(widthMm: number, heightMm: number, turn = 0.2): Quad {
  const corner = (u: number, v: number): Point => {
    const [x, y] = [u * widthMm, v * heightMm];
    const across = x * Math.cos(turn) - y * Math.sin(turn);
    const down = x * Math.sin(turn) + y * Math.cos(turn);
    const [pitch, yaw] = [0.2, -0.3];
    return seenAt(
      [
        across * Math.cos(yaw),
        across * Math.sin(pitch) * Math.sin(yaw) + down * Math.cos(pitch),
        400 + across * Math.cos(pitch) * Math.sin(yaw) - down * Math.sin(pitch),
      ],
      frame,
    );
  };
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}

/** The quad with one side moved inwards, as when a printed line was taken for it. */
function cropped(quad: Quad, side: number, share: number): Quad {
  const inwards = (from: Point, to: Point): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  const at = (index: number): Point => quad[(index + 4) % 4]!;
  return [0, 1, 2, 3].map((index) => {
    if (index === side) return inwards(at(index), at(index - 1));
    return index === (side + 1) % 4 ? inwards(at(index), at(index + 1)) : at(index);
  }) as unknown as Quad;
}

describe('completeQuad', () => {
  it.each([
    ['card', 85.6, 53.98],
    ['page', 125, 88],
  ])('puts any side of a %s where it belongs when the other three are right', (_, width, height) => {
    const truth = tilted(width, height);
    for (let side = 0; side < 4; side++) {
      const wrong = cropped(truth, side, 0.25);
      expect(quadOverlap(wrong, truth)).toBeLessThan(0.9);
      const best = Math.max(...completeQuad(wrong, frame).map((quad) => quadOverlap(quad, truth)));
      expect(best).toBeGreaterThan(0.999);
    }
  });

  it('gives nothing but documents: right angles and one of the known proportions, whatever the unit', () => {
    const quad = cropped(tilted(85.6, 53.98, -0.7), 1, 0.3);
    for (const completed of completeQuad(scaleQuad(quad, 0.5), { width: 160, height: 90 })) {
      const { aspect, skew } = rectangleShape(scaleQuad(completed, 2), frame);
      expect(skew).toBeCloseTo(0, 6);
      expect(Math.min(Math.abs(aspect - 85.6 / 53.98), Math.abs(aspect - 125 / 88))).toBeLessThan(1e-6);
    }
  });

  it('keeps the three sides that it goes by', () => {
    const truth = tilted(125, 88);
    // Four proportions for each side that is taken away, the one across from the first side first.
    for (const completed of completeQuad(truth, frame).slice(0, 4)) {
      expect(completed[0]).toEqual(truth[0]);
      expect(completed[1]).toEqual(truth[1]);
      const off = (at: Point, from: Point, to: Point): number =>
        Math.abs((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) /
        Math.hypot(to.x - from.x, to.y - from.y);
      expect(off(completed[2], truth[1], truth[2])).toBeLessThan(1e-6);
      expect(off(completed[3], truth[0], truth[3])).toBeLessThan(1e-6);
    }
  });
});
