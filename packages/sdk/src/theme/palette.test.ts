import { contrastRatio, formatColour, mix, parseColour, type Rgb } from '@vendor/ui';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Palette } from './palette.ts';
import type { Scheme } from './read-theme.ts';
import { resolveTheme } from './resolve-theme.ts';

const schemes: readonly Scheme[] = ['light', 'dark'];
const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };
/** The scrim around the window, which is the background of the camera's text, over the brightest and the darkest picture. */
const scrim = { ...parseColour('#080b14')!, opacity: 0.66 };
const pill = { ...parseColour('#0c0f18')!, opacity: 0.88 };
const over = ({ opacity, ...colour }: typeof scrim, picture: Rgb) => mix(picture, colour, opacity);

/** Returns all pairs of a foreground and its background, for text and for shapes that carry meaning. */
function listPairs(palette: Palette) {
  const on = (least: number, roles: readonly (keyof Palette)[], ground: string, grounds: readonly Rgb[]) =>
    roles.flatMap((role) =>
      grounds.map((behind) => ({ role, ground, colour: palette[role], behind, least })),
    );
  const { surface, raised, tint, accent, accentPressed, ground } = palette;
  const texts = ['text', 'quiet', 'accentText', 'success', 'caution', 'danger'] as const;
  const camera = [
    ground,
    ...[white, black].flatMap((picture) => [over(scrim, picture), over(pill, picture)]),
  ];
  return [
    ...on(4.5, texts, 'the grounds', [surface, raised, tint]),
    ...on(4.5, ['onAccent'], 'accent', [accent, accentPressed]),
    ...on(4.5, ['textOnDark'], 'camera', camera),
    ...on(3, ['accentEdge'], 'surface and raised', [surface, raised]),
    ...on(3, ['onTable'], 'camera', [ground, over(scrim, white)]),
    ...on(3, ['onTable', 'flaw'], 'table', [palette.table]),
    ...on(3, ['caution'], 'its tint', [palette.cautionTint]),
    ...on(3, ['danger'], 'its tint', [palette.dangerTint]),
    ...on(3, ['surface'], 'success', [palette.success]),
  ];
}

/** Rounds a colour to its value in the style sheet. */
const rounded = (colour: Rgb): Rgb => parseColour(formatColour(colour))!;

function listFailures(palette: Palette): string[] {
  return listPairs(palette)
    .filter(({ colour, behind, least }) => contrastRatio(rounded(colour), rounded(behind)) < least)
    .map(({ role, ground }) => `${role} on ${ground}`);
}

describe.each(schemes)('the %s palette', (scheme) => {
  it('reaches sufficient contrast by default, without any repair', () => {
    const { theme, findings } = resolveTheme(undefined);
    expect(findings).toEqual([]);
    expect(listFailures(theme.palettes[scheme])).toEqual([]);
  });

  it('stays readable with any colours of a theme', {
    tags: ['S4.5-15', 'S4.5-17', 'DSDK-43', 'DSDK-45'],
  }, () => {
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
        expect(listFailures(resolveTheme({ [scheme]: colours }).theme.palettes[scheme])).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
