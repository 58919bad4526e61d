import { renderHead } from '../head/render-head.ts';
import { drawCardZone } from '../mrz/card-zone.ts';
import { mrzLines } from '../mrz/mrz-lines.ts';
import type { DocumentPage } from '../passport/document-page.ts';
import { rosette, waveField } from '../passport/guilloche.ts';
import { printText, units } from '../passport/print-text.ts';
import { drawSvg, encodePng } from '../picture.ts';
import type { IdentityCardIdentity } from './utopian-card.ts';

/** Colours of a card: its plastic from corner to corner, its lines, labels and print. */
export interface IdentityCardLook {
  readonly plastic: readonly [string, string];
  readonly lines: string;
  readonly label: string;
  readonly ink: string;
}

export const identityCardLooks = {
  light: { plastic: ['#e4ecf0', '#ece6d6'], lines: '#a9bccb', label: '#31506b', ink: '#1b1d22' },
  /** As dark as a dark table top. */
  dark: { plastic: ['#2c3b4e', '#3d3243'], lines: '#5a6c80', label: '#a9b6c4', ink: '#eef1f4' },
} as const satisfies Record<string, IdentityCardLook>;

/** Options of drawing a card; by default 1500 pixels wide and light. */
export interface IdentityCardOptions {
  readonly widthPx?: number;
  readonly look?: IdentityCardLook;
  /** Lines to print on the back in place of the identity's. */
  readonly mrz?: readonly string[];
  /** Front only: bold lines across its full width, in place of its title. */
  readonly titles?: readonly string[];
  /** Front only: a dark emblem in the shape of a card, edged in white, in its upper right corner. */
  readonly hasEmblem?: boolean;
}

/** Size of ISO/IEC 7810 ID-1, in millimetres. */
const CARD = { width: 85.6, height: 53.98, corner: 3.18 };
const PORTRAIT = { x: 4, y: 12.5, width: 25, height: 32.1 };

/** Draws the front of a specimen identity card, with portrait and fields. */
export async function renderIdentityCardFront(
  identity: IdentityCardIdentity,
  { widthPx = 1500, look = identityCardLooks.light, titles, hasEmblem }: IdentityCardOptions = {},
): Promise<DocumentPage> {
  const head = await renderHead({ widthPx: 280, heightPx: 360 });
  const photo = `data:image/png;base64,${(await encodePng(head)).toString('base64')}`;
  const { x, y, width, height } = PORTRAIT;
  const title = { x: 4, baseline: 7.4, capitalHeight: 2.9, fill: look.ink, squeeze: 0.9 };
  const content = `${titles ? drawTitles(titles, look) : printText(`${identity.stateName}  IDENTITY CARD`, title)}
    ${hasEmblem ? drawEmblem() : ''}
    <image href="${photo}" x="${units(x)}" y="${units(y)}" width="${units(width)}" height="${units(height)}" preserveAspectRatio="xMidYMid slice"/>
    ${fieldsOf(identity)
      .map((field) => drawField(field, look))
      .join('')}`;
  return drawCard(content, [], look, widthPx);
}

/** Draws the back of a specimen identity card, with its machine-readable zone on a light band, as readers need it. */
export function renderIdentityCardBack(
  identity: IdentityCardIdentity,
  {
    widthPx = 1500,
    look = identityCardLooks.light,
    mrz: lines = mrzLines(identity),
  }: IdentityCardOptions = {},
): Promise<DocumentPage> {
  const content = `${printText('MINISTRY OF THE INTERIOR', { x: 6, baseline: 10, capitalHeight: 2, fill: look.ink })}
    ${printText('THIS CARD REMAINS PROPERTY OF THE STATE', { x: 6, baseline: 15, capitalHeight: 1.5, fill: look.ink })}
    ${drawCardZone(lines)}`;
  return drawCard(content, lines, look, widthPx);
}

async function drawCard(
  content: string,
  mrz: readonly string[],
  look: IdentityCardLook,
  widthPx: number,
): Promise<DocumentPage> {
  const heightPx = Math.round((widthPx * CARD.height) / CARD.width);
  const size = `width="${units(CARD.width)}" height="${units(CARD.height)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"
      viewBox="0 0 ${units(CARD.width)} ${units(CARD.height)}" preserveAspectRatio="none">
    <defs>
      <clipPath id="card"><rect ${size} rx="${units(CARD.corner)}"/></clipPath>
      <linearGradient id="plastic" x2="1" y2="0.7">
        <stop offset="0" stop-color="${look.plastic[0]}"/><stop offset="1" stop-color="${look.plastic[1]}"/>
      </linearGradient>
    </defs>
    <g clip-path="url(#card)">
      <rect ${size} fill="url(#plastic)"/>
      ${waveField({ width: CARD.width, height: CARD.height, every: 1.1, colour: look.lines, lean: 0.14 })}
      ${rosette({ x: 64, y: 26, radius: 14, petals: 14, colour: look.lines })}
      ${content}
      <g opacity="0.3" transform="translate(${units(34)} ${units(29)})">
        ${printText('SPECIMEN', { x: 0, baseline: 0, capitalHeight: 3.4, fill: '#b3202c', squeeze: 0.92 })}
      </g>
    </g>
  </svg>`;
  return { picture: await drawSvg(svg), widthMm: CARD.width, heightMm: CARD.height, mrz };
}

function drawTitles(titles: readonly string[], { ink }: IdentityCardLook): string {
  const print = titles.map((title, index) => {
    const place = { x: 1, baseline: 4.6 + 5.2 * index, capitalHeight: 2.3, fill: ink, squeeze: 1 };
    return printText(title, { ...place, widest: CARD.width - 2 });
  });
  return `<g stroke="${ink}" stroke-width="5">${print.join('')}</g>`;
}

function drawEmblem(): string {
  return `<rect x="${units(64)}" y="${units(1.5)}" width="${units(20)}" height="${units(12.6)}" fill="#1f3f7a" stroke="#ffffff"
    stroke-width="${units(0.8)}"/>`;
}

interface Field {
  readonly label: string;
  readonly value: string;
  readonly x: number;
  readonly y: number;
}

function fieldsOf(identity: IdentityCardIdentity): Field[] {
  const { surname, givenNames, documentNumber, birthDate, expiryDate, sex, nationality } = identity;
  return [
    { label: 'Surname', value: surname, x: 32, y: 13.5 },
    { label: 'Given names', value: givenNames, x: 32, y: 20 },
    { label: 'Date of birth', value: birthDate, x: 32, y: 32 },
    { label: 'Sex', value: sex, x: 60, y: 32 },
    { label: 'Document No.', value: documentNumber, x: 32, y: 38.5 },
    { label: 'Nationality', value: nationality, x: 60, y: 38.5 },
    { label: 'Date of expiry', value: expiryDate, x: 32, y: 45 },
  ];
}

function drawField({ label, value, x, y }: Field, look: IdentityCardLook): string {
  return (
    printText(label, { x, baseline: y, capitalHeight: 1.1, fill: look.label, squeeze: 0.72 }) +
    printText(value, { x, baseline: y + 3.1, capitalHeight: 2, fill: look.ink, widest: 50 })
  );
}
