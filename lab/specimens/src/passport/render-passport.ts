import type { HeadTraits } from '../head/head-traits.ts';
import { renderHead } from '../head/render-head.ts';
import { mrzLines } from '../mrz/mrz-lines.ts';
import { ocrbTextPath } from '../ocr-b/text-path.ts';
import { drawSvg, encodePng } from '../picture.ts';
import type { DocumentPage } from './document-page.ts';
import { rosette, waveField } from './guilloche.ts';
import type { PassportIdentity } from './passport-identity.ts';
import { printText, units } from './print-text.ts';
import { drawVisualZone, type VisualZone } from './visual-zone.ts';

/** Deviations of the passport from its identity. */
export interface PassportOptions {
  /** Width of the page in pixels; a character of the MRZ takes 1/49 of it. */
  readonly widthPx?: number;
  /** Lines to print in place of the identity's; an empty list leaves the zone blank. */
  readonly mrz?: readonly string[];
  /** Data of the visual zone that differs from the machine-readable one. */
  readonly visual?: Partial<VisualZone>;
  readonly portrait?: HeadTraits;
  /** Displacement of the printed lines, in millimetres to the right and down. */
  readonly zoneShift?: { readonly xMm: number; readonly yMm: number };
}

/** The data page of a passport (ICAO 9303-4: TD3), in millimetres. */
const PAGE = { width: 125, height: 88, corner: 3.2 };
const PORTRAIT = { x: 5, y: 12.5, width: 34, height: 43.7 };
const GHOST = { x: 103.5, y: 12, width: 16.5, height: 21.2 };

/** Machine-readable zone: height above the lower edge, and position of its 44 characters of 2.54 mm. */
const ZONE = { height: 23.2, pitch: 2.54, left: 6.6, baselines: [74.9, 81.25] } as const;

/**
 * Draws the data page of a specimen passport. It is marked as a specimen in red, and its issuing state does not exist.
 *
 * @param identity - data to print, for instance `utopianPassport(now)`.
 * @returns by default 1500 × 1056 pixels, 305 per inch; an MRZ character is 30 pixels wide.
 */
