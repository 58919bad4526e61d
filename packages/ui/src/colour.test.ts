import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatColour, hslToRgb, mix, parseColour, rgbToHsl } from './colour.ts';

describe('parseColour', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#1a2B3c', '#1a2b3c'],
    [' #000 ', '#000000'],
    ['rgb(255, 128, 0)', '#ff8000'],
    ['rgb(255 128 0)', '#ff8000'],
    ['RGB(300,-5,0)', '#ff0000'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsl(-240deg 100% 25%)', '#008000'],
    ['hsl(480, 100%, 25%)', '#008000'],
    ['#fd0f', '#ffdd00'],
    ['#FFD200FF', '#ffd200'],
    ['rgb(100% 50% 0%)', '#ff8000'],
    ['rgba(255, 128, 0, 1)', '#ff8000'],
    ['rgb(127.5 0 0 / 100%)', '#800000'],
    ['hsla(120deg 100% 25% / 1)', '#008000'],
  ])('parses the colour %s', (text, hex) => {
    expect(formatColour(parseColour(text)!)).toBe(hex);
  });

  it.each([
    '',
    'red',
    '#fff8',
    '#fffff',
    '#12345678',
    'rgba(0, 0, 0, 0.5)',
    'rgb(0 0 0 / 50%)',
    'rgb(50%, 1, 2)',
    'hsl(50% 50% 50%)',
    'rgb(1, 2)',
    'hsl(0, 1, 2)',
    'var(--x)',
    'url(https://example.com/a.png)',
    '#fff;}body{display:none',
    'rgb(0,0,0)}*{color:red',
    'expression(alert(1))',
  ])('rejects %j as a colour', { tags: ['DSDK-96'] }, (text) => {
    expect(parseColour(text)).toBeNull();
  });

  it('returns three parts of 0 to 255, or null, for any input', () => {
    const part = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const written = fc.tuple(part, part, part).map((parts) => `rgb(${parts.join(', ')})`);
    fc.assert(
      fc.property(fc.oneof(written, fc.string()), (text) => {
        const colour = parseColour(text);
        expect(colour === null || /^#[0-9a-f]{6}$/.test(formatColour(colour))).toBe(true);
      }),
    );
  });
});

it('converts to HSL and back without loss', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, (r, g, b) => {
      expect(formatColour(hslToRgb(rgbToHsl({ r, g, b })))).toBe(formatColour({ r, g, b }));
    }),
  );
});

it('mixes in proportion to the share', () => {
  expect(mix({ r: 0, g: 100, b: 200 }, { r: 100, g: 200, b: 100 }, 0.25)).toEqual({ r: 25, g: 125, b: 175 });
});
