import {
  type DocumentPage,
  identityCardLooks,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderLicenceBack,
  renderLicenceFront,
  renderPassport,
  specimenLicence,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';

const now = new Date('2031-03-01T10:00:00Z');

/** Draws pages with the small print of a document. */
export async function printedPages(): Promise<DocumentPage[]> {
  const card = utopianCard(now);
  const licence = specimenLicence(now);
  const dark = { look: identityCardLooks.dark };
  return Promise.all([
    renderIdentityCardFront(card),
    renderIdentityCardFront(card, dark),
    renderIdentityCardBack(card),
    renderIdentityCardBack(card, dark),
    renderLicenceFront(licence),
    renderLicenceBack(licence),
    renderPassport(utopianPassport(now)),
  ]);
}

/** Returns the luma of a side at a position in millimetres from the upper left corner. */
type Drawing = (x: number, y: number) => number;

const [INK, PAPER, GREY] = [35, 238, 190];

/** Returns sides of cards without small print, by name, which have little fine detail even when sharp. */
export function barePages(): Map<string, DocumentPage> {
  const drawings: Record<string, Drawing> = {
    nothing: () => PAPER,
    'two emblems': (x, y) =>
      Math.hypot(x - 22, y - 27) < 14 || Math.abs(x - 60) + Math.abs(y - 27) < 15 ? INK : PAPER,
    'a box': (x, y) => (isWithin(x, y, [18, 14, 50, 26]) ? INK : PAPER),
    'a magnetic stripe': (_, y) => (isStripe(y) ? INK : PAPER),
    'a stripe and a white panel': (x, y) => withStripe(y, isPanel(x, y) ? PAPER : GREY),
    'a stripe and a hatched panel': (x, y) =>
      withStripe(y, isPanel(x, y) && (x + y) % 1.4 > 0.35 ? PAPER : GREY),
    'a stripe and a ruled panel': (x, y) =>
      withStripe(y, isPanel(x, y) ? ((y - 22) % 2.5 < 0.3 ? INK : PAPER) : GREY),
    'ruled lines': (x, y) => (isWithin(x, y, [6, 5, 73, 42]) && y % 5 < 0.3 ? INK : PAPER),
    'three thin rules': (x, y) => (isWithin(x, y, [10, 15, 45, 25]) && y % 10 < 0.3 ? INK : PAPER),
    'a large bar code': (x, y) =>
      isWithin(x, y, [5, 32, 75, 16]) && x % 1.2 < 0.35 + ((7 * Math.floor(x / 1.2)) % 8) / 12 ? INK : PAPER,
  };
  return new Map(Object.entries(drawings).map(([name, lumaAt]) => [name, sideWith(lumaAt)]));
}

/** @param box - left, top, width and height. */
function isWithin(x: number, y: number, [left, top, width, height]: readonly number[]): boolean {
  return x > left! && x < left! + width! && y > top! && y < top! + height!;
}

const isStripe = (y: number) => y > 5 && y < 16;
const isPanel = (x: number, y: number) => isWithin(x, y, [5, 21, 52, 9]);
const withStripe = (y: number, luma: number) => (isStripe(y) ? INK : luma);

function sideWith(lumaAt: Drawing): DocumentPage {
  const [widthMm, heightMm] = [85.6, 53.98];
  const [width, height] = [1500, Math.round((1500 * heightMm) / widthMm)];
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)].map((px) => (px / width) * widthMm);
    data.fill(lumaAt(x!, y!), 4 * pixel, 4 * pixel + 3);
  }
  return { picture: { data, width, height }, widthMm, heightMm, mrz: [] };
}
