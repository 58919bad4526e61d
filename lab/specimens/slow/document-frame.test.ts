import { describe, expect, it } from 'vitest';
import { renderDocumentFrame, renderDocumentFrames } from '../src/frames/document-frame.ts';

/** Small size, because corners do not depend on the size, but painting time does. */
const small = { widthPx: 128, heightPx: 72 };

describe('renderDocumentFrame', () => {
  it('returns the same frame for the same seed, and another for the next seed', () => {
    const first = renderDocumentFrame(5, small);
    const again = renderDocumentFrame(5, small);
    expect(again.quad).toEqual(first.quad);
    expect(again.picture.data.every((value, byte) => value === first.picture.data[byte])).toBe(true);
    expect(renderDocumentFrame(6, small).quad).not.toEqual(first.quad);
  });

  it.each([
    [128, 72],
    [72, 128],
    [128, 96],
  ])('keeps a complete document inside a frame of %d × %d', (widthPx, heightPx) => {
    for (let seed = 0; seed < 3; seed++) {
      const { picture, quad } = renderDocumentFrame(seed, { widthPx, heightPx });
      expect([picture.width, picture.height]).toEqual([widthPx, heightPx]);
      for (const { x, y } of quad!) {
        expect(Math.min(x, y, widthPx - x, heightPx - y)).toBeGreaterThanOrEqual(0.8);
      }
    }
  });

  it('orders the corners clockwise from the top left one of the print', () => {
    const [a, b, c] = renderDocumentFrame(8, small).quad!;
    expect((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)).toBeGreaterThan(0);
    expect(Math.hypot(b.x - a.x, b.y - a.y)).toBeGreaterThan(Math.hypot(c.x - b.x, c.y - b.y));
  });

  it('turns documents to any angle on request', () => {
    const rolls = Array.from({ length: 8 }, (_, seed) => {
      const [a, b] = renderDocumentFrame(seed, { ...small, turned: true }).quad!;
      return Math.abs(Math.atan2(b.y - a.y, b.x - a.x));
    });
    expect(rolls.filter((roll) => roll > Math.PI / 6).length).toBeGreaterThan(2);
  });

  it('cuts a document off at the frame on request', () => {
    const { quad } = renderDocumentFrame(3, { ...small, subject: 'cut-off' });
    const outside = quad!.filter(({ x, y }) => x < 0 || y < 0 || x > small.widthPx || y > small.heightPx);
    expect(outside.length).toBeGreaterThan(0);
  });

  it('returns no corners for a frame without a document', () => {
    expect(renderDocumentFrame(3, { ...small, subject: 'nothing' }).quad).toBeNull();
  });

  it('shows an edge along the reported upper side of the document', () => {
    const { picture, quad } = renderDocumentFrame(40);
    const luma = (x: number, y: number): number =>
      picture.data[(Math.round(y) * 320 + Math.round(x)) * 4 + 1]!;
    const [a, b, , d] = quad!;
    const along = (t: number, inset: number) => ({
      x: a.x + (b.x - a.x) * t + ((d.x - a.x) / Math.hypot(d.x - a.x, d.y - a.y)) * inset,
      y: a.y + (b.y - a.y) * t + ((d.y - a.y) / Math.hypot(d.x - a.x, d.y - a.y)) * inset,
    });
    let difference = 0;
    for (let t = 0.15; t < 0.85; t += 0.05) {
      const inside = along(t, 3);
      const outside = along(t, -3);
      difference += Math.abs(luma(inside.x, inside.y) - luma(outside.x, outside.y)) / 14;
    }
    expect(difference).toBeGreaterThan(10);
  });
});

describe('renderDocumentFrames', () => {
  it('moves the same scene a little from frame to frame', () => {
    const [first, second] = renderDocumentFrames(11, 2, small);
    const moved = Math.max(
      ...first!.quad!.map((corner, i) =>
        Math.hypot(corner.x - second!.quad![i]!.x, corner.y - second!.quad![i]!.y),
      ),
    );
    expect(moved).toBeGreaterThan(0.1);
    expect(moved).toBeLessThan(8);
    expect(second!.traits).toEqual(first!.traits);
  });
});
