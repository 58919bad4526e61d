import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanFile } from '../src/file/clean-file.ts';
import { readPicturePdf } from '../src/file/picture-pdf.ts';

const pdf = (name: string) => readFileSync(new URL(`./pdfs/${name}.pdf`, import.meta.url));

async function linesOf(name: string) {
  const cleaned = await cleanFile(pdf(name));
  if (cleaned.kind === 'refused') return cleaned.refusal;
  return readPicturePdf(cleaned.bytes).flatMap(({ text }) => text.map((line) => line.text));
}

const words = ['Stadtwerke Probe', 'Erika Muster', 'Beispielweg 7', '1 March 2031'];

describe('PDF files of common programs', () => {
  it.each([
    'cairo',
    'chromium',
    'reportlab',
    'qpdf-objects',
    'qpdf-linear',
    'qpdf-linear-objects',
    'qpdf-attachment',
  ])('reads a PDF file written by %s', async (name) => {
    expect(await linesOf(name)).toEqual(words);
  });

  it.each([
    'reportlab-rc4-40',
    'reportlab-rc4-128',
    'qpdf-rc4-40',
    'qpdf-rc4-128',
    'qpdf-aes-128',
    'qpdf-aes-256',
    'qpdf-aes-256-r5',
  ])('reads a PDF file that requires a password only for changes: %s', async (name) => {
    expect(await linesOf(name)).toEqual(words);
  });

  it.each(['reportlab-password', 'qpdf-aes-256-password'])(
    'refuses a PDF file that requires a password for reading: %s',
    async (name) => {
      expect(await linesOf(name)).toBe('PROTECTED');
    },
  );
});
