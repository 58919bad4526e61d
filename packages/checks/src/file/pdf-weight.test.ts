import { deflateRawSync, deflateSync } from 'node:zlib';
import { writePdf } from '@vendor/specimens';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { weighPdf } from './pdf-weight.ts';

const mebibyte = 1024 * 1024;
const page = deflateSync(Buffer.from('0 0 1 1 re f'));
const bomb = deflateSync(Buffer.alloc(2 * mebibyte, 0x20));
const weigh = (file: Buffer) => weighPdf(file, mebibyte);

/** A PDF of one page with one stream. */
function pdfOf(stream: Buffer, entries: string, more = '') {
  return writePdf([
    { value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { value: '<< /Type /Pages /Kids [4 0 R] /Count 1 >>' },
    { value: `<< /Length ${stream.length} ${entries} >>`, stream },
    { value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R ${more}>>` },
  ]);
}

/** Has what stands between a dictionary and its stream written differently. */
function withLine(file: Buffer, line: string): Buffer {
  return Buffer.from(
    file.toString('latin1').replace('stream\n', () => line),
    'latin1',
  );
}

/** Deflated data whose first block is kept as it is. */
function storedThenDeflated(first: string, rest: Buffer): Buffer {
  const block = Buffer.alloc(5);
  block.writeUInt16LE(first.length, 1);
  block.writeUInt16LE(first.length ^ 0xffff, 3);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    block,
    Buffer.from(first),
    deflateRawSync(rest),
    Buffer.alloc(4),
  ]);
}

afterEach(() => vi.restoreAllMocks());

describe('the weight of a PDF', () => {
  it.each([
    ['is deflated', '/Filter /FlateDecode', page],
    ['is deflated with a predictor', '/Filter /Fl /DecodeParms << /Predictor 12 /Columns 4 >>', page],
    ['is deflated by a list of one', '/Filter [ /FlateDecode ]', page],
    ['is a deflated JPEG', '/Filter [/FlateDecode/DCTDecode] /DecodeParms [null null]', page],
    ['is a JPEG', '/Filter /DCTDecode', Buffer.from([0xff, 0xd8, 0xff])],
    ['is written as it is', '', Buffer.from('% a stream of\nwords')],
    ['says words about an ID', '', Buffer.from('BT (Photo ID (Scan)) Tj (ID XG 5 ID HK20931) Tj ET')],
    [
      'says them deflated',
      '/Filter /Fl',
      deflateSync(Buffer.from('BT /F 10 Tf (Member ID HK20931) Tj /F [1] ET')),
    ],
    ['uses a font called F', '', Buffer.from('BT /F 10 Tf 1 0 0 1 9 9 Tm (a) Tj ET')],
    ['is empty', '/Filter /FlateDecode', Buffer.alloc(0)],
    ['is a short one of old', '/Filter /LZWDecode', Buffer.from([0x80, 0x0b, 0x60])],
  ])('can be borne when its stream %s', (_, entries, stream) => {
    expect(weigh(pdfOf(stream, entries))).toBe('BEARABLE');
  });

  it('can be borne with notes and with files within', () => {
    const more = '/Annots [<< /F 4 /T (a) >>] /AF [<< /F (a.xml) /EF << /F 3 0 R /UF 3 0 R >> >>] ';
    expect(weigh(pdfOf(page, '/Filter /FlateDecode', more))).toBe('BEARABLE');
    const within = deflateSync(pdfOf(page, '/Filter /FlateDecode'));
    expect(weigh(pdfOf(within, '/Filter /FlateDecode'))).toBe('BEARABLE');
  });

  it.each([
    ['unfolds to too much', pdfOf(bomb, '/Filter /FlateDecode')],
    ['begins behind the next line', withLine(pdfOf(bomb, '/Filter /Fl'), 'stream %x\n')],
    ['begins behind the end of a long line', withLine(pdfOf(bomb, '/Filter /Fl'), 'stream(x)\r')],
    [
      'holds the word that ends it',
      pdfOf(storedThenDeflated('\nendstream\nendobj\n', Buffer.alloc(2 * mebibyte)), '/Filter /FlateDecode'),
    ],
    ['is more deflated than it should be', pdfOf(deflateSync(deflateSync(bomb)), '/Filter [/Fl /Fl]')],
    [
      'lies in a stream of objects',
      pdfOf(deflateSync(pdfOf(bomb, '/Filter /Fl')), '/Filter /Fl /N 1 /First 4'),
    ],
    [
      'names an uncommon window',
      pdfOf(Buffer.concat([Buffer.from([0x88, 0x1c]), bomb.subarray(2)]), '/Filter /Fl'),
    ],
    ['is damaged', pdfOf(Buffer.concat([bomb.subarray(0, 900), Buffer.alloc(900, 0xff)]), '/Filter /Fl')],
    ['goes on behind its data', pdfOf(Buffer.concat([page, Buffer.alloc(100)]), '/Filter /Fl')],
    ['names more filters than there can be streams', pdfOf(Buffer.from('/F 4 '.repeat(60_000)), '')],
    ['is a long one of old', pdfOf(Buffer.alloc(1000, 0x81), '/Filter /LZW#44ecode')],
  ])('cannot be borne when its stream %s', (_, file) => {
    expect(weigh(file)).toBe('UNBEARABLE');
  });

  it.each([
    '/Filter [/ASCIIHexDecode /FlateDecode]',
    '/Filter[/A85/Fl]',
    '/F [ /AHx /Fl ]',
    '/F#69lter [/LZWDecode /FlateDecode]',
    '/#46 [/RL /Fl]',
    '/Filter %x\n [/ASCII85Decode /FlateDecode]',
    '/Filter [%x\n/AHx /Fl]',
    '/Filter [/FlateDecode /FlateDecode]',
    '/Filter [/Fl /DCT /Fl]',
    '/Filter 7 0 R',
    '/Filter [7 0 R /Fl]',
    '/F 7 0 R',
    '/F 7 %x\n0 R /X (endobj)',
    `/F 7 0 R ${' '.repeat(5000)}`,
    `/Filter ${' '.repeat(5000)} [/AHx /Fl]`,
    '/F [7 0 R 8 0 R]',
  ])('cannot be borne when %s hides what its stream comes to', (entries) => {
    expect(weigh(pdfOf(Buffer.from('789c'), entries))).toBe('UNBEARABLE');
  });

  it.each(['/Encrypt 5 0 R', '/#45ncr#79pt << >>'])('cannot be told of a protected file: %s', (trailer) => {
    const file = Buffer.from(
      pdfOf(page, '').toString('latin1').replace('/Root', `${trailer} /Root`),
      'latin1',
    );
    expect(weigh(file)).toBe('PROTECTED');
  });

  it.each([
    ['streams', 'stream ', '', 'UNBEARABLE'],
    ['streams in lines', 'stream\n', '', 'UNBEARABLE'],
    ['words', 'streams ', '', 'BEARABLE'],
    ['keys before comments', '/F%', '\n%\n%\nstream\n', 'BEARABLE'],
  ])('looks at each byte a few times in a file of nothing but %s', (_, word, end, weight) => {
    const file = Buffer.from(`${word.repeat(3000)}${end}`);
    const indexOf = Buffer.prototype.indexOf;
    let looked = 0;
    vi.spyOn(Buffer.prototype, 'indexOf').mockImplementation(function (this: Buffer, ...args: unknown[]) {
      const found = Reflect.apply(indexOf, this, args) as number;
      looked += (found < 0 ? this.length : found) - Number(args[1] ?? 0);
      return found;
    });
    expect(weigh(file)).toBe(weight);
    expect(looked).toBeGreaterThan(file.length);
    expect(looked).toBeLessThan(20 * file.length);
  });
});
