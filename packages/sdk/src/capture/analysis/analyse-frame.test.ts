import { CORNER_NET } from '@vendor/vision';
import { describe, expect, test } from 'vitest';
import type { FramePixels } from '../../session/ports.ts';
import { createFrameAnalysis } from './analyse-frame.ts';

/** Draws a table with a printed page on it, at the given shares of the frame. */
function picture(
  width: number,
  height: number,
  page?: { x: number; y: number; width: number; height: number },
  [paper, print] = [215, 60],
): FramePixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const inside = (x: number, y: number) =>
    page &&
    x >= page.x * width &&
    x < (page.x + page.width) * width &&
    y >= page.y * height &&
    y < (page.y + page.height) * height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grain = ((x * 7 + y * 13) % 5) - 2;
      const isPrint = y % 6 < 2 && x % 5 < 3;
      const tone = inside(x, y) ? (isPrint ? print! : paper!) : 95;
      const red = inside(x, y) ? tone : tone + 20;
      data.set([red + grain, tone + grain, tone - 5 + grain, 255], (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

/** Returns the findings for the second of two identical frames, after the tracker has settled. */
function watch(width: number, height: number, page?: Parameters<typeof picture>[2], fullWidthPx = width * 6) {
  const analyse = createFrameAnalysis(CORNER_NET);
  const frame = () => ({ picture: picture(width, height, page), detail: null, fullWidthPx });
  analyse(frame(), 'PASSPORT');
  return analyse(frame(), 'PASSPORT');
}

describe.each([
  [320, 180],
  [180, 320],
])('a camera with frames of %s × %s', (width, height) => {
  const widthShare = width > height ? 0.62 : 0.84;
  const heightShare = (widthShare * width) / 1.42 / height;
  const page = { x: (1 - widthShare) / 2, y: (1 - heightShare) / 2, width: widthShare, height: heightShare };

  test('outlines a page at its position and allows its capture', () => {
    const found = watch(width, height, page, width * 8);
    const corners = [
      [page.x, page.y],
      [page.x + page.width, page.y],
      [page.x + page.width, page.y + page.height],
      [page.x, page.y + page.height],
    ].flat();
    found.outline?.forEach((share, index) => {
      expect(share).toBeCloseTo(corners[index]!, 1);
    });
    expect(found.outline).toHaveLength(8);
    expect(found).toMatchObject({ hint: 'hold-still', isSure: true });
  });

  test('asks the user to come closer if the page has too few pixels at full resolution', () => {
    const far = { x: 0.3, y: 0.3, width: widthShare * 0.6, height: heightShare * 0.6 };
    expect(watch(width, height, far, width * 5).hint).toBe('closer');
  });

  test('asks the user to press the shutter if a page that fills the frame is still too small', () => {
    const share = width > height ? 0.68 : 0.84;
    const filling = { x: 0.1, y: 0.08, width: share, height: (share * width) / 1.42 / height };
    expect(watch(width, height, filling, width * 2).hint).toBe('by-hand');
  });

  test('finds nothing on an empty table', () => {
    expect(watch(width, height)).toEqual({ hint: 'looking', outline: null, isSure: false });
  });
});

test('restarts the tracking when the frame size changes', () => {
  const analyse = createFrameAnalysis(CORNER_NET);
  for (const [width, height] of [
    [320, 180],
    [180, 320],
    [320, 240],
    [1, 1],
  ] as const) {
    const { hint } = analyse(
      { picture: picture(width, height), detail: null, fullWidthPx: width },
      'NATIONAL_ID',
    );
    expect(hint).toBe('looking');
  }
});

test('reports a covered lens as too dark', () => {
  const data = new Uint8ClampedArray(320 * 180 * 4).fill(4);
  const analyse = createFrameAnalysis(CORNER_NET);
  expect(
    analyse({ picture: { data, width: 320, height: 180 }, detail: null, fullWidthPx: 1920 }, 'PASSPORT').hint,
  ).toBe('too-dark');
});

describe('a sheet of paper', () => {
  /** Upright and as large as a wide frame allows. A document of this size would count as too far away. */
  const sheet = { x: 0.33, y: 0.07, width: 0.34, height: 0.86 };
  const hintFor = (subject: 'SHEET' | 'PASSPORT', page: typeof sheet) => {
    const analyse = createFrameAnalysis(CORNER_NET);
    const frame = () => ({ picture: picture(320, 180, page), detail: null, fullWidthPx: 1280 });
    analyse(frame(), subject);
    return analyse(frame(), subject).hint;
  };

  test('captures a sheet of paper automatically, even at a low camera resolution', () => {
    expect([hintFor('SHEET', sheet), hintFor('PASSPORT', sheet)]).toEqual(['hold-still', 'by-hand']);
  });

  test('captures a sheet with hardly any print automatically, but no other document', () => {
    /** Pale print, as small print looks in a small picture. */
    const hintFor = (subject: 'SHEET' | 'PASSPORT') => {
      const analyse = createFrameAnalysis(CORNER_NET);
      const frame = () => ({
        picture: picture(320, 180, sheet, [215, 209]),
        detail: null,
        fullWidthPx: 2560,
      });
      analyse(frame(), subject);
      return analyse(frame(), subject).hint;
    };
    expect([hintFor('SHEET'), hintFor('PASSPORT')]).toEqual(['hold-still', 'too-dark']);
  });

  test('asks the user to come closer if there is room around a sheet', () => {
    expect(hintFor('SHEET', { x: 0.4, y: 0.2, width: 0.23, height: 0.58 })).toBe('closer');
  });
});

test('accepts a black payment card in good light, but reports an identity card as dark as that', () => {
  const card = { x: 0.2, y: 0.15, width: 0.6, height: 0.67 };
  const frame = { picture: picture(320, 180, card, [30, 90]), detail: null, fullWidthPx: 2560 };
  const hintFor = (subject: 'CARD' | 'NATIONAL_ID') => {
    const analyse = createFrameAnalysis(CORNER_NET);
    analyse(frame, subject);
    const { hint, outline } = analyse(frame, subject);
    expect(outline).not.toBeNull();
    return hint;
  };
  expect([hintFor('CARD'), hintFor('NATIONAL_ID')]).toEqual(['hold-still', 'too-dark']);
});
