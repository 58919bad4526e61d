import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../src/passport/document-page.ts';
import { expiredPassport, utopianPassport } from '../src/passport/passport-identity.ts';
import { renderPassport } from '../src/passport/render-passport.ts';
import { withWrongCheckDigit } from '../src/passport/wrong-check-digit.ts';

const now = new Date('2031-03-01T12:00:00Z');
const small = { widthPx: 500 };
let page: DocumentPage;

beforeAll(async () => {
  page = await renderPassport(utopianPassport(now), small);
});

/** Returns the darkest grey in the cell of one character of the machine-readable zone. */
function darkestAt({ picture }: DocumentPage, line: number, column: number): number {
  const pxPerMm = picture.width / 125;
  let darkest = 255;
  for (let y = 75.4 + line * 6.35 - 2.6; y < 75 + line * 6.35; y += 0.2) {
    for (let x = 6.8 + column * 2.54; x < 8.9 + column * 2.54; x += 0.2) {
      const byte = (Math.round(y * pxPerMm) * picture.width + Math.round(x * pxPerMm)) * 4;
      darkest = Math.min(darkest, picture.data[byte + 1]!);
    }
  }
  return darkest;
}

describe('renderPassport', () => {
  it('prints the machine-readable zone of its identity at the place defined by ICAO 9303-4', async () => {
    expect(page.mrz).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F3902286ZE184226B<<<<<12',
    ]);
    const inks = [0, 1].flatMap((line) =>
      Array.from({ length: 44 }, (_, column) => darkestAt(page, line, column)),
    );
    expect(Math.max(...inks)).toBeLessThan(110);
  });

  it('leaves the zone blank when there are no lines', async () => {
    const blank = await renderPassport(utopianPassport(now), { ...small, mrz: [] });
    expect(blank.mrz).toEqual([]);
    expect(darkestAt(blank, 0, 3)).toBeGreaterThan(190);
    expect(darkestAt(blank, 1, 40)).toBeGreaterThan(190);
  });

  it('makes only the area beyond the rounded corners transparent', async () => {
    const { picture } = page;
    expect([picture.width, picture.height]).toEqual([500, 352]);
    expect(picture.data[3]).toBe(0);
    expect(picture.data[(176 * 500 + 250) * 4 + 3]).toBe(255);
  });

  it('prints a different name in the visual zone on request', async () => {
    const forged = await renderPassport(utopianPassport(now), { ...small, visual: { surname: 'SVENSSON' } });
    expect(forged.mrz).toEqual(page.mrz);
    expect(Buffer.compare(forged.picture.data, page.picture.data)).not.toBe(0);
  });

  it('shrinks a name that is longer than its line', async () => {
    const surname = 'PAPANDROPOULOUS-VAN DER MUELLENKAMP-ARCHIBALD';
    const long = await renderPassport(utopianPassport(now, { surname }), small);
    expect(long.mrz[0]).toBe('P<UTOPAPANDROPOULOUS<VAN<DER<MUELLENKAMP<ARC');
  });
});

describe('specimen identities', () => {
  it('remain valid for eight more years on any day', () => {
    const { issueDate, expiryDate } = utopianPassport(now);
    expect([issueDate, expiryDate]).toEqual(['2029-03-01', '2039-02-28']);
  });

  it('have a variant that has expired in every time zone', () => {
    expect(expiredPassport(now).expiryDate).toBe('2031-02-27');
  });

  it('have variants with one wrong check digit and nothing else wrong', async () => {
    const broken = withWrongCheckDigit(page.mrz, 'birthDate');
    expect(broken[1]).toBe('L898902C36UTO7408123F3902286ZE184226B<<<<<12');
    expect(broken[0]).toBe(page.mrz[0]);
  });
});
