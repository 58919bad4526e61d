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

/** Pages with the small print of a document. */
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

/** Sides of cards without small print, which have little fine detail however sharp they are; by name. */
export function barePages(): Map<string, DocumentPage> {
  return new Map([
    ['nothing', sideWith(() => false)],
    [
      'two emblems',
      sideWith((x, y) => Math.hypot(x - 22, y - 27) < 14 || Math.abs(x - 60) + Math.abs(y - 27) < 15),
    ],
    ['a box', sideWith((x, y) => Math.abs(x - 43) < 25 && Math.abs(y - 27) < 13)],
    ['a magnetic stripe', sideWith((_, y) => y > 5 && y < 16)],
    [
      'a large bar code',
      sideWith(
        (x, y) =>
          y > 32 && y < 48 && x > 5 && x < 80 && x % 1.2 < 0.35 + ((7 * Math.floor(x / 1.2)) % 8) / 12,
      ),
    ],
  ]);
}

/** @param isDark - at a place in millimetres from the upper left corner. */
function sideWith(isDark: (x: number, y: number) => boolean): DocumentPage {
  const [widthMm, heightMm] = [85.6, 53.98];
  const [width, height] = [1500, Math.round((1500 * heightMm) / widthMm)];
  const data = new Uint8Array(4 * width * height).fill(238);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)].map((px) => (px / width) * widthMm);
    if (isDark(x!, y!)) data.fill(35, 4 * pixel, 4 * pixel + 3);
    data[4 * pixel + 3] = 255;
  }
  return { picture: { data, width, height }, widthMm, heightMm, mrz: [] };
}
