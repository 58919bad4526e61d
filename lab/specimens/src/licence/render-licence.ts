import { renderHead } from '../head/render-head.ts';
import { drawCardZone } from '../mrz/card-zone.ts';
import type { DocumentPage } from '../passport/document-page.ts';
import { rosette, waveField } from '../passport/guilloche.ts';
import { printText, units } from '../passport/print-text.ts';
import { drawSvg, encodePng } from '../picture.ts';
import { aamvaText } from './aamva-text.ts';
import type { LicenceIdentity } from './licence-identity.ts';
import { pdf417Path } from './pdf417-path.ts';

/** Deviations of the licence from its identity. */
export interface LicenceOptions {
  readonly widthPx?: number;
  /** Text of the barcode in place of the identity's; null omits the barcode. */
  readonly barcode?: string | null;
  /** Three machine-readable lines below the code, as on the back of an enhanced licence. */
  readonly lines?: readonly string[];
}

/** Size of ISO/IEC 7810 ID-1, in millimetres. */
const CARD = { width: 85.6, height: 53.98, corner: 3.18 };
const PORTRAIT = { x: 4, y: 13, width: 24, height: 31 };
/** Position of the barcode; AAMVA requires modules of at least 0.17 mm. */
const CODE = { x: 5.5, y: 5, width: 74.6, columns: 13 };

const INK = '#1b1d22';
const LABEL = '#31506b';

/** Draws the front of a specimen licence, with portrait and fields. By default 1500 pixels wide. */
export async function renderLicenceFront(
  identity: LicenceIdentity,
  { widthPx = 1500 }: LicenceOptions = {},
): Promise<DocumentPage> {
  const head = await renderHead({ widthPx: 280, heightPx: 360 });
  const photo = `data:image/png;base64,${(await encodePng(head)).toString('base64')}`;
  const { x, y, width, height } = PORTRAIT;
  return drawCard(
    `<rect width="${units(CARD.width)}" height="${units(9)}" fill="#34577d"/>
    ${printText(identity.stateName, { x: 4, baseline: 6.4, capitalHeight: 3.6, fill: '#f4f1e6', squeeze: 1 })}
    ${printText('DRIVER LICENSE', { x: 46, baseline: 6.2, capitalHeight: 2.4, fill: '#f4f1e6', squeeze: 0.9 })}
    <image href="${photo}" x="${units(x)}" y="${units(y)}" width="${units(width)}" height="${units(height)}" preserveAspectRatio="xMidYMid slice"/>
    ${fieldsOf(identity).map(drawField).join('')}`,
    widthPx,
  );
}

/** Draws the back with its PDF417 code. By default 1500 pixels wide. */
export function renderLicenceBack(
  identity: LicenceIdentity,
  { widthPx = 1500, barcode = aamvaText(identity), lines = [] }: LicenceOptions = {},
): Promise<DocumentPage> {
  const notes = ['CLASS D - NON-COMMERCIAL MOTOR VEHICLES', 'RESTRICTIONS: NONE', 'ENDORSEMENTS: NONE'];
  const print = notes.map((line, index) =>
    printText(line, { x: 6, baseline: 36 + index * 4, capitalHeight: 1.7, fill: INK }),
  );
  const below = lines.length > 0 ? drawCardZone(lines) : print.join('');
  return drawCard(`${barcode === null ? '' : drawBarcode(barcode)}${below}`, widthPx);
}

function drawBarcode(text: string): string {
  const { d, width, height } = pdf417Path(text, CODE.columns);
  const module = CODE.width / width;
  const quiet = 2 * module;
  return `<rect x="${units(CODE.x - quiet)}" y="${units(CODE.y - quiet)}" fill="#fbfbf8"
      width="${units(CODE.width + 2 * quiet)}" height="${units(height * module + 2 * quiet)}"/>
    <path transform="translate(${units(CODE.x)} ${units(CODE.y)}) scale(${units(module)})" d="${d}" fill="${INK}"/>`;
}

async function drawCard(content: string, widthPx: number): Promise<DocumentPage> {
  const heightPx = Math.round((widthPx * CARD.height) / CARD.width);
  const size = `width="${units(CARD.width)}" height="${units(CARD.height)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"
      viewBox="0 0 ${units(CARD.width)} ${units(CARD.height)}" preserveAspectRatio="none">
    <defs>
      <clipPath id="card"><rect ${size} rx="${units(CARD.corner)}"/></clipPath>
      <linearGradient id="paper" x2="1" y2="0.6"><stop offset="0" stop-color="#e3ecf1"/><stop offset="1" stop-color="#ece5d4"/></linearGradient>
    </defs>
    <g clip-path="url(#card)">
      <rect ${size} fill="url(#paper)"/>
      ${waveField({ width: CARD.width, height: CARD.height, every: 1.1, colour: '#a9bccb', lean: 0.14 })}
      ${rosette({ x: 62, y: 32, radius: 16, petals: 14, colour: '#b7c8b4' })}
      ${content}
      <g opacity="0.3" transform="translate(${units(33)} ${units(50)})">
        ${printText('SPECIMEN', { x: 0, baseline: 0, capitalHeight: 3.4, fill: '#b3202c', squeeze: 0.92 })}
      </g>
    </g>
  </svg>`;
  return { picture: await drawSvg(svg), widthMm: CARD.width, heightMm: CARD.height, mrz: [] };
}

interface Field {
  readonly label: string;
  readonly value: string;
  readonly x: number;
  readonly y: number;
}

function fieldsOf(identity: LicenceIdentity): Field[] {
  const { documentNumber, surname, givenName, middleNames, street, city, state, postalCode } = identity;
  return [
    { label: '4d DL NO.', value: documentNumber, x: 31, y: 13.5 },
    { label: '4b EXP', value: usDate(identity.expiryDate), x: 60, y: 13.5 },
    { label: '1', value: surname, x: 31, y: 19.5 },
    { label: '2', value: `${givenName} ${middleNames}`, x: 31, y: 25.5 },
    { label: '8', value: street, x: 31, y: 31.5 },
    { label: '', value: `${city} ${state} ${postalCode.slice(0, 5)}`, x: 31, y: 35.5 },
    { label: '3 DOB', value: usDate(identity.birthDate), x: 31, y: 41.5 },
    { label: '4a ISS', value: usDate(identity.issueDate), x: 60, y: 41.5 },
    { label: '15 SEX', value: identity.sex, x: 60, y: 47 },
  ];
}

function drawField({ label, value, x, y }: Field): string {
  return (
    printText(label, { x, baseline: y, capitalHeight: 1.1, fill: LABEL, squeeze: 0.72 }) +
    printText(value, { x, baseline: y + 3.1, capitalHeight: 2, fill: INK, widest: 50 })
  );
}

function usDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}