export async function renderPassport(
  identity: PassportIdentity,
  options: PassportOptions = {},
): Promise<DocumentPage> {
  const { widthPx = 1500, mrz = mrzLines(identity), visual = {}, portrait, zoneShift } = options;
  const head = await renderHead({ widthPx: 280, heightPx: 360, ...(portrait && { traits: portrait }) });
  const photo = `data:image/png;base64,${(await encodePng(head)).toString('base64')}`;
  const heightPx = Math.round((widthPx * PAGE.height) / PAGE.width);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"
      viewBox="0 0 ${units(PAGE.width)} ${units(PAGE.height)}" preserveAspectRatio="none">
    ${definitions()}
    <g clip-path="url(#page)">
      ${drawBackground()}
      ${drawPhotos(photo)}
      ${drawTitle(identity.stateName)}
      ${drawVisualZone({ ...identity, ...visual })}
      ${drawSignature()}
      ${drawSpecimenMark()}
      ${drawMachineReadableZone(mrz, zoneShift)}
    </g>
  </svg>`;
  return { picture: await drawSvg(svg), widthMm: PAGE.width, heightMm: PAGE.height, mrz };
}

function definitions(): string {
  return `<defs>
    <clipPath id="page"><rect width="${units(PAGE.width)}" height="${units(PAGE.height)}" rx="${units(PAGE.corner)}"/></clipPath>
    <linearGradient id="paper" x2="1" y2="0.7">
      <stop offset="0" stop-color="#e9e2d3"/><stop offset="0.45" stop-color="#dfe6dd"/><stop offset="1" stop-color="#d6e0ea"/>
    </linearGradient>
    <linearGradient id="band" x2="1"><stop offset="0" stop-color="#7d2438"/><stop offset="1" stop-color="#2d4a74"/></linearGradient>
  </defs>`;
}

function drawBackground(): string {
  const zoneTop = PAGE.height - ZONE.height;
  return `<rect width="${units(PAGE.width)}" height="${units(PAGE.height)}" fill="url(#paper)"/>
    ${waveField({ width: PAGE.width, height: zoneTop, every: 0.9, colour: '#c3a9a4', lean: 0.16 })}
    ${waveField({ width: PAGE.width, height: zoneTop, every: 1.3, colour: '#9fb6c4', lean: -0.11 })}
    ${rosette({ x: 82, y: 36, radius: 23, petals: 18, colour: '#a9bfae' })}
    ${rosette({ x: 112, y: 52, radius: 9, petals: 12, colour: '#c1a0a8' })}
    <rect y="${units(zoneTop)}" width="${units(PAGE.width)}" height="${units(ZONE.height)}" fill="#eeeae2"/>
    <g opacity="0.4" transform="translate(0 ${units(zoneTop)})">
      ${waveField({ width: PAGE.width, height: ZONE.height, every: 1.8, colour: '#c9cfd4', lean: 0.1 })}
    </g>
    <rect y="${units(zoneTop - 1.9)}" width="${units(PAGE.width)}" height="${units(1.9)}" fill="#eeeae2" opacity="0.45"/>`;
}

function drawPhotos(href: string): string {
  const at = ({ x, y, width, height }: typeof PORTRAIT): string =>
    `x="${units(x)}" y="${units(y)}" width="${units(width)}" height="${units(height)}"`;
  return `<image href="${href}" ${at(PORTRAIT)} preserveAspectRatio="xMidYMid slice"/>
    <rect ${at(PORTRAIT)} fill="none" stroke="#8d97a3" stroke-width="${units(0.12)}"/>
    <g opacity="0.34"><image href="${href}" ${at(GHOST)} preserveAspectRatio="xMidYMid slice"/></g>`;
}

function drawTitle(stateName: string): string {
  return `<rect width="${units(PAGE.width)}" height="${units(8.4)}" fill="url(#band)"/>
    ${rosette({ x: 10, y: 4.2, radius: 3.4, petals: 9, colour: '#ecd9a8' })}
    ${printText('PASSPORT', { x: 43, baseline: 5.7, capitalHeight: 2.7, fill: '#f3ead2', squeeze: 1 })}
    ${printText(stateName, { x: 79, baseline: 5.7, capitalHeight: 2.7, fill: '#f3ead2', squeeze: 1 })}`;
}

/** Draws a flourish under the portrait: a signature that spells no name. */
function drawSignature(): string {
  const strokes =
    'M8 61.5c2-4 4-5 4.6-3.6s-3 4.4-2 4.6 3.2-3.4 4.2-3.2-.6 2.4.4 2.4 2-2.2 3-2.2-.2 2 .8 2 2.4-4 3.6-4.2-1.4 4-.4 4.2 2.2-1.8 3-1.8.2 1.6 1.2 1.4 3-1.6 6.4-1.8';
  return `<g transform="scale(${units(1)})"><path d="${strokes}" fill="none" stroke="#1d2f63" stroke-width="0.3" stroke-linecap="round"/></g>`;
}

function drawSpecimenMark(): string {
  const mark = printText('SPECIMEN', {
    x: 0,
    baseline: 0,
    capitalHeight: 7.5,
    fill: '#b3202c',
    squeeze: 0.92,
  });
  return `<g opacity="0.2" transform="translate(${units(58)} ${units(57)}) rotate(-24)">${mark}</g>`;
}

function drawMachineReadableZone(lines: readonly string[], shift = { xMm: 0, yMm: 0 }): string {
  return lines
    .map((line, index) => {
      const baseline = units((ZONE.baselines[index] ?? 0) + shift.yMm);
      const x = units(ZONE.left + shift.xMm);
      const d = ocrbTextPath(line, { cut: 'OCRBS', pitch: units(ZONE.pitch), x, baseline });
      return `<path d="${d}" fill="#17181b"/>`;
    })
    .join('');
}
