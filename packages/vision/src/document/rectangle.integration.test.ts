import { renderDocumentFrame } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { aspectError, documentShape, rectangleShape } from './rectangle.ts';

describe('rectangleShape', () => {
  it('measures a rectangle seen from above', () => {
    const quad = [
      { x: 100, y: 50 },
      { x: 258.6, y: 50 },
      { x: 258.6, y: 150 },
      { x: 100, y: 150 },
    ] as const;
    const { aspect, skew } = rectangleShape(quad, { width: 320, height: 180 })!;
    expect(aspect).toBeCloseTo(1.586, 3);
    expect(skew).toBeCloseTo(0, 9);
    expect(aspectError(aspect)).toBeLessThan(0.001);
  });

  it('corrects perspective to within an eighth, whatever the true focal length', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { quad, traits } = renderDocumentFrame(seed, { widthPx: 64, heightPx: 36 });
      const { aspect, skew } = rectangleShape(quad!, { width: 64, height: 36 })!;
      const truth = traits.form === 'card' ? 85.6 / 53.98 : 125 / 88;
      expect(aspect / truth).toBeGreaterThan(0.88);
      expect(aspect / truth).toBeLessThan(1.12);
      expect(skew).toBeLessThan(0.2);
    }
  });

  it('distinguishes a square from any document', () => {
    expect(aspectError(1)).toBeGreaterThan(0.3);
  });

  it('returns null for invalid corners', () => {
    const point = { x: 100, y: 100 };
    expect(rectangleShape([point, point, point, point], { width: 320, height: 180 })).toBeNull();
    expect(documentShape([point, point, point, point], { width: 320, height: 180 })).toBeNull();
  });
});

describe('documentShape', () => {
  it('returns the error of the aspect ratio, the skew, and the size', () => {
    const quad = [
      { x: 100, y: 50 },
      { x: 258.6, y: 50 },
      { x: 258.6, y: 150 },
      { x: 100, y: 150 },
    ] as const;
    const [error, skew, size] = documentShape(quad, { width: 320, height: 180 })!;
    expect(error).toBeLessThan(0.001);
    expect(skew).toBeCloseTo(0, 9);
    expect(size).toBeCloseTo(Math.sqrt((158.6 * 100) / (320 * 180)), 9);
  });
});
