import { asWritten, hslToRgb, mix, parseColour, type Rgb, rgbToHsl } from './colour.ts';
import { leastContrast, nearestPassingShade, SHAPE_CONTRAST, TEXT_CONTRAST } from './contrast.ts';

export type Scheme = 'light' | 'dark';

/** The four colours that a theme may choose, per scheme. */
export interface BaseColours {
  readonly baseTextOnLight: Rgb;
  readonly baseTextOnDark: Rgb;
  readonly baseAccent: Rgb;
  readonly baseOnAccent: Rgb;
}

/** The colour of every role on the screens of one scheme. */
export interface Palette {
  /** The ground everything stands on, and the ground of what stands out from it. */
  readonly surface: Rgb;
  readonly raised: Rgb;
  /** Around the sheet on wide windows. */
  readonly backdrop: Rgb;
  readonly text: Rgb;
  readonly quiet: Rgb;
  readonly textOnLight: Rgb;
  readonly textOnDark: Rgb;
  readonly accent: Rgb;
  readonly onAccent: Rgb;
  /** Edge of accent-coloured shapes: the accent itself, or a shade that stands out where the accent does not. */
  readonly accentEdge: Rgb;
  /** The accent as text and as lines of a drawing, on both surfaces. */
  readonly accentText: Rgb;
  /** A quiet ground of the accent's hue. */
  readonly tint: Rgb;
  /** Edges of controls. */
  readonly outline: Rgb;
  /** Lines between things; carries no meaning. */
  readonly hairline: Rgb;
  readonly success: Rgb;
  readonly caution: Rgb;
  readonly danger: Rgb;
  /** Quiet grounds of the colours of status, for marks alone. */
  readonly cautionTint: Rgb;
  readonly dangerTint: Rgb;
  /** Ground of the camera screens, dark in both schemes. */
  readonly ground: Rgb;
  /** Drawings: a dark table, the frame and a flaw shown on it, and the paper of a document with what is printed there. */
  readonly table: Rgb;
  readonly onTable: Rgb;
  readonly flaw: Rgb;
  readonly paper: Rgb;
  readonly paperTint: Rgb;
  readonly paperMark: Rgb;
  readonly paperInk: Rgb;
}

/** The surfaces of each scheme; text colours are checked against them. */
export const surfaces = {
  light: { surface: rgb('#ffffff'), ground: rgb('#ffffff') },
  dark: { surface: rgb('#12151d'), ground: rgb('#0b0d12') },
} as const;

/** The ground of the camera screens, dark in both schemes. */
export const cameraGround = surfaces.dark.ground;

/** What a theme that chooses nothing looks like. */
export const defaultColours: Readonly<Record<Scheme, BaseColours>> = {
  light: {
    baseTextOnLight: rgb('#131a2b'),
    baseTextOnDark: rgb('#f3f5fa'),
    baseAccent: rgb('#2251d1'),
    baseOnAccent: rgb('#ffffff'),
  },
  dark: {
    baseTextOnLight: rgb('#131a2b'),
    baseTextOnDark: rgb('#edf0f7'),
    baseAccent: rgb('#8cabff'),
    baseOnAccent: rgb('#0c1636'),
  },
};

const status = {
  light: { success: rgb('#14733f'), caution: rgb('#8f5200'), danger: rgb('#b8232f') },
  dark: { success: rgb('#5ccf8f'), caution: rgb('#f0b429'), danger: rgb('#ff8a8a') },
} as const;

/** Derives the colour of every role from the base colours, which must have been checked before. */
export function derivePalette(scheme: Scheme, base: BaseColours): Palette {
  const isLight = scheme === 'light';
  const text = isLight ? base.baseTextOnLight : base.baseTextOnDark;
  const accent = base.baseAccent;
  const { surface, raised, tint } = groundsOf(scheme, accent);
  const grounds = [surface, raised, tint];
  return {
    surface,
    raised,
    tint,
    backdrop: backdropOf(scheme, accent),
    text,
    quiet: faded(text, surface, grounds, TEXT_CONTRAST),
    textOnLight: base.baseTextOnLight,
    textOnDark: base.baseTextOnDark,
    accent,
    onAccent: base.baseOnAccent,
    accentEdge: nearestPassingShade(accent, [surface], SHAPE_CONTRAST),
    accentText: nearestPassingShade(accent, grounds, TEXT_CONTRAST),
    outline: faded(text, surface, grounds, SHAPE_CONTRAST),
    hairline: mix(surface, text, isLight ? 0.1 : 0.14),
    ...deriveStatus(scheme, grounds),
    ground: cameraGround,
    ...deriveDrawings(scheme, base),
  };
}

function deriveStatus(scheme: Scheme, grounds: readonly Rgb[]) {
  const readable = (colour: Rgb) => nearestPassingShade(colour, grounds, TEXT_CONTRAST);
  const tinted = (colour: Rgb) => mix(surfaces[scheme].surface, colour, scheme === 'light' ? 0.1 : 0.18);
  const { success, caution, danger } = status[scheme];
  return {
    success: readable(success),
    caution: readable(caution),
    danger: readable(danger),
    cautionTint: tinted(caution),
    dangerTint: tinted(danger),
  };
}

function deriveDrawings(scheme: Scheme, { baseAccent, baseTextOnLight }: BaseColours) {
  const { h, s } = rgbToHsl(baseAccent);
  const table = hslToRgb({ h, s: Math.min(s, 0.35), l: scheme === 'light' ? 0.22 : 0.17 });
  const paper = scheme === 'light' ? rgb('#ffffff') : mix(rgb('#ffffff'), table, 0.12);
  return {
    table,
    onTable: nearestPassingShade(baseAccent, [table], TEXT_CONTRAST),
    flaw: nearestPassingShade(status.dark.caution, [table], TEXT_CONTRAST),
    paper,
    paperTint: mix(paper, baseAccent, 0.2),
    paperMark: mix(paper, mix(baseAccent, baseTextOnLight, 0.4), 0.45),
    paperInk: baseTextOnLight,
  };
}

/** What text stands on. The grounds take a breath of the accent, so that greys belong to the theme. */
export function groundsOf(scheme: Scheme, accent: Rgb): Pick<Palette, 'surface' | 'raised' | 'tint'> {
  const { surface } = surfaces[scheme];
  const tinted = (share: number) => asWritten(mix(surface, accent, share));
  return scheme === 'light'
    ? { surface, raised: tinted(0.045), tint: tinted(0.09) }
    : { surface, raised: tinted(0.09), tint: tinted(0.16) };
}

function backdropOf(scheme: Scheme, accent: Rgb): Rgb {
  const { h, s } = rgbToHsl(accent);
  return scheme === 'light'
    ? hslToRgb({ h, s: Math.min(s, 0.4), l: 0.91 })
    : hslToRgb({ h, s: Math.min(s, 0.25), l: 0.06 });
}

/** The text colour, faded towards the surface as far as the contrast needed on all grounds allows. */
function faded(text: Rgb, surface: Rgb, grounds: readonly Rgb[], least: number): Rgb {
  for (let share = 0.5; share > 0; share -= 0.02) {
    const shade = asWritten(mix(text, surface, share));
    if (leastContrast(shade, grounds) >= least) return shade;
  }
  return text;
}

function rgb(hex: string): Rgb {
  return parseColour(hex) ?? { r: 0, g: 0, b: 0 };
}
