import { formatColour, parseColour, type Rgb } from './colour.ts';
import {
  contrastRatio,
  leastContrast,
  nearestPassingShade,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
} from './contrast.ts';
import type { ThemeFinding } from './finding.ts';
import { type FontChoice, parseFontFamily, parseFontUrl, parseFontWeight } from './font.ts';
import { parseLogoUrl } from './logo-url.ts';
import {
  type BaseColours,
  cameraGround,
  defaultColours,
  derivePalette,
  groundsOf,
  type Palette,
  type Scheme,
  surfaces,
} from './palette.ts';

/** A theme that can be drawn: every value checked, every contrast sufficient. */
export interface ResolvedTheme {
  readonly palettes: Readonly<Record<Scheme, Palette>>;
  readonly logoUrls: Readonly<Record<Scheme, string | null>>;
  readonly font: FontChoice;
}

/** A theme that can be drawn, and what had to be left out or replaced on the way. */
export interface ThemeResolution {
  readonly theme: ResolvedTheme;
  readonly findings: readonly ThemeFinding[];
}

/** Reads one value of the configuration: null when it is missing or cannot be used, which is then noted. */
type ReadValue = <T>(property: string, parse: (text: string) => T | null) => T | null;

/**
 * Checks a theme's values as data, fills the gaps with the defaults and repairs contrast: text under 4.5:1 becomes the
 * nearest shade of its hue that passes, the accent itself stays as it is (the text on it gives way).
 *
 * @param config `theme` of the configuration, as the page gave it.
 */
export function resolveTheme(config: unknown): ThemeResolution {
  const findings: ThemeFinding[] = [];
  const read: ReadValue = (property, parse) => {
    const value = valueAt(config, property);
    if (value === undefined || value === null) return null;
    const usable = typeof value === 'string' || typeof value === 'number' ? parse(String(value)) : null;
    if (usable === null) findings.push({ kind: 'unusable', property });
    return usable;
  };
  const palettes = {
    light: derivePalette('light', resolveColours('light', read, findings)),
    dark: derivePalette('dark', resolveColours('dark', read, findings)),
  };
  const theme: ResolvedTheme = {
    palettes,
    logoUrls: { light: read('light.logoUrl', parseLogoUrl), dark: read('dark.logoUrl', parseLogoUrl) },
    font: {
      family: read('fontFamily', parseFontFamily),
      url: read('fontUrl', parseFontUrl),
      weight: read('fontWeight', parseFontWeight),
    },
  };
  if (theme.font.url !== null) findings.push({ kind: 'unsupported', property: 'fontUrl' });
  return { theme, findings };
}

function resolveColours(scheme: Scheme, read: ReadValue, findings: ThemeFinding[]): BaseColours {
  const defaults = defaultColours[scheme];
  const chosen = (name: keyof BaseColours) => read(`${scheme}.${name}`, parseColour) ?? defaults[name];
  const baseAccent = chosen('baseAccent');
  const repair = (name: keyof BaseColours, grounds: readonly Rgb[]): Rgb => {
    const colour = chosen(name);
    const ratio = leastContrast(colour, grounds);
    if (ratio >= TEXT_CONTRAST) return colour;
    const shade = nearestPassingShade(colour, grounds, TEXT_CONTRAST);
    findings.push({
      kind: 'low-contrast',
      property: `${scheme}.${name}`,
      ratio,
      needed: TEXT_CONTRAST,
      replacement: formatColour(shade),
    });
    return shade;
  };
  const accentRatio = contrastRatio(baseAccent, surfaces[scheme].surface);
  if (accentRatio < SHAPE_CONTRAST) {
    findings.push({
      kind: 'faint-accent',
      property: `${scheme}.baseAccent`,
      ratio: accentRatio,
      needed: SHAPE_CONTRAST,
    });
  }
  return {
    baseAccent,
    baseOnAccent: repair('baseOnAccent', [baseAccent]),
    baseTextOnLight: repair('baseTextOnLight', Object.values(groundsOf('light', baseAccent))),
    baseTextOnDark: repair('baseTextOnDark', [cameraGround, ...Object.values(groundsOf('dark', baseAccent))]),
  };
}

/** The value at a path such as `light.baseAccent`, own members only. */
function valueAt(config: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.keys(value).includes(name) ? Reflect.get(value, name) : undefined;
  }, config);
}
