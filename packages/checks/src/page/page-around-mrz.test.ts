import type { Point, Quad } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import { fitsAsMrz, isSamePage, pageAroundMrz, startAtUpperLeft } from './page-around-mrz.ts';

/** Creates a rectangle rotated around the origin. */
function rectangle(left: number, top: number, right: number, bottom: number, degrees = 0): Quad {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const place = (x: number, y: number) => ({ x: x * cosine - y * sine, y: x * sine + y * cosine });
  return [place(left, top), place(right, top), place(right, bottom), place(left, bottom)];
}

/** A passport page of 1250 × 880 pixels, and the outline of its MRZ. */
const page = (degrees = 0): Quad => rectangle(0, 0, 1250, 880, degrees);
const lines = (degrees = 0): Quad => rectangle(60, 718, 1190, 824, degrees);

describe('pageAroundMrz', () => {
  it.each([0, 17, 90, 180, -120])('computes a page rotated by %d°', (degrees) => {
    const corners = pageAroundMrz('TD3', lines(degrees));
    page(degrees).forEach(({ x, y }, index) => {
      expect(corners?.[index]?.x).toBeCloseTo(x, 6);
      expect(corners?.[index]?.y).toBeCloseTo(y, 6);
    });
  });

  it('computes a page under perspective', () => {
    const seen = ({ x, y }: Point): Point => {
      const scale = 1 + x / 9000 - y / 5000;
      return { x: (x - 300 + y / 20) / scale, y: (y - 200) / scale };
    };
    const corners = pageAroundMrz('TD3', lines().map(seen) as unknown as Quad);
    page()
      .map(seen)
      .forEach(({ x, y }, index) => {
        expect(corners?.[index]?.x).toBeCloseTo(x, 6);
        expect(corners?.[index]?.y).toBeCloseTo(y, 6);
      });
  });

  it.each<[string, Quad]>([
    ['an empty outline', rectangle(0, 0, 0, 0)],
    ['an outline without height', rectangle(60, 718, 1190, 718)],
    [
      'an outline that ends beyond the horizon',
      [
        { x: 400, y: 0 },
        { x: 600, y: 0 },
        { x: 1000, y: 100 },
        { x: 0, y: 100 },
      ],
    ],
  ])('returns null for %s', (_, outline) => {
    expect(pageAroundMrz('TD3', outline)).toBeNull();
  });
});

describe('isSamePage', () => {
  it('accepts corners that are slightly off, in any order', () => {
    const [a, b, c, d] = rectangle(60, -40, 1180, 900);
    expect(isSamePage([c, d, a, b], page())).toBe(true);
  });

  it('rejects a part of the page and something larger', () => {
    expect(isSamePage(rectangle(0, 300, 1250, 880), page())).toBe(false);
    expect(isSamePage(rectangle(-300, -900, 1600, 900), page())).toBe(false);
  });
});

describe('fitsAsMrz', () => {
  it.each([0, 90, 172])('accepts lines along the lower side of a page at %d°', (degrees) => {
    expect(fitsAsMrz(page(degrees), lines(degrees))).toBe(true);
  });

  it.each([
    ['titles along the upper side', rectangle(60, 30, 1190, 136)],
    ['perpendicular lines', rectangle(60, -700, 900, -600, 90)],
    ['short lines', rectangle(60, 718, 700, 824)],
  ])('rejects %s', (_, outline) => {
    expect(fitsAsMrz(page(), outline)).toBe(false);
  });
});

describe('startAtUpperLeft', () => {
  it('starts at the upper left corner according to the MRZ', () => {
    const [a, b, c, d] = rectangle(60, -40, 1180, 900);
    for (const corners of [
      [a, b, c, d],
      [b, c, d, a],
      [c, d, a, b],
      [d, a, b, c],
    ] as Quad[]) {
      expect(startAtUpperLeft(page(), corners)).toEqual([a, b, c, d]);
    }
  });
});
