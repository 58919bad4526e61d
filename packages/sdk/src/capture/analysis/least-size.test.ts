import { describe, expect, test } from 'vitest';
import type { CameraSubject } from '../../session/ports.ts';
import { ID1, ID2, ID3, matchForm } from './document-form.ts';
import { requiredSize } from './least-size.ts';

const along = (degrees: number) => ({
  x: 50 * Math.cos((degrees * Math.PI) / 180),
  y: 50 * Math.sin((degrees * Math.PI) / 180),
});

/** Returns the minimum size of a document in the first of its forms, rotated by an angle. */
function of(subject: CameraSubject, widthPx: number, heightPx: number, degrees = 0) {
  const form = subject === 'PASSPORT' || subject === 'SHEET' ? ID3 : ID1;
  const size = requiredSize(subject, form, { widthPx, heightPx }, along(degrees));
  return [Math.round(size.leastLongSidePx), size.isCoarse];
}

describe('the required size of a document', () => {
  test.each([
    ['PASSPORT', 905],
    ['NATIONAL_ID', 620],
    ['DRIVERS_LICENSE', 620],
    ['CARD', 620],
    ['BARS', 830],
  ] as const)(
    'asks for the size that the print of a %s needs if the camera has enough resolution',
    (subject, leastPx) => {
      for (const [width, height] of [
        [1920, 1080],
        [1600, 1200],
      ] as const)
        expect(of(subject, width, height)).toEqual([leastPx, false]);
    },
  );

  test('asks for the largest document that fits a phone held upright, in either orientation', () => {
    expect(of('PASSPORT', 1080, 1920)).toEqual([886, false]);
    expect(of('PASSPORT', 1080, 1920, 90)).toEqual([905, false]);
    expect(of('NATIONAL_ID', 1080, 1920)).toEqual([620, false]);
  });

  test('accepts a page that fills a camera of 720 lines', () => {
    expect(of('PASSPORT', 1280, 720)).toEqual([839, false]);
    expect(of('NATIONAL_ID', 1280, 720)).toEqual([620, false]);
    expect(of('BARS', 1280, 720)).toEqual([830, false]);
  });

  test('accepts a card that fills a camera of 480 lines, but no page', () => {
    expect(of('NATIONAL_ID', 640, 480)).toEqual([525, false]);
    expect(of('BARS', 640, 480)).toEqual([525, false]);
    expect(of('PASSPORT', 640, 480)).toEqual([525, true]);
    expect(of('NATIONAL_ID', 320, 240)).toEqual([262, true]);
  });

  test('reports an upright page in a wide frame as too coarse', () => {
    expect(of('PASSPORT', 1280, 720, 90)).toEqual([590, true]);
  });

  test('asks for a larger picture of a larger card', () => {
    const frame = { widthPx: 1920, heightPx: 1080 };
    expect(Math.round(requiredSize('NATIONAL_ID', ID2, frame, along(0)).leastLongSidePx)).toBe(760);
  });

  test('accepts a smaller rotated document if it is legible and cannot be larger at that angle', () => {
    expect([0, 3, -3, 6, 20].map((degrees) => of('PASSPORT', 1280, 720, degrees)[0])).toEqual([
      839, 782, 782, 755, 755,
    ]);
    expect([0, 8, 20].map((degrees) => of('PASSPORT', 1920, 1080, degrees)[0])).toEqual([905, 905, 882]);
    // The minimum stays, because barcode modules must be resolved.
    expect(of('BARS', 1280, 720, 20)[0]).toBe(830);
    // The page would be legible if it were level, so the camera is not too coarse.
    expect(of('PASSPORT', 1280, 720, 30)).toEqual([755, false]);
  });

  test('asks to level a rotated document that would not fit at the required size', () => {
    const isAskew = (widthPx: number, heightPx: number, degrees: number) =>
      requiredSize('PASSPORT', ID3, { widthPx, heightPx }, along(degrees)).isAskew;
    expect([-8, 0, 8, 12].map((degrees) => isAskew(1280, 720, degrees))).toEqual(Array(4).fill(false));
    expect([-14, 14, 166, 194].map((degrees) => isAskew(1280, 720, degrees))).toEqual(Array(4).fill(true));
    // An upright page cannot be larger than a slightly rotated one.
    expect([88, 90, 92].map((degrees) => isAskew(1280, 720, degrees))).toEqual(Array(3).fill(false));
    expect([0, 8, 18].map((degrees) => isAskew(1920, 1080, degrees))).toEqual([false, false, false]);
  });

  test('asks for a sheet that fills the frame, and never reports it as too coarse', () => {
    expect(of('SHEET', 640, 480)).toEqual([384, false]);
    expect(of('SHEET', 1080, 1920, 90)).toEqual([864, false]);
  });
});

describe('the form of a document', () => {
  test.each<[CameraSubject, number, typeof ID1, boolean]>([
    ['PASSPORT', 1.42, ID3, true],
    ['PASSPORT', 1.5, ID3, true],
    ['PASSPORT', 1.34, ID3, true],
    ['PASSPORT', 1.54, ID3, false],
    ['PASSPORT', 1.31, ID3, false],
    ['NATIONAL_ID', 1.586, ID1, true],
    ['NATIONAL_ID', 1.43, ID2, true],
    ['BACK', 1.42, ID2, true],
    ['RESIDENT_PERMIT', 1.75, ID1, false],
    ['NATIONAL_ID', 1.25, ID2, false],
    ['BARS', 1.42, ID1, false],
    ['CARD', 1.6, ID1, true],
    ['DRIVERS_LICENSE', 1.2, ID1, true],
    ['SHEET', 1.41, ID3, true],
    ['SHEET', 3, ID3, true],
  ])('recognizes the form of a %s with an aspect ratio of %f', (subject, ratio, form, fits) => {
    expect(matchForm(subject, ratio)).toEqual({ form, fits });
  });
});
