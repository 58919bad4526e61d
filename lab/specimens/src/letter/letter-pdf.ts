import { encodeJpeg } from '../picture.ts';
import type { AddressLetter } from './address-letter.ts';
import { layOutLetter, sheet } from './letter-layout.ts';
import { type PdfObject, writePdf } from './pdf-file.ts';
import { renderLetter } from './render-letter.ts';

/** Options of the PDF file of a letter. */
export interface LetterPdfOptions {
  /** `text`: a file with text, as from an office program; `scan`: an image of the sheet without text. */
  readonly made?: 'text' | 'scan';
  /** Number of copies of the sheet. */
  readonly pages?: number;
  /** Further entries of the catalog, such as an action on opening. */
  readonly catalog?: string;
  /** Further objects; the first of them is number 5. */
  readonly more?: readonly PdfObject[];
  /** Further entries of the trailer. */
  readonly trailer?: string;
}

const pointsPerMm = 72 / 25.4;
const widthPt = sheet.widthMm * pointsPerMm;
const heightPt = sheet.heightMm * pointsPerMm;

/** Characters missing in the Windows code page, which get unused codes. */
const extraGlyphs = [
  ['ő', 'ohungarumlaut'],
  ['ű', 'uhungarumlaut'],
  ['Ő', 'Ohungarumlaut'],
  ['Ű', 'Uhungarumlaut'],
] as const;

/** Writes a letter as a PDF file. */
export async function letterPdf(
  letter: AddressLetter,
  { made = 'text', pages = 1, catalog = '', more = [], trailer = '' }: LetterPdfOptions = {},
): Promise<Buffer> {
  const content = made === 'text' ? contentOfText(letter) : 'q W 0 0 H 0 0 cm /Scan Do Q';
  const resource = made === 'text' ? await fontObject() : await scanObject(letter);
  const resources = made === 'text' ? '/Font << /F 4 0 R >>' : '/XObject << /Scan 4 0 R >>';
  const stream = Buffer.from(
    content.replace('W', widthPt.toFixed(2)).replace('H', heightPt.toFixed(2)),
    'latin1',
  );
  const page = {
    value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPt.toFixed(2)} ${heightPt.toFixed(2)}] /Resources << ${resources} >> /Contents 3 0 R >>`,
  };
  const firstPage = 5 + more.length;
  const kids = Array.from({ length: pages }, (_, index) => `${firstPage + index} 0 R`).join(' ');
  return writePdf(
    [
      { value: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>` },
      { value: `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>` },
      { value: `<< /Length ${stream.length} >>`, stream },
      resource,
      ...more,
      ...Array.from({ length: pages }, () => page),
    ],
    trailer,
  );
}

function contentOfText(letter: AddressLetter): string {
  const lines = layOutLetter(letter).map(({ text, xMm, yMm, sizeMm }) => {
    const place = `${(xMm * pointsPerMm).toFixed(2)} ${(heightPt - yMm * pointsPerMm).toFixed(2)}`;
    return `BT /F ${(sizeMm * pointsPerMm).toFixed(2)} Tf 1 0 0 1 ${place} Tm <${hexOf(text)}> Tj ET`;
  });
  return lines.join('\n');
}

/** Encodes text in WinAnsiEncoding, which equals Latin-1 for the characters of our languages. */
function hexOf(text: string): string {
  return [...text]
    .map((letter) => {
      const extra = extraGlyphs.findIndex(([known]) => known === letter);
      const code = extra >= 0 ? extra + 1 : (letter.codePointAt(0) ?? 32) & 0xff;
      return code.toString(16).padStart(2, '0');
    })
    .join('');
}

async function fontObject(): Promise<PdfObject> {
  const names = extraGlyphs.map(([, name]) => `/${name}`).join(' ');
  const encoding = `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 ${names}] >>`;
  return { value: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${encoding} >>` };
}

async function scanObject(letter: AddressLetter): Promise<PdfObject> {
  const { picture } = await renderLetter(letter);
  const stream = await encodeJpeg(picture);
  const { width, height } = picture;
  return {
    value: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${stream.length} >>`,
    stream,
  };
}
