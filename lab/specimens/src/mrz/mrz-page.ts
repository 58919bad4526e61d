import sharp from 'sharp';
import { printLine } from '../letter/letter-print.ts';
import type { OcrbCut } from '../ocr-b/glyph.ts';
import { ocrbTextPath } from '../ocr-b/text-path.ts';
import type { MrzFormat } from './mrz-lines.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Distance between two characters, in millimetres. */
const PITCH_MM = 2.54;

/** Size of the page and position of its machine-readable zone, in millimetres (ICAO 9303-4, -5, -6). */
const LAYOUTS = {
  TD1: { width: 85.6, height: 53.98, left: 4.7, lowestBaseline: 5.5, spacing: [4.23, 6.35] },
  TD2: { width: 105, height: 74, left: 6.8, lowestBaseline: 6.5, spacing: [6, 6.6] },
  TD3: { width: 125, height: 88, left: 6.6, lowestBaseline: 6.5, spacing: [6, 6.6] },
} as const;

/** Flaw in a zone's print: another typeface, its second line half a column to the right, or a dark stamp over its lines. */
export type ZoneFlaw = 'typeface' | 'shifted line' | 'stamp';

/** A page drawn flat, and the position of its zone's characters. */
export interface MrzPage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly pitchPx: number;
  /** Left edge of the first character. */
  readonly left: number;
  /** Top of the first line's digits, and baseline of the last line. */
  readonly top: number;
  readonly bottom: number;
  /** Number of characters per line. */
  readonly columns: number;
}

/** Draws a page in grey with its zone, a portrait's dark shape, smaller print and a background of fine lines. */
export async function drawMrzPage(
  format: MrzFormat,
  lines: readonly string[],
  pitchPx: number,
  cut: OcrbCut,
  random: SeededRandom,
  flaw?: ZoneFlaw,
): Promise<MrzPage> {
  const layout = LAYOUTS[format];
  const px = (mm: number): number => (mm * pitchPx) / PITCH_MM;
  const width = Math.ceil(px(layout.width));
  const height = Math.ceil(px(layout.height));
  const spacing = px(random.between(layout.spacing[0], layout.spacing[1]));
  const left = px(layout.left * random.between(0.85, 1.15));
  const lowest = height - px(layout.lowestBaseline);
  const baselines = lines.map((_, index) => lowest - (lines.length - 1 - index) * spacing);

  const paper = random.integer(185, 240);
  const ink = random.integer(15, 70);
  const zone = lines.map((line, index) => {
    const x = left + (flaw === 'shifted line' && index === 1 ? pitchPx / 2 : 0);
    const baseline = baselines[index]!;
    return flaw === 'typeface'
      ? foreignLine(line, x, baseline, pitchPx)
      : `<path d="${ocrbTextPath(line, { cut, pitch: pitchPx, x, baseline })}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${gray(paper)}"/>
    ${backgroundLines(width, height, pitchPx, paper, random)}
    ${visualZone(width, baselines[0]! - 2.2 * pitchPx, pitchPx, ink, cut, random)}
    <g fill="${gray(ink)}" stroke="${gray(ink)}" stroke-width="${random.between(0, 0.03) * pitchPx}">${zone.join('')}</g>
    ${flaw === 'stamp' ? stamp(left + 0.6 * lines[0]!.length * pitchPx, (baselines[0]! + lowest) / 2, pitchPx, ink) : ''}
  </svg>`;
  const data = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
  return {
    data,
    width,
    height,
    pitchPx,
    left,
    top: baselines[0]! - 1.07 * pitchPx,
    bottom: lowest,
    columns: lines[0]!.length,
  };
}

/** Draws a line of Arimo with each character in the middle of its column. */
function foreignLine(line: string, x: number, baseline: number, pitch: number): string {
  const size = 1.36 * pitch;
  return Array.from(line, (character, column) => {
    // Characters of Arimo are about 0.62 of its size wide.
    return printLine(character, { x: x + column * pitch + 0.08 * pitch, baseline, size });
  }).join('');
}

/** Draws two rings and bars across them, like a date stamp. */
function stamp(x: number, y: number, pitch: number, ink: number): string {
  const stroke = `fill="none" stroke="${gray(ink + 25)}" stroke-opacity="0.8" stroke-width="${0.28 * pitch}"`;
  const bars = [-1, 1].map(
    (side) => `<path d="M ${x - 4.6 * pitch} ${y + side * pitch} h ${9.2 * pitch}" ${stroke}/>`,
  );
  return `<g transform="rotate(-14 ${x} ${y})"><circle cx="${x}" cy="${y}" r="${5 * pitch}" ${stroke}/>
    <circle cx="${x}" cy="${y}" r="${3.4 * pitch}" ${stroke}/>${bars.join('')}</g>`;
}

function gray(value: number): string {
  return `rgb(${value},${value},${value})`;
}

/** Draws waves as in security printing, below everything else. */
function backgroundLines(
  width: number,
  height: number,
  pitch: number,
  paper: number,
  random: SeededRandom,
): string {
  const colour = gray(paper - random.integer(8, 70));
  const waves = Array.from({ length: random.integer(0, 40) }, () => {
    const y = random.between(-0.1, 1.1) * height;
    const swing = random.between(0.5, 4) * pitch;
    const length = random.between(4, 14) * pitch;
    return `<path d="M0 ${y} q ${length / 2} ${swing} ${length} 0 ${`t ${length} 0 `.repeat(Math.ceil(width / length))}"
      fill="none" stroke="${colour}" stroke-width="${random.between(0.03, 0.1) * pitch}"/>`;
  });
  return waves.join('');
}

/** Draws everything above the zone: a portrait and labelled fields, also in OCR-B, so that other text lines compete. */
function visualZone(
  width: number,
  bottom: number,
  pitch: number,
  ink: number,
  cut: OcrbCut,
  random: SeededRandom,
): string {
  const portraitWidth = Math.min(0.3 * width, 0.75 * bottom);
  const x = portraitWidth + 3 * pitch;
  const fields: string[] = [];
  for (let y = 2.5 * pitch; y < bottom; y += random.between(1.8, 3) * pitch) {
    const size = random.between(0.55, 1) * pitch;
    const room = Math.floor((width - x - pitch) / size);
    const text = Array.from({ length: Math.max(0, random.integer(3, 24)) }, () =>
      String.fromCharCode(random.chance(0.15) ? 32 : random.integer(65, 90)),
    ).join('');
    fields.push(ocrbTextPath(text.slice(0, room), { cut, pitch: size, x, baseline: y }));
  }
  const faceX = pitch + portraitWidth / 2;
  const faceY = bottom / 2;
  return `<rect x="${pitch}" y="${pitch}" width="${portraitWidth}" height="${Math.max(0, bottom - pitch)}" fill="${gray(random.integer(120, 190))}"/>
    <ellipse cx="${faceX}" cy="${faceY}" rx="${portraitWidth * 0.27}" ry="${portraitWidth * 0.36}" fill="${gray(random.integer(60, 150))}"/>
    <path d="${fields.join('')}" fill="${gray(ink)}"/>`;
}
