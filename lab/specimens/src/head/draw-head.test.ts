import { describe, expect, it } from 'vitest';
import type { Picture } from '../picture.ts';
import { drawHead, type HeadView } from './draw-head.ts';
import { specimenBearer } from './head-traits.ts';
import { renderHead } from './render-head.ts';

const straight: HeadView = {
  widthPx: 48,
  heightPx: 60,
  background: [0, 0, 255],
  zoom: 1,
  yawDeg: 0,
  pitchDeg: 0,
  rollDeg: 0,
};

/** Finds the head: all pixels that differ from the blue background. */
function silhouette({ data, width, height }: Picture, mirrored = false): string[] {
  return Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_, x) => {
      const byte = (y * width + x) * 4;
      return data[byte + 2]! > 2 * data[byte]! + 60 ? '.' : '#';
    });
    return (mirrored ? row.reverse() : row).join('');
  });
}

function share(rows: string[], other: string[]): number {
  const cells = [...rows.join('')];
  const others = other.join('');
  return cells.filter((cell, index) => cell === others[index]).length / cells.length;
}

describe('drawHead', () => {
  it('draws a symmetric head when it looks straight ahead', () => {
    const head = drawHead(specimenBearer, straight);
    expect(share(silhouette(head), silhouette(head, true))).toBeGreaterThan(0.985);
    expect(silhouette(head).join('')).toMatch(/#/);
  });

  it('turns as far to one side as to the other', () => {
    const left = drawHead(specimenBearer, { ...straight, yawDeg: 35 });
    const right = drawHead(specimenBearer, { ...straight, yawDeg: -35 });
    expect(share(silhouette(left), silhouette(right, true))).toBeGreaterThan(0.985);
    expect(share(silhouette(left), silhouette(right))).toBeLessThan(0.985);
  });

  it('leans to the right of the picture with a positive roll', () => {
    const rows = silhouette(drawHead(specimenBearer, { ...straight, rollDeg: 25 }));
    const crown = rows.find((row) => row.includes('#'))!;
    expect((crown.indexOf('#') + crown.lastIndexOf('#')) / 2).toBeGreaterThan(26);
  });
});

describe('renderHead', () => {
  it('returns the same pixels for the same request, and others for another head', async () => {
    const small = { widthPx: 24, heightPx: 30 };
    const [first, again, other] = await Promise.all([
      renderHead(small),
      renderHead(small),
      renderHead({ ...small, traits: { ...specimenBearer, hair: [20, 20, 24], longHair: false } }),
    ]);
    expect(Buffer.compare(first.data, again.data)).toBe(0);
    expect(Buffer.compare(first.data, other.data)).not.toBe(0);
    expect(first.data).toHaveLength(24 * 30 * 4);
  });
});
