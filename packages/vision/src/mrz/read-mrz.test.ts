import { drawMrzFrame, type MrzFrame, type MrzHardship } from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { GrayImage } from '../image.ts';
import { readMrz } from './read-mrz.ts';

// A frame takes a third of a second to draw and read; on a machine busy with other suites it may take far longer.
vi.setConfig({ testTimeout: 30_000 });

const FORMATS = ['TD1', 'TD2', 'TD3'] as const;
const HARDSHIPS: readonly MrzHardship[] = ['bend', 'motion', 'glare', 'tilt'];

function picture(width: number, height: number, value: (x: number, y: number) => number): GrayImage {
  return {
    data: Uint8Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width))),
    width,
    height,
  };
}

/** A frame turned by quarter turns, clockwise. */
function turned({ data, width, height }: GrayImage): GrayImage {
  return picture(height, width, (x, y) => data[(height - 1 - x) * width + y]!);
}

/** A sequence without a pattern. */
function noise(x: number, y: number): number {
  return Math.imul(Math.imul(x + 1, 0x9e3779b1) ^ (y + 7), 0x85ebca6b) >>> 24;
}

function largestCornerError(frame: MrzFrame, outline: readonly { x: number; y: number }[]): number {
  return Math.max(...frame.outline.map(({ x, y }, i) => Math.hypot(outline[i]!.x - x, outline[i]!.y - y)));
}

describe('readMrz', () => {
  it.each(Array.from({ length: 6 }, (_, i) => [FORMATS[i % 3]!, 31 + i] as const))(
    'reads a %s of the ordinary set (seed %i)',
    async (format, seed) => {
      const frame = await drawMrzFrame({ seed, format, framing: 'close', pitchPx: 15 + (seed % 5) });
      const reading = readMrz(frame.image);
      expect(reading?.lines).toEqual(frame.lines);
      expect(reading?.accepted).toBe(true);
    },
  );

  it.each(HARDSHIPS.flatMap((hardship, i) => [[hardship, FORMATS[i % 3]!, 80 + i] as const]))(
    'reads through %s (%s)',
    async (hardship, format, seed) => {
      const frame = await drawMrzFrame({ seed, format, hardship, framing: 'close', pitchPx: 18 });
      expect(readMrz(frame.image)?.lines).toEqual(frame.lines);
    },
  );

  it('finds the zone anywhere in a camera frame and says where and how large it is', async () => {
    const frame = await drawMrzFrame({ seed: 9, format: 'TD3', pitchPx: 19 });
    const reading = readMrz(frame.image)!;
    expect(reading.lines).toEqual(frame.lines);
    expect(reading.pitchPx).toBeCloseTo(19, 0);
    expect(largestCornerError(frame, reading.outline)).toBeLessThan(19);
    expect(reading.format).toBe('TD3');
  });

  it('reads a document that lies on its side or upside down', async () => {
    const frame = await drawMrzFrame({ seed: 14, format: 'TD1', framing: 'close', pitchPx: 16 });
    const quarter = turned(frame.image);
    const half = turned(quarter);
    for (const image of [quarter, half]) expect(readMrz(image)?.lines).toEqual(frame.lines);
  });

  it('reads large characters as well as small ones', async () => {
    const frame = await drawMrzFrame({ seed: 21, format: 'TD1', framing: 'close', pitchPx: 40 });
    const reading = readMrz(frame.image);
    expect(reading?.lines).toEqual(frame.lines);
    expect(reading!.pitchPx).toBeGreaterThan(37);
  });

  it('does not take a passport whose lines end in glare for a card', async () => {
    const frame = await drawMrzFrame({ seed: 500_398, hardship: 'glare' });
    expect(frame.format).toBe('TD3');
    expect(readMrz(frame.image)?.accepted ?? false).toBe(false);
  });

  it('does not accept a zone that is too small to be read', async () => {
    const frame = await drawMrzFrame({ seed: 3, format: 'TD2', framing: 'close', pitchPx: 5 });
    expect(readMrz(frame.image)?.accepted ?? false).toBe(false);
  });
});

describe('readMrz on what is no document', () => {
  it.each([
    ['nothing', picture(0, 0, () => 0)],
    ['one pixel', picture(1, 1, () => 0)],
    ['a line of pixels', picture(900, 3, noise)],
    ['a blank picture', picture(640, 360, () => 200)],
    ['noise', picture(640, 360, noise)],
    ['stripes', picture(640, 360, (x) => ((x >> 2) & 1) * 200)],
    ['a chessboard', picture(640, 360, (x, y) => (((x >> 3) + (y >> 3)) & 1) * 255)],
    ['rows of boxes', picture(640, 360, (x, y) => (x % 12 < 7 && y % 24 < 11 ? 20 : 220))],
    ['a black picture with one white pixel', picture(640, 360, (x, y) => (x === 300 && y === 200 ? 255 : 0))],
  ])('accepts nothing in %s', (_, image) => {
    expect(readMrz(image)?.accepted ?? false).toBe(false);
  });

  it('accepts nothing in any small picture, and never throws', () => {
    const pixels = fc.uint8Array({ minLength: 48 * 32, maxLength: 48 * 32 });
    fc.assert(
      fc.property(pixels, (data) => {
        expect(readMrz({ data, width: 48, height: 32 })?.accepted ?? false).toBe(false);
      }),
      { numRuns: 40, seed: 1 },
    );
  });
});
