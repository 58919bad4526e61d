import type { Quad } from '@vendor/vision';
import { expect, test } from 'vitest';
import type { FramePixels } from '../../session/ports.ts';
import { ID1, ID3 } from './document-form.ts';
import { lostToGlare } from './lost-to-glare.ts';

const [width, height] = [320, 180];
/** A page of 250 × 176 pixels: two to a millimetre of a passport. */
const page: Quad = [
  { x: 30, y: 2 },
  { x: 280, y: 2 },
  { x: 280, y: 178 },
  { x: 30, y: 178 },
];

/** The page with a reflection, in half pixels from its upper left corner: those are mm of a passport. */
function pageWithSpot(xMm: number, yMm: number, widthMm: number, heightMm: number): FramePixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(180);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [atX, atY] = [(x + 0.5 - 30) / 2 - xMm, (y + 0.5 - 2) / 2 - yMm];
      if (atX > 0 && atX < widthMm && atY > 0 && atY < heightMm)
        data.fill(255, (y * width + x) * 4, (y * width + x) * 4 + 4);
    }
  return { data, width, height };
}

/** 8 × 8 mm are 0.6 % of the page, and 3.5 % of the band in which its lines stand. */
const spot = [8, 8] as const;

test('a spot on a passport’s lines counts by what it hides of them, one beside them by what it hides of the page', () => {
  expect(lostToGlare(pageWithSpot(60, 73, ...spot), page, ID3.lines, true)).toBeGreaterThan(0.04);
  expect(lostToGlare(pageWithSpot(60, 40, ...spot), page, ID3.lines, true)).toBeLessThan(0.01);
  expect(lostToGlare(pageWithSpot(60, 73, 3, 3), page, ID3.lines, true)).toBeLessThan(0.02);
});

test('a spot on the lines of a card’s back counts by what it hides of them', () => {
  // Of these 88 mm the lines of a card's back take 53 to 85: 8 × 8 are 1.6 % of that.
  expect(lostToGlare(pageWithSpot(60, 58, ...spot), page, ID1.lines, true)).toBeGreaterThan(0.02);
  expect(lostToGlare(pageWithSpot(60, 40, ...spot), page, ID1.lines, true)).toBeLessThan(0.01);
});

test('a spot counts by what it hides of the page where nothing is known of lines', () => {
  expect(lostToGlare(pageWithSpot(60, 73, ...spot), page, null, true)).toBeLessThan(0.01);
});

test('counts glare that hides much of the page, wherever it is', () => {
  expect(lostToGlare(pageWithSpot(20, 5, 60, 40), page, ID3.lines, true)).toBeGreaterThan(0.15);
});

test('the lines may be on either side of a page that is not known to be upright', () => {
  const above = pageWithSpot(60, 7, ...spot);
  expect(lostToGlare(above, page, ID3.lines, true)).toBeLessThan(0.01);
  expect(lostToGlare(above, page, ID3.lines, false)).toBeGreaterThan(0.04);
});
