import { OCRB_ADVANCE } from '../ocr-b/glyph.ts';
import { ocrbTextPath } from '../ocr-b/text-path.ts';

/** Units of the drawings per millimetre: fine enough for outlines with two decimals. */
export const UNITS_PER_MM = 20;

/** Ratio of the height of capitals to the advance of a character. */
const CAPITAL_SHARE = 713 / OCRB_ADVANCE;

/** Position and style of a printed text, in millimetres. */
export interface PrintOptions {
  readonly x: number;
  readonly baseline: number;
  readonly capitalHeight: number;
  readonly fill: string;
  /** Width of a character relative to its drawn width; OCR-B is wide for running text. */
  readonly squeeze?: number;
  /** Maximum width; a wider text is squeezed further. */
  readonly widest?: number;
  readonly cut?: 'OCRB' | 'OCRBS';
}

/** Draws a text as SVG outlines, so that no system font is needed. Accents are dropped. */
export function printText(text: string, options: PrintOptions): string {
  const {
    x,
    baseline,
    capitalHeight,
    fill,
    squeeze = 0.8,
    widest = Number.POSITIVE_INFINITY,
    cut = 'OCRB',
  } = options;
  const pitchMm = capitalHeight / CAPITAL_SHARE;
  const across = Math.min(squeeze, widest / (text.length * pitchMm));
  const d = ocrbTextPath(withoutAccents(text), { cut, pitch: pitchMm * UNITS_PER_MM, x: 0, baseline: 0 });
  const place = `translate(${units(x)} ${units(baseline)}) scale(${across.toFixed(4)} 1)`;
  return `<path transform="${place}" d="${d}" fill="${fill}"/>`;
}

/** Converts millimetres to units of the drawing. */
export function units(mm: number): number {
  return Math.round(mm * UNITS_PER_MM * 100) / 100;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/[^ -~]/g, '');
}
