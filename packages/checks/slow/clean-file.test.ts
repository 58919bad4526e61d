import { deflateSync } from 'node:zlib';
import { addressLetter, encodePng, hostilePdf, letterPdf, writePdf } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { cleanFile } from '../src/file/clean-file.ts';
import { readPicturePdf } from '../src/file/picture-pdf.ts';
import { detectImageType } from '../src/image/image-type.ts';

const letter = addressLetter('hu', new Date('2031-03-01T10:00:00Z'));

async function clean(file: Uint8Array) {
  const cleaned = await cleanFile(file);
  if (cleaned.kind !== 'clean') throw new Error(`The file was refused: ${cleaned.refusal}`);
  return cleaned;
}
const refused = (refusal: string) => ({ kind: 'refused', refusal });

describe('cleaning of PDF files', () => {
  it('converts a PDF to pictures of its pages with their text layer', async () => {
    const { bytes, contentType } = await clean(await letterPdf(letter, { pages: 2 }));
    expect(contentType).toBe('application/pdf');
    const pages = readPicturePdf(bytes);
    expect(pages).toHaveLength(2);
    expect(pages.map(({ picture }) => detectImageType(picture))).toEqual(['jpeg', 'jpeg']);
    const lines = pages[1]!.text.map(({ text }) => text);
    expect(lines).toEqual(expect.arrayContaining([letter.name, ...letter.address, letter.dateText]));
  });

  it('keeps the page but no text if a cleaned PDF is cleaned again', async () => {
    const { bytes } = await clean(await letterPdf(letter));
    const again = await clean(bytes);
    expect(readPicturePdf(again.bytes)).toHaveLength(1);
    // Content outside the pages is not part of their text.
    expect(readPicturePdf(again.bytes)[0]!.text).toEqual([]);
  });

  it('removes scripts, embedded files, metadata and bytes after the end', async () => {
    const more = [
      { value: '<< /S /JavaScript /JS (app.alert\\("canary-script"\\)) >>' },
      { value: '<< /Length 11 >>', stream: Buffer.from('canary-file') },
    ];
    const catalog = '/OpenAction 5 0 R /Names << /EmbeddedFiles << /Names [(canary-name) 6 0 R] >> >>';
    const file = Buffer.concat([await letterPdf(letter, { more, catalog }), Buffer.from('canary-behind')]);
    expect(file.includes('canary-script')).toBe(true);
    const { bytes } = await clean(file);
    const kept = Buffer.from(bytes).toString('latin1');
    for (const word of ['canary', 'JavaScript', 'OpenAction', 'EmbeddedFile'])
      expect(kept).not.toContain(word);
  });

  it('refuses a PDF with a password, eleven pages or none, and a file that is not really a PDF', async () => {
    const key = '<'.concat('0'.repeat(64), '>');
    const encrypt = { value: `<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>` };
    const locked = await letterPdf(letter, { more: [encrypt], trailer: '/Encrypt 5 0 R /ID [<00> <00>]' });
    expect(await cleanFile(locked)).toEqual(refused('PROTECTED'));
    expect(await cleanFile(await letterPdf(letter, { pages: 11 }))).toEqual(refused('TOO_MANY_PAGES'));
    expect(await cleanFile(await letterPdf(letter, { pages: 0 }))).toEqual(refused('UNREADABLE'));
    expect(await cleanFile(Buffer.from('%PDF-1.7 and nothing else'))).toEqual(refused('UNREADABLE'));
  });

  it.each(['Photo ID \\(Scan\\)', 'Member ID HK20931', 'ID XG 5'])(
    'opens a PDF with the text %s',
    async (words) => {
      const drawing = deflateSync(Buffer.from(`BT /F1 12 Tf 20 100 Td (${words}) Tj ET`));
      const file = writePdf([
        { value: `<< /Type /Catalog /Pages 2 0 R /Title (${words}) >>` },
        { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        {
          value:
            '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
        },
        { value: `<< /Filter /FlateDecode /Length ${drawing.length} >>`, stream: drawing },
        { value: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
      ]);
      const [page] = readPicturePdf((await clean(file)).bytes);
      expect(page!.text.map(({ text }) => text)).toEqual([words.replaceAll('\\', '')]);
    },
  );

  it.each([0.01, 1e6])('renders pages %d points wide within the size limit', async (side) => {
    const drawing = Buffer.from('0 0 1 1 re f');
    const file = writePdf([
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: '<< /Type /Pages /Kids [4 0 R] /Count 1 >>' },
      { value: `<< /Length ${drawing.length} >>`, stream: drawing },
      { value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Contents 3 0 R >>` },
    ]);
    const cleaned = await cleanFile(file);
    if (cleaned.kind === 'clean') {
      const [page] = readPicturePdf(cleaned.bytes);
      expect(Math.max(page!.widthPx, page!.heightPx)).toBeLessThanOrEqual(2200);
    } else expect(cleaned.refusal).toBe('UNREADABLE');
  });
});

describe('cleaning of other files', () => {
  it('accepts a picture and nothing else', async () => {
    const png = await encodePng({ data: new Uint8Array(4 * 40 * 30).fill(120), width: 40, height: 30 });
    expect(await cleanFile(png)).toMatchObject({ kind: 'clean', contentType: 'image/jpeg' });
    expect(await cleanFile(Buffer.from('no picture'))).toEqual(refused('UNREADABLE'));
    expect(await cleanFile(new Uint8Array())).toEqual(refused('UNREADABLE'));
  });
});

it('opens a letter after a file that exceeded the memory of the library', async () => {
  expect(await cleanFile(hostilePdf('nested-forms'))).toEqual(refused('UNREADABLE'));
  expect(await cleanFile(await letterPdf(letter))).toMatchObject({ kind: 'clean' });
});
