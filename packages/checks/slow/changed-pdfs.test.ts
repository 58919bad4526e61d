import { readFileSync } from 'node:fs';
import { addressDocumentKinds } from '@vendor/contract';
import { addressLetter, letterPdf, type PdfObject } from '@vendor/specimens';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '../src/address/check-address.ts';
import { cleanFile } from '../src/file/clean-file.ts';
import type { PdfPage } from '../src/file/open-pdf.ts';
import { readPicturePdf } from '../src/file/picture-pdf.ts';
import { openOcrEngine } from '../src/ocr/open-ocr-engine.ts';
import { appendRevision, type Revision, type TableForm } from './revised-pdf.ts';

const letter = addressLetter('en', new Date('2031-03-01T10:00:00Z'));
const forms: readonly TableForm[] = ['text', 'stream', 'hybrid'];

async function open(file: Uint8Array): Promise<PdfPage> {
  const cleaned = await cleanFile(file);
  if (cleaned.kind === 'refused') throw new Error(`The file was refused: ${cleaned.refusal}`);
  return readPicturePdf(cleaned.bytes)[0]!;
}
const textOf = (page: PdfPage) => page.text.map(({ text }) => text).join('\n');

/** Returns the share of pixels darker than paper at the position of a line in the text layer. */
async function inkUnder(page: PdfPage, words: string): Promise<number> {
  const {
    left,
    top,
    widthPx: width,
    heightPx: height,
  } = page.text.find(({ text }) => text.includes(words))!.box;
  const area = {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.round(width),
    height: Math.round(height),
  };
  const { data } = await sharp(page.picture)
    .extract(area)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 128).length / data.length;
}

const drawing = (words: string): PdfObject => {
  const stream = Buffer.from(`BT /H 12 Tf 2 5 Td (${words}) Tj ET`);
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return {
    value: `<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /H ${font} >> >> /Length ${stream.length} >>`,
    stream,
  };
};
const note = (entries: string): PdfObject => ({ value: `<< /Type /Annot /F 4 ${entries} >>` });
const field = (name: string, y: number, entries: string) =>
  note(
    `/Subtype /Widget /FT /Tx /T (${name}) /Rect [300 ${y} 500 ${y + 20}] /DA (/Helv 12 Tf 0 g) ${entries}`,
  );
