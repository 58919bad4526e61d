import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatColour, parseColour, type Rgb } from './colour.ts';
import { contrastRatio } from './contrast.ts';
import type { Palette, Scheme } from './palette.ts';
import { resolveTheme } from './resolve-theme.ts';

const schemes: readonly Scheme[] = ['light', 'dark'];

/** Every pair of colours that stand on each other as text, and as shapes that carry meaning. */
function pairsOf(palette: Palette) {
  const grounds = (['surface', 'raised', 'tint'] as const).map((role) => [role, palette[role]] as const);
  const texts = ['text', 'quiet', 'accentText', 'success', 'caution', 'danger'] as const;
  return [
    ...texts.flatMap((role) =>
      grounds.map(([on, ground]) => ({ role, on, colour: palette[role], ground, least: 4.5 })),
    ),
    ...grounds.map(([on, ground]) => ({ role: 'outline', on, colour: palette.outline, ground, least: 3 })),
    { role: 'onAccent', on: 'accent', colour: palette.onAccent, ground: palette.accent, least: 4.5 },
    { role: 'accentEdge', on: 'surface', colour: palette.accentEdge, ground: palette.surface, least: 3 },
    { role: 'onTable', on: 'camera', colour: palette.onTable, ground: palette.ground, least: 3 },
    { role: 'textOnDark', on: 'camera', colour: palette.textOnDark, ground: palette.ground, least: 4.5 },
  ];
}

/** The colour as the style sheet writes it. */
const written = (colour: Rgb): Rgb => parseColour(formatColour(colour))!;

function failuresIn(palette: Palette): string[] {
  return pairsOf(palette)
    .filter(({ colour, ground, least }) => contrastRatio(written(colour), written(ground)) < least)
    .map(({ role, on }) => `${role} on ${on}`);
}

describe.each(schemes)('the %s palette', (scheme) => {
  it('is readable by default, without any repair', () => {
    const { theme, findings } = resolveTheme(undefined);
    expect(findings).toEqual([]);
    expect(failuresIn(theme.palettes[scheme])).toEqual([]);
  });

  it('stays readable whatever colours a theme chooses', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const hex = fc.record({ r: byte, g: byte, b: byte }).map(formatColour);
    const config = fc.record({
      baseTextOnLight: hex,
      baseTextOnDark: hex,
      baseAccent: hex,
      baseOnAccent: hex,
    });
    fc.assert(
      fc.property(config, (colours) => {
        expect(failuresIn(resolveTheme({ [scheme]: colours }).theme.palettes[scheme])).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
