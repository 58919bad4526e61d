import { ocrbTextPath } from '../ocr-b/text-path.ts';
import { units } from '../passport/print-text.ts';

/** Sizes on a card of ISO/IEC 7810 ID-1, in millimetres; positions of lines as in ICAO 9303-5. */
const CARD = { width: 85.6, height: 53.98 };
const ZONE = { height: 20.8, pitch: 2.54, left: 4.7, baselines: [39.1, 43.65, 48.2] } as const;

/** Draws the machine-readable zone of a card's back as SVG: three lines on a light band, as readers need it. */
export function drawCardZone(lines: readonly string[]): string {
  return `<rect x="${units(1.5)}" y="${units(CARD.height - ZONE.height)}" width="${units(CARD.width - 3)}" height="${units(ZONE.height - 1.5)}" fill="#eeeae2"/>
    ${lines.map(drawLine).join('')}`;
}

function drawLine(line: string, index: number): string {
  const baseline = units(ZONE.baselines[index] ?? 0);
  const d = ocrbTextPath(line, { cut: 'OCRBS', pitch: units(ZONE.pitch), x: units(ZONE.left), baseline });
  return `<path d="${d}" fill="#17181b"/>`;
}
