import type { DocumentPage } from '../passport/document-page.ts';
import { waveField } from '../passport/guilloche.ts';
import { printText, units } from '../passport/print-text.ts';
import { drawSvg } from '../picture.ts';
import { type CardIdentity, groupsOf } from './card-identity.ts';

/** Appearance of a card. */
export interface CardLook {
  /** Two colours of the plastic, from corner to corner. */
  readonly plastic: readonly [string, string];
  /** Colour of flat print, or of the foil on raised digits. */
  readonly ink: string;
  /** Whether digits are embossed, with highlights and shadows, instead of flat. */
  readonly isEmbossed: boolean;
}

export const cardLooks = {
  'flat on white': { plastic: ['#f3f4f4', '#d9dfe4'], ink: '#1c2430', isEmbossed: false },
  'flat on blue': { plastic: ['#173a7a', '#2a6cc0'], ink: '#f4f6fa', isEmbossed: false },
  'flat on black': { plastic: ['#1b1c1f', '#303338'], ink: '#d8d9dc', isEmbossed: false },
  'silver on blue': { plastic: ['#14306a', '#24589c'], ink: '#d5dae1', isEmbossed: true },
  'silver on red': { plastic: ['#8e1f2c', '#b8433a'], ink: '#e2e1df', isEmbossed: true },
  'gold on black': { plastic: ['#191a1d', '#2c2d31'], ink: '#d8bf84', isEmbossed: true },
} as const satisfies Record<string, CardLook>;

/** Deviations of the card from its identity. */
export interface CardOptions {
  readonly widthPx?: number;
  readonly look?: CardLook;
  /** First and last digit of the number that a strip of paper covers. */
  readonly covered?: readonly [first: number, last: number];
  /** Omits the number if false, as on cards with the number on the back. */
  readonly hasNumber?: boolean;
  /** Prints the security code next to the expiry, as on cards with everything on one side. */
  readonly code?: string;
  /** Prints the number again, smaller, along the top. */
  readonly isNumberTwice?: boolean;
}

/** Sizes of ISO/IEC 7810 ID-1, in millimetres; the number is on the upper line of ISO/IEC 7811-1. */
const CARD = { width: 85.6, height: 53.98, corner: 3.18 };
const NUMBER = { left: 9, baseline: 33.5, height: 3.7, pitch: 3.63 };

/** Draws the front of a payment card of a fictional bank. By default 1500 pixels wide. */
export async function renderCard(identity: CardIdentity, options: CardOptions = {}): Promise<DocumentPage> {
  const { widthPx = 1500, look = cardLooks['flat on white'], covered, hasNumber = true, code } = options;
  const heightPx = Math.round((widthPx * CARD.height) / CARD.width);
  const size = `width="${units(CARD.width)}" height="${units(CARD.height)}"`;
  const [month, year] = [identity.expiry.slice(5), identity.expiry.slice(2, 4)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"
      viewBox="0 0 ${units(CARD.width)} ${units(CARD.height)}" preserveAspectRatio="none">
    <defs>
      <clipPath id="card"><rect ${size} rx="${units(CARD.corner)}"/></clipPath>
      <linearGradient id="plastic" x2="1" y2="0.8">
        <stop offset="0" stop-color="${look.plastic[0]}"/><stop offset="1" stop-color="${look.plastic[1]}"/>
      </linearGradient>
    </defs>
    <g clip-path="url(#card)">
      <rect ${size} fill="url(#plastic)"/>
      <g opacity="0.25">${waveField({ width: CARD.width, height: CARD.height, every: 3.1, colour: look.ink, lean: 0.12 })}</g>
      ${drawChip()}
      ${printText('SPECIMEN BANK', { x: 8, baseline: 9, capitalHeight: 2.6, fill: look.ink, squeeze: 0.9 })}
      ${hasNumber ? drawNumber(identity.number, look) : ''}
      ${covered ? drawCover(identity.number, covered) : ''}
      ${printText('VALID THRU', { x: 33, baseline: 40.2, capitalHeight: 1.2, fill: look.ink })}
      ${raised(`${month}/${year}`, { x: 46, baseline: 40.6, capitalHeight: 2.6 }, look)}
      ${code ? raised(code, { x: 68, baseline: 40.6, capitalHeight: 2.6 }, look) : ''}
      ${options.isNumberTwice ? raised(groupsOf(identity.number).join(' '), { x: 30, baseline: 20, capitalHeight: 2.8 }, look) : ''}
      ${raised(identity.name, { x: 9, baseline: 48, capitalHeight: 2.5 }, look)}
    </g>
  </svg>`;
  return { picture: await drawSvg(svg), widthMm: CARD.width, heightMm: CARD.height, mrz: [] };
}

function drawChip(): string {
  return `<g transform="translate(${units(9.5)} ${units(18)})">
    <rect width="${units(11)}" height="${units(8.5)}" rx="${units(1.2)}" fill="#c9a95a"/>
    <path d="M0 ${units(2.8)}h${units(11)}M0 ${units(5.7)}h${units(11)}M${units(3.7)} 0v${units(8.5)}M${units(7.3)} 0v${units(8.5)}"
      fill="none" stroke="#8f7433" stroke-width="${units(0.15)}"/></g>`;
}

/** Returns the positions of the digits, in millimetres, with a gap of one digit between groups. */
function placesOf(number: string): number[] {
  const places: number[] = [];
  let x = NUMBER.left;
  for (const group of groupsOf(number)) {
    for (let index = 0; index < group.length; index++) places.push(x + index * NUMBER.pitch);
    x += (group.length + 1) * NUMBER.pitch;
  }
  return places;
}

function drawNumber(number: string, look: CardLook): string {
  const places = placesOf(number);
  return [...number]
    .map((digit, index) =>
      raised(
        digit,
        { x: places[index]!, baseline: NUMBER.baseline, capitalHeight: NUMBER.height, squeeze: 0.9 },
        look,
      ),
    )
    .join('');
}

/** Draws flat digits, or embossed ones with a highlight on one edge of each stroke and a shadow on the other. */
function raised(
  text: string,
  place: { x: number; baseline: number; capitalHeight: number; squeeze?: number },
  look: CardLook,
): string {
  const flat = (fill: string, dx = 0, dy = 0): string =>
    printText(text, {
      squeeze: 0.85,
      ...place,
      x: place.x + dx,
      baseline: place.baseline + dy,
      fill,
      cut: 'OCRBS',
    });
  if (!look.isEmbossed) return flat(look.ink);
  return `<g opacity="0.75">${flat('#0b0c0e', 0.16, 0.2)}</g><g opacity="0.8">${flat('#ffffff', -0.12, -0.14)}</g>${flat(look.ink)}`;
}

function drawCover(number: string, [first, last]: readonly [number, number]): string {
  const places = placesOf(number);
  const left = places[first]! - 0.4;
  const width = places[last]! + NUMBER.pitch - 0.2 - left;
  return `<rect x="${units(left)}" y="${units(NUMBER.baseline - NUMBER.height - 1.4)}" width="${units(width)}"
    height="${units(NUMBER.height + 2.8)}" fill="#e9e4d6"/>`;
}
