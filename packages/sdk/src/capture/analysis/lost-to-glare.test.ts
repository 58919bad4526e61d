import type { Quad } from '@vendor/vision';
import { expect, test } from 'vitest';
import type { FramePixels } from '../../session/ports.ts';
import { ID1, ID3 } from './document-form.ts';
import { lostToGlare } from './lost-to-glare.ts';

const [width, height] = [320, 180];
/** A page of 250 × 176 pixels: two per millimetre of a passport. */
const page: Quad = [
  { x: 30, y: 2 },
  { x: 280, y: 2 },
  { x: 280, y: 178 },
  { x: 30, y: 178 },
];

/** Draws the page with a reflection, positioned in millimetres of a passport from the upper left corner. */
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

/** 8 × 8 mm are 0.6 % of the page, and 3.5 % of the band with its machine-readable lines. */
const spot = [8, 8] as const;

test('measures glare on a passport’s lines against those, and glare elsewhere against the page', () => {
  expect(lostToGlare(pageWithSpot(60, 73, ...spot), page, ID3.lines, true)).toBeGreaterThan(0.04);
  expect(lostToGlare(pageWithSpot(60, 40, ...spot), page, ID3.lines, true)).toBeLessThan(0.01);
  expect(lostToGlare(pageWithSpot(60, 73, 3, 3), page, ID3.lines, true)).toBeLessThan(0.02);
});

test('measures glare on the lines of a card’s back against those', () => {
  // The lines of a card's back occupy 53 to 85 of these 88 mm: 8 × 8 mm are 1.6 % of that.
  expect(lostToGlare(pageWithSpot(60, 58, ...spot), page, ID1.lines, true)).toBeGreaterThan(0.02);
  expect(lostToGlare(pageWithSpot(60, 40, ...spot), page, ID1.lines, true)).toBeLessThan(0.01);
});

test('measures glare against the page if the position of the lines is unknown', () => {
  expect(lostToGlare(pageWithSpot(60, 73, ...spot), page, null, true)).toBeLessThan(0.01);
});

test('counts glare that covers a large part of the page, wherever it is', () => {
  expect(lostToGlare(pageWithSpot(20, 5, 60, 40), page, ID3.lines, true)).toBeGreaterThan(0.15);
});

test('looks for the lines at both ends of a page that may be upside down', () => {
  const above = pageWithSpot(60, 7, ...spot);
  expect(lostToGlare(above, page, ID3.lines, true)).toBeLessThan(0.01);
  expect(lostToGlare(above, page, ID3.lines, false)).toBeGreaterThan(0.04);
});
