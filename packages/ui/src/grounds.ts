import { mix, parseColour, type Rgb } from './colour.ts';
import {
  contrastRatio,
  leastContrast,
  nearestPassingShade,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
  WHITE,
} from './contrast.ts';

/** A colour scheme, as the user's system or browser asks for it. */
export type Scheme = 'light' | 'dark';

/** The colours that a theme chooses for each scheme. */
export type ColourName = 'baseTextOnLight' | 'baseTextOnDark' | 'baseAccent' | 'baseOnAccent';

/** Grounds of text in the flow. */
export interface Grounds {
  readonly surface: Rgb;
  /** Ground of what stands out from the surface. */
  readonly raised: Rgb;
  /** A quiet ground of the accent's hue. */
  readonly tint: Rgb;
}

/** The ground everything stands on. */
export const surfaces = { light: WHITE, dark: rgb('#12151d') } as const;

/** The ground of the camera screens, dark in both schemes. */
export const cameraGround = rgb('#0b0d12');

/** Grounds of text on the camera screens: the ground, or the scrim of viewfinder.css over a white picture. */
export const cameraGrounds: readonly Rgb[] = [cameraGround, mix(WHITE, rgb('#080b14'), 0.66)];

/** Colours of a theme that chooses nothing. */
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
 * Grounds of text in a scheme. They take a breath of the accent, so that greys belong to the theme, and as much more of a
 * faint one as it takes to be seen.
 */
export function groundsOf(scheme: Scheme, accent: Rgb): Grounds {
  const surface = surfaces[scheme];
  const isLight = scheme === 'light';
  // A dark accent leaves no trace on a dark surface; its own lighter shade does.
  const hue = isLight ? accent : nearestPassingShade(accent, [surface], SHAPE_CONTRAST);
  const tinted = (share: number, leastSeen: number): Rgb => {
    const ground = mix(surface, hue, share);
    return share > 0.5 || contrastRatio(ground, surface) >= leastSeen
      ? ground
      : tinted(share + 0.05, leastSeen);
  };
  return { surface, raised: tinted(isLight ? 0.045 : 0.09, 1.04), tint: tinted(isLight ? 0.09 : 0.16, 1.1) };
}

/** Colours that somebody chose for one scheme; what is missing is the default. */
export type ChosenColours = Readonly<Partial<Record<ColourName, Rgb>>>;

/** Two colours that meet on a screen of the flow: which, their contrast, and the least that WCAG 2.1 AA asks for. */
export interface ColourPair {
  readonly name: 'text' | 'textOverCamera' | 'onAccent' | 'accent';
  readonly ratio: number;
  readonly needed: number;
}

/** Measures the pairs of colours of a scheme that must be told apart: what falls short is not to be shown to anybody. */
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

/** A colour that is written in the source, such as `#2251d1`. */
export function rgb(hex: string): Rgb {
  return parseColour(hex) ?? { r: 0, g: 0, b: 0 };
}
