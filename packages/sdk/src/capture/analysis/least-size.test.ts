import { describe, expect, test } from 'vitest';
import type { CameraSubject } from '../../session/ports.ts';
import { leastSize } from './least-size.ts';

const of = (subject: CameraSubject, width: number, height: number, liesAcross = true) => {
  const { leastLongSidePx, isCoarse } = leastSize(subject, width, height, liesAcross);
  return [Math.round(leastLongSidePx), isCoarse];
};

describe('how large a document is to be', () => {
  test.each([
    ['PASSPORT', 905],
    ['NATIONAL_ID', 620],
    ['DRIVERS_LICENSE', 620],
    ['CARD', 620],
    ['BARS', 830],
  ] as const)('of a camera that shows enough: 18 px a character of a %s', (subject, leastPx) => {
    for (const [width, height] of [
      [1920, 1080],
      [1600, 1200],
    ] as const)
      expect(of(subject, width, height)).toEqual([leastPx, false]);
  });

  test('of a phone that is held upright: as large as fits across, or along', () => {
    expect(of('PASSPORT', 1080, 1920)).toEqual([886, false]);
    expect(of('PASSPORT', 1080, 1920, false)).toEqual([905, false]);
    expect(of('NATIONAL_ID', 1080, 1920)).toEqual([620, false]);
  });

  test('of a camera of 720 lines: a page that fills it is read', () => {
    expect(of('PASSPORT', 1280, 720)).toEqual([839, false]);
    expect(of('NATIONAL_ID', 1280, 720)).toEqual([620, false]);
    expect(of('BARS', 1280, 720)).toEqual([830, false]);
  });

  test('of a camera of 480 lines: a card that fills it is read, a page is not', () => {
    expect(of('NATIONAL_ID', 640, 480)).toEqual([525, false]);
    expect(of('BARS', 640, 480)).toEqual([525, false]);
    expect(of('PASSPORT', 640, 480)).toEqual([525, true]);
    expect(of('NATIONAL_ID', 320, 240)).toEqual([262, true]);
  });

  test('a page that stands upright in a wide frame is shown too small', () => {
    expect(of('PASSPORT', 1280, 720, false)).toEqual([590, true]);
  });

  test('a sheet fills what there is, and is never too small', () => {
    expect(of('SHEET', 640, 480)).toEqual([384, false]);
    expect(of('SHEET', 1080, 1920, false)).toEqual([864, false]);
  });
});
