import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatColour, parseColour, type Rgb, rgbToHsl } from './colour.ts';
import { contrastRatio, luminance, nearestPassingShade } from './contrast.ts';

const colour = (text: string): Rgb => parseColour(text)!;
const white = colour('#fff');
const black = colour('#000');

describe('contrastRatio', () => {
  // The ratios are those of the worked examples and the extremes in WCAG 2.1's definition.
  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#fff', 1],
    ['#767676', '#fff', 4.54],
    ['#777777', '#fff', 4.48],
    ['#0000ff', '#fff', 8.59],
    ['#ff0000', '#fff', 4],
  ])('computes the contrast of %s and %s as %d', (one, other, ratio) => {
    expect(contrastRatio(colour(one), colour(other))).toBeCloseTo(ratio, 2);
    expect(contrastRatio(colour(other), colour(one))).toBeCloseTo(ratio, 2);
  });
});

it('computes the luminance of white as 1 and of black as 0', () => {
  expect(luminance(white)).toBeCloseTo(1, 10);
  expect(luminance(black)).toBe(0);
});

describe('nearestPassingShade', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const anyColour = fc.record({ r: byte, g: byte, b: byte });

  it('returns a passing colour unchanged', () => {
    expect(nearestPassingShade(colour('#1a2b3c'), [white], 4.5)).toEqual(colour('#1a2b3c'));
  });

  it('keeps the hue of a colour that does not pass', { tags: ['DSDK-43'] }, () => {
    const shade = nearestPassingShade(colour('#7fb2ff'), [white], 4.5);
    expect(rgbToHsl(shade).h).toBeCloseTo(rgbToHsl(colour('#7fb2ff')).h, 0);
    expect(contrastRatio(shade, white)).toBeGreaterThanOrEqual(4.5);
  });

  it('changes the lightness no more than necessary', { tags: ['DSDK-43'] }, () => {
    const shade = nearestPassingShade(colour('#888'), [white], 4.5);
    expect(contrastRatio(shade, white)).toBeLessThan(4.7);
  });

  it('finds a shade that passes on any one background, also after it is formatted', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (text, ground) => {
        const written = colour(formatColour(nearestPassingShade(text, [ground], 4.5)));
        expect(contrastRatio(written, ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('returns the better of black and white when no shade passes', () => {
    const grey = colour('#777');
    expect([white, black]).toContainEqual(nearestPassingShade(grey, [white, black, grey], 4.5));
  });
});
