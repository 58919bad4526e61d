import { OCRB_ADVANCE } from '../ocr-b/glyph.ts';
import { ocrbTextPath } from '../ocr-b/text-path.ts';

/** Units of the drawings to one millimetre: fine enough for outlines whose numbers have two decimals. */
export const UNITS_PER_MM = 20;

/** Height of capitals to the advance of a character. */
const CAPITAL_SHARE = 713 / OCRB_ADVANCE;

/** Place and style of a printed text, in millimetres. */
export interface PrintOptions {
  readonly x: number;
  readonly baseline: number;
  readonly capitalHeight: number;
  readonly fill: string;
  /** Width of a character in terms of its drawn width; OCR-B is wide for running text. */
  readonly squeeze?: number;
  /** The text is squeezed further when it would be wider. */
  readonly widest?: number;
  readonly cut?: 'OCRB' | 'OCRBS';
}

/** A text as an SVG path: outlines, so that no font of the machine is needed. Accents are left out. */
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

/** Millimetres in units of the drawing. */
export function units(mm: number): number {
  return Math.round(mm * UNITS_PER_MM * 100) / 100;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/[^ -~]/g, '');
}
