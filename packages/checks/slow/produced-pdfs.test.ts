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

describe('PDFs of the programs that people write and protect them with', () => {
  it.each([
    'cairo',
    'chromium',
    'reportlab',
    'qpdf-objects',
    'qpdf-linear',
    'qpdf-linear-objects',
    'qpdf-attachment',
  ])('reads them when they come from %s', async (name) => {
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
  ])('reads them when only changing them asks for a password: %s', async (name) => {
    expect(await linesOf(name)).toEqual(words);
  });

  it.each(['reportlab-password', 'qpdf-aes-256-password'])(
    'refuses them when reading them asks for a password: %s',
    async (name) => {
      expect(await linesOf(name)).toBe('PROTECTED');
    },
  );
});
