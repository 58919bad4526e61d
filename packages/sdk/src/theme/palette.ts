import {
  type ColourName,
  cameraGround,
  cameraGrounds,
  groundsOf,
  hslToRgb,
  leastContrast,
  mix,
  nearestPassingShade,
  type Rgb,
  rgb,
  rgbToHsl,
  type Scheme,
  SHAPE_CONTRAST,
  surfaces,
  TEXT_CONTRAST,
  WHITE,
} from '@vendor/ui';

/** Colours from which all others are derived; the contrast of each text colour is sufficient. */
export interface BaseColours extends Readonly<Record<ColourName, Rgb>> {
  readonly textOverCamera: Rgb;
}

/** Colours of all roles on the screens of one scheme. */
export interface Palette {
  /** The background, and the background of raised elements. */
  readonly surface: Rgb;
  readonly raised: Rgb;
  /** Area around the sheet in wide windows. */
  readonly backdrop: Rgb;
  readonly text: Rgb;
  readonly quiet: Rgb;
  /** Text over the camera picture, which the scrim darkens. */
  readonly textOnDark: Rgb;
  readonly accent: Rgb;
  /** The accent while hovered or pressed: closer to the text on it, as far as that stays readable. */
  readonly accentPressed: Rgb;
  readonly onAccent: Rgb;
  /** Edge of accent-coloured shapes: the accent itself, or a shade with more contrast if the accent has too little. */
  readonly accentEdge: Rgb;
  /** The accent for text and lines of a drawing, on both surfaces. */
  readonly accentText: Rgb;
  /** A pale background in the hue of the accent. */
  readonly tint: Rgb;
  /** Separators without meaning. */
  readonly hairline: Rgb;
  readonly success: Rgb;
  readonly caution: Rgb;
  readonly danger: Rgb;
  /** Pale backgrounds in the status colours, only for marks. */
  readonly cautionTint: Rgb;
  readonly dangerTint: Rgb;
  /** Background of the camera screens, dark in both schemes. */
  readonly ground: Rgb;
  /** Drawings: a dark table, the frame and a flaw on it, and the paper and print of a document. */
  readonly table: Rgb;
  readonly onTable: Rgb;
  readonly flaw: Rgb;
  readonly paper: Rgb;
  readonly paperTint: Rgb;
  readonly paperMark: Rgb;
  readonly paperInk: Rgb;
}

const status = {
  light: { success: rgb('#14733f'), caution: rgb('#8f5200'), danger: rgb('#b8232f') },
  dark: { success: rgb('#5ccf8f'), caution: rgb('#f0b429'), danger: rgb('#ff8a8a') },
} as const;

/** Derives the colours of all roles from the base colours. */
export function derivePalette(scheme: Scheme, base: BaseColours): Palette {
  const isLight = scheme === 'light';
  const text = isLight ? base.baseTextOnLight : base.baseTextOnDark;
  const { baseAccent: accent, baseOnAccent: onAccent } = base;
  const { surface, raised, tint } = groundsOf(scheme, accent);
  const grounds = [surface, raised, tint];
  return {
    surface,
    raised,
    tint,
    backdrop: deriveBackdrop(scheme, accent),
    text,
    quiet: fadeText(text, surface, grounds),
    textOnDark: base.textOverCamera,
    accent,
    accentPressed: nearestPassingShade(mix(accent, onAccent, 0.14), [onAccent], TEXT_CONTRAST),
    onAccent,
    accentEdge: nearestPassingShade(accent, [surface, raised], SHAPE_CONTRAST),
    accentText: nearestPassingShade(accent, grounds, TEXT_CONTRAST),
    hairline: mix(surface, text, isLight ? 0.1 : 0.14),
    ...deriveStatus(scheme),
    ground: cameraGround,
    ...deriveDrawings(scheme, base),
  };
}

/** Derives the status colours, which do not depend on the theme and are readable on all backgrounds. */
function deriveStatus(scheme: Scheme) {
  const { success, caution, danger } = status[scheme];
  const tinted = (colour: Rgb) => mix(surfaces[scheme], colour, scheme === 'light' ? 0.1 : 0.18);
  return { success, caution, danger, cautionTint: tinted(caution), dangerTint: tinted(danger) };
}

function deriveDrawings(scheme: Scheme, { baseAccent, baseTextOnLight }: BaseColours) {
  const { h, s } = rgbToHsl(baseAccent);
  // Dark yellow looks olive, so the table is greyer the closer its hue is to yellow.
  const maxSaturation = Math.min(0.35, 0.05 + Math.abs(h - 60) / 200);
  const table = hslToRgb({ h, s: Math.min(s, maxSaturation), l: scheme === 'light' ? 0.22 : 0.17 });
  const paper = scheme === 'light' ? WHITE : mix(WHITE, table, 0.12);
  return {
    table,
    // Also shows progress over the camera picture.
    onTable: nearestPassingShade(baseAccent, [table, ...cameraGrounds], SHAPE_CONTRAST),
    flaw: status.dark.caution,
    paper,
    paperTint: mix(paper, baseAccent, 0.2),
    paperMark: mix(paper, mix(baseAccent, baseTextOnLight, 0.4), 0.45),
    paperInk: baseTextOnLight,
  };
}

function deriveBackdrop(scheme: Scheme, accent: Rgb): Rgb {
  const { h, s } = rgbToHsl(accent);
  const [maxSaturation, l] = scheme === 'light' ? [0.4, 0.91] : [0.25, 0.06];
  return hslToRgb({ h, s: Math.min(s, maxSaturation), l });
}

/** Fades the text colour towards the surface as far as it stays readable on all backgrounds. */
function fadeText(text: Rgb, surface: Rgb, grounds: readonly Rgb[]): Rgb {
  for (let share = 0.5; share > 0; share -= 0.02) {
    const shade = mix(text, surface, share);
    if (leastContrast(shade, grounds) >= TEXT_CONTRAST) return shade;
  }
  return text;
}
