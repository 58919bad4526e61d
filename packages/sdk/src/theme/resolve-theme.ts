import {
  cameraGrounds,
  defaultColours,
  formatColour,
  groundsOf,
  leastContrast,
  nearestPassingShade,
  parseColour,
  parseFontFamily,
  type Rgb,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
} from '@vendor/ui';
import type { ThemeFinding } from './finding.ts';
import { type FontChoice, parseFontUrl, parseFontWeight } from './font.ts';
import { parseLogoUrl } from './logo-url.ts';
import { derivePalette, type Palette } from './palette.ts';
import { type ColourName, type ReadValue, type Scheme, themeReader } from './read-theme.ts';

/** Limits of the service for a popup, in UTF-16 units; a logo may be a `data:` image. */
const MAX_LOGO_LENGTH = 100_000;
const MAX_URL_LENGTH = 2_000;

/** A theme that can be drawn: every value checked, every contrast sufficient. */
export interface ResolvedTheme {
  readonly palettes: Readonly<Record<Scheme, Palette>>;
  readonly logoUrls: Readonly<Record<Scheme, string | null>>;
  readonly font: FontChoice;
}

/** A theme that can be drawn, and the values that were ignored or replaced. */
export interface ThemeResolution {
  readonly theme: ResolvedTheme;
  readonly findings: readonly ThemeFinding[];
}

/**
 * Checks a theme's values, completes them with the defaults and repairs contrast: text under 4.5:1 becomes the nearest shade of
 * its hue with sufficient contrast, and the accent itself stays unchanged (the text on it is adjusted).
 *
 * @param config `theme` of the configuration, as given by the page.
 */
export function resolveTheme(config: unknown): ThemeResolution {
  const findings: ThemeFinding[] = [];
  const read = themeReader(config, (property) => findings.push({ kind: 'unusable', property }));
  const theme: ResolvedTheme = {
    palettes: {
      light: resolvePalette('light', read, findings),
      dark: resolvePalette('dark', read, findings),
    },
    logoUrls: {
      light: read('light.logoUrl', parseLogoUrl, MAX_LOGO_LENGTH),
      dark: read('dark.logoUrl', parseLogoUrl, MAX_LOGO_LENGTH),
    },
    font: {
      family: read('fontFamily', parseFontFamily),
      url: read('fontUrl', parseFontUrl, MAX_URL_LENGTH),
      weight: read('fontWeight', parseFontWeight),
    },
  };
  return { theme, findings };
}

/** Repairs the colours of one scheme, adds a finding for each replaced one, and derives all others. */
function resolvePalette(scheme: Scheme, read: ReadValue, findings: ThemeFinding[]): Palette {
  const defaults = defaultColours[scheme];
  const chosen = (name: ColourName) => read(`${scheme}.${name}`, parseColour) ?? defaults[name];
  const baseTextOnLight = chosen('baseTextOnLight');
  const baseTextOnDark = chosen('baseTextOnDark');
  const baseAccent = chosen('baseAccent');
  const baseOnAccent = chosen('baseOnAccent');

  const repair = (name: ColourName, colour: Rgb, grounds: readonly Rgb[], where: 'flow' | 'camera') => {
    const ratio = leastContrast(colour, grounds);
    if (ratio >= TEXT_CONTRAST) return colour;
    const shade = nearestPassingShade(colour, grounds, TEXT_CONTRAST);
    findings.push({
      kind: 'low-contrast',
      property: `${scheme}.${name}`,
      where,
      ratio,
      needed: TEXT_CONTRAST,
      replacement: formatColour(shade),
    });
    return shade;
  };
  const { surface, raised } = groundsOf(scheme, baseAccent);
  const accentRatio = leastContrast(baseAccent, [surface, raised]);
  if (accentRatio < SHAPE_CONTRAST) {
    findings.push({
      kind: 'faint-accent',
      property: `${scheme}.baseAccent`,
      ratio: accentRatio,
      needed: SHAPE_CONTRAST,
      outline: formatColour(nearestPassingShade(baseAccent, [surface, raised], SHAPE_CONTRAST)),
    });
  }
  const on = (other: Scheme) => Object.values(groundsOf(other, baseAccent));
  return derivePalette(scheme, {
    baseAccent,
    baseOnAccent: repair('baseOnAccent', baseOnAccent, [baseAccent], 'flow'),
    baseTextOnLight: repair('baseTextOnLight', baseTextOnLight, on('light'), 'flow'),
    // In a light scheme, only the camera has dark surfaces.
    baseTextOnDark:
      scheme === 'dark' ? repair('baseTextOnDark', baseTextOnDark, on('dark'), 'flow') : baseTextOnDark,
    textOverCamera: repair('baseTextOnDark', baseTextOnDark, cameraGrounds, 'camera'),
  });
}
