import { mix, parseColour, type Rgb } from './colour.ts';
import {
  contrastRatio,
  leastContrast,
  nearestPassingShade,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
  WHITE,
} from './contrast.ts';

/** Colour scheme requested by the user's system or browser. */
export type Scheme = 'light' | 'dark';

/** Colours that a theme chooses for each scheme. */
export type ColourName = 'baseTextOnLight' | 'baseTextOnDark' | 'baseAccent' | 'baseOnAccent';

/** Background colours of text in the flow. */
export interface Grounds {
  readonly surface: Rgb;
  /** Background of raised elements. */
  readonly raised: Rgb;
  /** Subtle background in the accent's hue. */
  readonly tint: Rgb;
}

/** Base background of each scheme. */
export const surfaces = { light: WHITE, dark: rgb('#12151d') } as const;

/** Background of the camera screens, dark in both schemes. */
export const cameraGround = rgb('#0b0d12');

/** Backgrounds of text on the camera screens: the camera background, and the scrim of viewfinder.css over a white picture. */
export const cameraGrounds: readonly Rgb[] = [cameraGround, mix(WHITE, rgb('#080b14'), 0.66)];

/** Colours of a theme without choices. */
export const defaultColours: Readonly<Record<Scheme, Readonly<Record<ColourName, Rgb>>>> = {
  light: {
    baseTextOnLight: rgb('#131a2b'),
    baseTextOnDark: rgb('#f3f5fa'),
    baseAccent: rgb('#2251d1'),
    baseOnAccent: WHITE,
  },
  dark: {
    baseTextOnLight: rgb('#131a2b'),
    baseTextOnDark: rgb('#edf0f7'),
    baseAccent: rgb('#8cabff'),
    baseOnAccent: rgb('#0c1636'),
  },
};

/**
 * Returns the backgrounds of text in a scheme. Mixes in a little of the accent, so that greys match the theme, and more of a
 * faint accent until the difference is visible.
 */
export function groundsOf(scheme: Scheme, accent: Rgb): Grounds {
  const surface = surfaces[scheme];
  const isLight = scheme === 'light';
  // A dark accent is invisible on a dark surface, so its lighter shade is used.
  const hue = isLight ? accent : nearestPassingShade(accent, [surface], SHAPE_CONTRAST);
  const tinted = (share: number, minRatio: number): Rgb => {
    const ground = mix(surface, hue, share);
    return share > 0.5 || contrastRatio(ground, surface) >= minRatio
      ? ground
      : tinted(share + 0.05, minRatio);
  };
  return { surface, raised: tinted(isLight ? 0.045 : 0.09, 1.04), tint: tinted(isLight ? 0.09 : 0.16, 1.1) };
}

/** Colours chosen for one scheme; missing ones have defaults. */
export type ChosenColours = Readonly<Partial<Record<ColourName, Rgb>>>;

/** Pair of colours that meet on a screen of the flow, with its contrast and the minimum of WCAG 2.1 AA. */
export interface ColourPair {
  readonly name: 'text' | 'textOverCamera' | 'onAccent' | 'accent';
  readonly ratio: number;
  readonly needed: number;
}

/**
 * Measures the pairs of colours of a scheme that users must be able to distinguish. A pair below its minimum must not be shown.
 */
export function measurePairs(scheme: Scheme, chosen: ChosenColours): ColourPair[] {
  const colours = { ...defaultColours[scheme], ...chosen };
  const accent = colours.baseAccent;
  const { surface, raised, tint } = groundsOf(scheme, accent);
  const text = scheme === 'light' ? colours.baseTextOnLight : colours.baseTextOnDark;
  return [
    { name: 'text', ratio: leastContrast(text, [surface, raised, tint]), needed: TEXT_CONTRAST },
    { name: 'onAccent', ratio: contrastRatio(colours.baseOnAccent, accent), needed: TEXT_CONTRAST },
    { name: 'accent', ratio: leastContrast(accent, [surface, raised]), needed: SHAPE_CONTRAST },
    {
      name: 'textOverCamera',
      ratio: leastContrast(colours.baseTextOnDark, cameraGrounds),
      needed: TEXT_CONTRAST,
    },
  ];
}

/** Parses a colour constant of the source code, such as `#2251d1`. */
export function rgb(hex: string): Rgb {
  return parseColour(hex) ?? { r: 0, g: 0, b: 0 };
}