const catalog = (entries: string): PdfObject => ({
  value: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] /DR << /Font << /Helv 4 0 R >> >> /DA (/Helv 12 Tf 0 g) ${entries} >> >>`,
});

/** Returns the page of a letter of ours, which is its object 5, with annotations or fields. */
const annotated = (file: Buffer, numbers: readonly number[]): PdfObject => {
  const value = /5 0 obj\n(.*)\nendobj/.exec(file.toString('latin1'))?.[1] ?? '';
  const list = numbers.map((number) => `${number} 0 R`).join(' ');
  return { value: value.replace('/Type /Page ', `/Type /Page /Annots [${list}] `) };
};

describe('letter saved again by a viewer', () => {
  const notes = (file: Buffer): Revision => ({
    5: annotated(file, [6, 7]),
    6: note('/Subtype /Text /Rect [500 700 520 720] /Contents (a note) /Name /Comment'),
    7: note(
      '/Subtype /FreeText /Rect [300 600 500 620] /Contents (Seen at noon) /DA (/H 12 Tf 0 g) /AP << /N 8 0 R >>',
    ),
    8: drawing('Seen at noon'),
  });
  const mark = (file: Buffer): Revision => ({
    5: annotated(file, [6, 7, 20]),
    20: note(
      '/Subtype /Highlight /Rect [50 700 200 720] /QuadPoints [50 720 200 720 50 700 200 700] /C [1 1 0]',
    ),
  });

  it.each(forms.flatMap((first) => forms.map((second) => [first, second] as const)))(
    'shows text and annotations after two saves with tables as %s and %s',
    async (first, second) => {
      const file = await letterPdf(letter);
      const page = await open(appendRevision(appendRevision(file, notes(file), first), mark(file), second));
      for (const words of [letter.name, ...letter.address, letter.dateText, 'Seen at noon'])
        expect(textOf(page)).toContain(words);
      expect(await inkUnder(page, 'Seen at noon')).toBeGreaterThan(0.05);
    },
  );

  it.each(forms)('opens a letter with content encoded as ASCII85, with tables as %s', async (form) => {
    const file = readFileSync(new URL('./pdfs/reportlab.pdf', import.meta.url));
    const page =
      '<< /Type /Page /Parent 6 0 R /MediaBox [0 0 595 842] /Resources << /Font 1 0 R >> /Contents 7 0 R /Annots [8 0 R] >>';
    const noted = { 3: { value: page }, 8: note('/Subtype /Square /Rect [300 300 400 400] /C [1 0 0]') };
    const saved = appendRevision(appendRevision(file, noted, form), { 3: { value: page } }, form);
    expect(textOf(await open(saved))).toContain('Erika Muster');
  });

  it('opens a letter that requires a password only for changes', async () => {
    const file = readFileSync(new URL('./pdfs/reportlab-rc4-128.pdf', import.meta.url));
    const page = {
      value:
        '<< /Type /Page /Parent 7 0 R /MediaBox [0 0 595 842] /Resources << /Font 1 0 R >> /Contents 8 0 R >>',
    };
    const saved = appendRevision(appendRevision(file, { 3: page }), { 3: page });
    expect(textOf(await open(saved))).toContain('Erika Muster');
  });
});

describe('filled-in form', () => {
  it.each<[string, Revision]>([
    [
      'with an appearance for each value',
      {
        6: field('name', 600, '/V (Filled Name) /AP << /N 8 0 R >>'),
        7: field('street', 570, '/V (Filled Street 7) /AP << /N 9 0 R >>'),
        8: drawing('Filled Name'),
        9: drawing('Filled Street 7'),
      },
    ],
    [
      'with only values, for the viewer to render',
      {
        1: catalog('/NeedAppearances true'),
        6: field('name', 600, '/V (Filled Name)'),
        7: field('street', 570, '/V (Filled Street 7)'),
      },
    ],
    [
      'with an appearance of an older value, for the viewer to replace',
      {
        1: catalog('/NeedAppearances true'),
        6: field('name', 600, '/V (Filled Name) /AP << /N 8 0 R >>'),
        7: field('street', 570, '/V (Filled Street 7)'),
        8: drawing('Older Name'),
      },
    ],
  ])('renders and reads the values of a form saved %s', async (_, values) => {
    const file = await letterPdf(letter);
    const empty = appendRevision(file, {
      1: catalog(''),
      5: annotated(file, [6, 7]),
      6: field('name', 600, ''),
      7: field('street', 570, ''),
    });
    const page = await open(appendRevision(empty, values));
    expect(textOf(page)).not.toContain('Older');
    for (const words of ['Filled Name', 'Filled Street 7', letter.name]) {
      expect(textOf(page)).toContain(words);
      expect(await inkUnder(page, words)).toBeGreaterThan(0.05);
    }
  });
});

/** Converts millimetres of the sheet to points. */
const points = (mm: number) => ((mm * 72) / 25.4).toFixed(2);

/** Draws text of 4 mm in lines below each other, positioned from the upper left corner in millimetres. */
const textAt = (lines: readonly string[], leftMm: number, topMm: number, { size = 4, before = '' } = {}) =>
  lines
    .map((text, row) => {
      const place = `${points(leftMm)} ${points(297 - topMm - 6 * row)}`;
      return `BT ${before} /F ${points(size)} Tf 1 0 0 1 ${place} Tm (${text}) Tj ET`;
    })
    .join(' ');
const boxAt = (leftMm: number, topMm: number, widthMm: number, heightMm: number) =>
  `1 1 1 rg ${points(leftMm)} ${points(297 - topMm - heightMm)} ${points(widthMm)} ${points(heightMm)} re f 0 g`;

/** Draws on top of the content of a letter's page. */
function drawOver(file: Buffer, drawing: string): Buffer {
  const text = file.toString('latin1');
  const [, old = ''] = /3 0 obj\n.*\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? [];
  const stream = Buffer.from(`${old}\n${drawing}`, 'latin1');
  return appendRevision(file, { 3: { value: `<< /Length ${stream.length} >>`, stream } });
}

describe('letter to another person', () => {
  const claimed = ['Anna Maria Eriksson', '42 Alder Grove', 'York YO31 7QZ'];
  const other = addressLetter('en', new Date('2031-03-01T10:00:00Z'), {
    name: 'Bert Holm',
    address: ['7 Mill Lane', 'Leeds LS1 9ZZ'],
  });
  const judge = async (file: Uint8Array) => {
    const evaluation = await checkAddress(
      {
        file: await cleanFile(file),
        accepts: addressDocumentKinds,
        maxAgeDays: 90,
        expected: { fullName: claimed[0]!, address: claimed.slice(1).join(', ') },
        now: Date.parse('2031-03-01T10:00:00Z'),
      },
      openOcrEngine,
    );
    if (evaluation.kind === 'retry') throw new Error('The letter was not evaluated.');
    return evaluation.outcomes;
  };

  it.each<[string, string]>([
    ['in white', textAt(claimed, 20, 80, { before: '1 1 1 rg' })],
    ['in an invisible render mode', textAt(claimed, 20, 80, { before: '3 Tr' })],
    ['in print 0.02 mm high', textAt(claimed, 20, 80, { size: 0.02 })],
    ['outside the page', textAt(claimed, -90, 80)],
    ['under a white box', `${textAt(claimed, 20, 80)} ${boxAt(18, 74, 90, 22)}`],
  ])('passes neither address nor name if the expected ones are on the letter %s', async (_, drawing) => {
    const outcomes = await judge(drawOver(await letterPdf(other), drawing));
    expect(outcomes.fullAddressCheckResult).not.toBe('PASS');
    expect(outcomes.nameMatchCheckResult).not.toBe('PASS');
  });

  it.each<[string, string]>([
    ['over a white box', `${boxAt(18, 49, 90, 20)} ${textAt(claimed, 20, 54)}`],
    ['over existing print', textAt(claimed, 20, 54)],
  ])('sends a letter to REVIEW if the expected address and name were written %s', async (_, drawing) => {
    const outcomes = await judge(drawOver(await letterPdf(other), drawing));
    expect(Object.values(outcomes)).not.toContain('PASS');
    expect(Object.values(outcomes)).not.toContain('FAIL');
  });
});
