import { contrastRatio, formatColour } from '@vendor/ui';
import { describe, expect, it } from 'vitest';
import { checkTheme } from './check-theme.ts';
import { resolveTheme } from './resolve-theme.ts';

describe('resolveTheme', () => {
  it('uses valid values as given and defaults for the rest, per scheme', { tags: ['DSDK-95'] }, () => {
    const { theme, findings } = resolveTheme({ light: { baseAccent: '#7a1fa2', baseOnAccent: '#fff' } });
    expect(findings).toEqual([]);
    expect(formatColour(theme.palettes.light.accent)).toBe('#7a1fa2');
    expect(theme.palettes.dark).toEqual(resolveTheme(undefined).theme.palettes.dark);
  });

  it('uses every colour with sufficient contrast exactly as given', {
    tags: ['S4.5-12', 'S4.5-13', 'S4.5-14', 'S4.5-15'],
  }, () => {
    const light = {
      baseTextOnLight: '#102030',
      baseTextOnDark: '#f0e0d0',
      baseAccent: '#7a1fa2',
      baseOnAccent: '#fafafa',
    };
    const { theme, findings } = resolveTheme({ light });
    const { text, textOnDark, accent, onAccent } = theme.palettes.light;
    expect([text, textOnDark, accent, onAccent].map(formatColour)).toEqual(Object.values(light));
    expect(findings).toEqual([]);
  });

  it('replaces a text colour with low contrast by a shade of its hue, and reports it', {
    tags: ['S4.5-17', 'DSDK-43'],
  }, () => {
    const { theme, findings } = resolveTheme({ light: { baseTextOnLight: '#9aa0a6' } });
    expect(findings).toEqual([
      {
        kind: 'low-contrast',
        property: 'light.baseTextOnLight',
        where: 'flow',
        ratio: expect.closeTo(2.4, 0),
        needed: 4.5,
        replacement: formatColour(theme.palettes.light.text),
      },
    ]);
  });

  it('keeps the accent, and adjusts the text on it', { tags: ['S4.5-14', 'DSDK-44'] }, () => {
    const { theme, findings } = resolveTheme({ light: { baseAccent: '#ffd200', baseOnAccent: '#ffffff' } });
    expect(formatColour(theme.palettes.light.accent)).toBe('#ffd200');
    expect(findings.map(({ kind, property }) => [kind, property])).toEqual([
      ['faint-accent', 'light.baseAccent'],
      ['low-contrast', 'light.baseOnAccent'],
    ]);
  });

  it('computes contrast after merging: checks a chosen accent against the default text on it', {
    tags: ['DSDK-120'],
  }, () => {
    const lowContrastOf = (light: Record<string, string>) =>
      resolveTheme({ light })
        .findings.filter(({ kind }) => kind === 'low-contrast')
        .map(({ property }) => property);
    expect(lowContrastOf({ baseAccent: '#ffd200' })).toEqual(['light.baseOnAccent']);
    expect(lowContrastOf({ baseAccent: '#ffd200', baseOnAccent: '#000000' })).toEqual([]);
  });

  it('gives a faint accent a visible edge', { tags: ['DSDK-45'] }, () => {
    const { palettes } = resolveTheme({ light: { baseAccent: '#ffd200' } }).theme;
    expect(palettes.light.accentEdge).not.toEqual(palettes.light.accent);
    expect(palettes.dark.accentEdge).toEqual(palettes.dark.accent);
  });

  it('checks text on dark surfaces over the brightest camera picture as well, in both schemes', {
    tags: ['DSDK-43'],
  }, () => {
    const { theme, findings } = resolveTheme({
      light: { baseTextOnDark: '#a0a8b0' },
      dark: { baseTextOnDark: '#a0a8b0' },
    });
    const { light, dark } = theme.palettes;
    expect(findings).toEqual(
      [light, dark].map(({ textOnDark }, i) => ({
        kind: 'low-contrast',
        property: `${['light', 'dark'][i]}.baseTextOnDark`,
        where: 'camera',
        ratio: expect.closeTo(2.8, 0),
        needed: 4.5,
        replacement: formatColour(textOnDark),
      })),
    );
    expect(formatColour(dark.text)).toBe('#a0a8b0');
  });

  it('keeps the backgrounds derived from a faint accent visible', () => {
    const grounds = (scheme: 'light' | 'dark', baseAccent: string) => {
      const { surface, raised, tint } = resolveTheme({ [scheme]: { baseAccent } }).theme.palettes[scheme];
      return [contrastRatio(raised, surface), contrastRatio(tint, surface)];
    };
    for (const [raised, tint] of [grounds('light', '#e8d5f5'), grounds('dark', '#06302b')]) {
      expect(raised).toBeGreaterThan(1.03);
      expect(tint).toBeGreaterThan(1.09);
    }
  });

  it('ignores and reports malformed colours, addresses, families and weights', {
    tags: ['DSDK-48', 'DSDK-96'],
  }, () => {
    const { theme, findings } = resolveTheme({
      light: { baseAccent: 'red;}', logoUrl: 'javascript:alert(1)' },
      dark: { baseAccent: { toString: () => '#fff' }, logoUrl: 7 },
      fontFamily: '"Evil", url(x)',
      fontUrl: 'https://fonts.googleapis.com.example.com/css',
      fontWeight: 'heavy',
    });
    expect(findings).toEqual(
      [
        'light.baseAccent',
        'dark.baseAccent',
        'light.logoUrl',
        'dark.logoUrl',
        'fontFamily',
        'fontUrl',
        'fontWeight',
      ].map((property) => ({ kind: 'unusable', property })),
    );
    expect(theme).toEqual(resolveTheme(undefined).theme);
  });

  it.each([null, [], { light: null, dark: undefined }])('treats %j as an empty theme', (config) => {
    expect(resolveTheme(config)).toEqual(resolveTheme(undefined));
  });
});

it.each([
  ['dark', ''],
  [7, ''],
  [{ light: {}, dark: 'x' }, 'dark'],
  [{ light: [7].values, dark: {} }, 'light'],
])('reports %j as unusable', (config, property) => {
  const { theme, findings } = resolveTheme(config);
  expect(theme).toEqual(resolveTheme(undefined).theme);
  expect(findings).toEqual([{ kind: 'unusable', property }]);
});

it('returns the same findings from checkTheme as in the flow', { tags: ['DSDK-47', 'DSDK-80'] }, async () => {
  const theme = { light: { baseAccent: '#ffd200', baseOnAccent: '#fff' }, fontWeight: 'heavy' };
  expect(checkTheme(theme)).toBeInstanceOf(Promise);
  expect(await checkTheme(theme)).toEqual(resolveTheme(theme).findings);
  expect(await checkTheme(theme)).toHaveLength(3);
  expect(await checkTheme({})).toEqual([]);
});
