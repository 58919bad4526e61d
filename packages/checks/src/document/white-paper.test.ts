import { describe, expect, it } from 'vitest';
import { isWhitePaper, measureInklessShare } from './white-paper.ts';

const [width, height] = [480, 336];

/** Draws a page of 480 × 336 pixels of one tone, with rows of ink two pixels wide, partly covered by a spot. */
function page({ paper = 255, hasInk = true, spot = { left: 0, right: 0 } }) {
  const data = new Uint8Array(width * height).fill(paper);
  for (let y = 60; y < height; y += 40)
    for (let x = 20; x < width - 20; x += 6)
      for (const row of [y, y + 1]) if (hasInk) data.fill(30, row * width + x, row * width + x + 2);
  for (let y = 0; y < height; y++) data.fill(255, y * width + spot.left, y * width + spot.right);
  return { data, width, height };
}

describe('isWhitePaper', () => {
  it.each([
    ['accepts print on white paper', page({}), true],
    ['rejects white paper without print', page({ hasInk: false }), false],
    ['rejects grey paper', page({ paper: 225 }), false],
    ['rejects a reflection on grey paper', page({ paper: 225, spot: { left: 100, right: 280 } }), false],
  ])('%s', (_, picture, expected) => {
    expect(isWhitePaper(picture)).toBe(expected);
  });
});

describe('measureInklessShare', () => {
  const band = { left: 20, top: 250, right: width - 20, bottom: 310 };

  it('returns 0 for a visible MRZ, and for a band without an MRZ', () => {
    expect(measureInklessShare(page({}), band)).toBe(0);
    expect(measureInklessShare(page({ hasInk: false }), band)).toBe(0);
  });

  it('measures the share of an MRZ that a reflection hides', () => {
    expect(measureInklessShare(page({ spot: { left: 130, right: 240 } }), band)).toBeCloseTo(0.2, 1);
  });
});
