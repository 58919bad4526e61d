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

/** The colours that all others follow from; each text among them can be read where it stands. */
export interface BaseColours extends Readonly<Record<ColourName, Rgb>> {
  readonly textOverCamera: Rgb;
}

/** The colour of every role on the screens of one scheme. */
export interface Palette {
  /** The background, and the background of raised elements. */
  readonly surface: Rgb;
  readonly raised: Rgb;
  /** Around the sheet on wide windows. */
  readonly backdrop: Rgb;
  readonly text: Rgb;
  readonly quiet: Rgb;
  /** Text over the camera picture, which the scrim darkens however bright it is. */
  readonly textOnDark: Rgb;
  readonly accent: Rgb;
  /** The accent under a pointer or a finger: closer to the text on it, as far as that stays readable. */
  readonly accentPressed: Rgb;
  readonly onAccent: Rgb;
  /** Edge of accent-coloured shapes: the accent itself, or a shade that stands out where the accent does not. */
  readonly accentEdge: Rgb;
  /** The accent as text and as lines of a drawing, on both surfaces. */
  readonly accentText: Rgb;
  /** A quiet ground of the accent's hue. */
  readonly tint: Rgb;
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

const status = {
  light: { success: rgb('#14733f'), caution: rgb('#8f5200'), danger: rgb('#b8232f') },
  dark: { success: rgb('#5ccf8f'), caution: rgb('#f0b429'), danger: rgb('#ff8a8a') },
} as const;

/** Derives the colour of every role from the base colours. */
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
    backdrop: backdropOf(scheme, accent),
    text,
    quiet: faded(text, surface, grounds),
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

/** The colours of status belong to no theme: they can be read on all grounds there are. */
function deriveStatus(scheme: Scheme) {
  const { success, caution, danger } = status[scheme];
  const tinted = (colour: Rgb) => mix(surfaces[scheme], colour, scheme === 'light' ? 0.1 : 0.18);
  return { success, caution, danger, cautionTint: tinted(caution), dangerTint: tinted(danger) };
}

function deriveDrawings(scheme: Scheme, { baseAccent, baseTextOnLight }: BaseColours) {
  const { h, s } = rgbToHsl(baseAccent);
  // A dark yellow is olive: the closer to it, the greyer the table.
  const most = Math.min(0.35, 0.05 + Math.abs(h - 60) / 200);
  const table = hslToRgb({ h, s: Math.min(s, most), l: scheme === 'light' ? 0.22 : 0.17 });
  const paper = scheme === 'light' ? WHITE : mix(WHITE, table, 0.12);
  return {
    table,
    // Shows progress over the camera picture, too.
    onTable: nearestPassingShade(baseAccent, [table, ...cameraGrounds], SHAPE_CONTRAST),
    flaw: status.dark.caution,
    paper,
    paperTint: mix(paper, baseAccent, 0.2),
    paperMark: mix(paper, mix(baseAccent, baseTextOnLight, 0.4), 0.45),
    paperInk: baseTextOnLight,
  };
}

function backdropOf(scheme: Scheme, accent: Rgb): Rgb {
  const { h, s } = rgbToHsl(accent);
  const [mostSaturated, l] = scheme === 'light' ? [0.4, 0.91] : [0.25, 0.06];
  return hslToRgb({ h, s: Math.min(s, mostSaturated), l });
}

/** The text colour, faded towards the surface as far as it stays readable on all grounds. */
function faded(text: Rgb, surface: Rgb, grounds: readonly Rgb[]): Rgb {
  for (let share = 0.5; share > 0; share -= 0.02) {
    const shade = mix(text, surface, share);
    if (leastContrast(shade, grounds) >= TEXT_CONTRAST) return shade;
  }
  return text;
}
