import { deflateSync } from 'node:zlib';
import { writePdf } from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWithoutPassword } from './pdf-key.ts';
import { partsOf } from './pdf-objects.ts';
import { type PdfToken, readToken } from './pdf-tokens.ts';
import { weighPdf } from './pdf-weight.ts';
import { writePlainly } from './plain-pdf.ts';

const drawing = '0 0 1 1 re f';
const pages = '<< /Type /Pages /Kids [4 0 R] /Count 1 >>';

function pdfOf(stream: Buffer, entries: string, more: readonly string[] = [], trailer = '') {
  return writePdf(
    [
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: pages },
      { value: `<< ${entries} /Length ${stream.length} >>`, stream },
      { value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R >>' },
      ...more.map((value) => ({ value })),
    ],
    trailer,
  );
}

/** ASCII base 85, written here a second time. */
function inLetters(bytes: Buffer): Buffer {
  let letters = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    let word = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE();
    let five = '';
    for (let digit = 0; digit < 5; digit++) {
      five = String.fromCharCode(33 + (word % 85)) + five;
      word = Math.floor(word / 85);
    }
    letters += group.length === 4 && five === '!!!!!' ? 'z' : five.slice(0, group.length + 1);
    if (at % 60 === 0) letters += '\n';
  }
  return Buffer.from(`${letters}~>`);
}

const plain = (file: Buffer) => {
  const written = writePlainly(file);
  if (typeof written === 'string') throw new Error(written);
  return written;
};
const weightOf = (file: Buffer) => weighPdf(plain(file), 1024 * 1024);

/** A dictionary of encryption that `python3-reportlab` wrote for an empty password, and the name of its file. */
const lock =
  '<< /Filter /Standard /O <C92422687FACEE686E373F10B5C7D04738053152F7E2EE30E11C69EC442576AB> /P -4 /R 2 /U <751B19F9192BF29D6615DFE190F3A1D5E5CA3A4F5B33FA2785B18C4422542C66> /V 1 >>';
const id = '1c178198fbdfa51b25995d89d4102043';

describe('a PDF in letters', () => {
  it('comes out of them with its streams as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (some) => {
        const stream = deflateSync(Buffer.from(some));
        const file = plain(pdfOf(inLetters(stream), '/Filter [ /ASCII85Decode /FlateDecode ]'));
        expect(file.includes(stream)).toBe(true);
        expect(file.toString('latin1')).toMatch(/\/Length \d+ +\/Filter \[ \/FlateDecode \]/);
        expect(weighPdf(file)).toBe('BEARABLE');
      }),
    );
  });

  it('keeps what its other filters are told', () => {
    const entries = '/Filter [/AHx /A85 /Fl] /DecodeParms [null << /K [1 2] >> << /Predictor 12 >>]';
    const digits = Buffer.from(`${inLetters(deflateSync(Buffer.from(drawing))).toString('hex')}>`);
    const text = plain(pdfOf(digits, entries)).toString('latin1');
    expect(text).toContain('/Filter [ /Fl] /DecodeParms [ << /Predictor 12 >>]');
  });

  it('is left as it is when it uses none', () => {
    const file = pdfOf(deflateSync(Buffer.from(drawing)), '/Filter /FlateDecode /F /A');
    expect(writePlainly(file)).toBe(file);
  });

  it.each([
    ['is no letter', 'Gb"0\x7f~>'],
    ['is beyond four bytes', 'uuuuu~>'],
    ['is a z within five', '!!z!!~>'],
    ['is left over', '!!!!!!~>'],
  ])('is unreadable when a letter %s', (_, letters) => {
    expect(writePlainly(pdfOf(Buffer.from(letters, 'latin1'), '/Filter [/A85 /Fl]'))).toBe('UNREADABLE');
  });

  it('is unreadable when its letters stand for more than can be borne', () => {
    expect(writePlainly(pdfOf(Buffer.alloc(17 * 1024 * 1024, 'z'), '/Filter /A85'))).toBe('UNREADABLE');
    expect(writePlainly(pdfOf(Buffer.from('xyz>'), '/Filter [/AHx /Fl]'))).toBe('UNREADABLE');
  });

  it.each([
    ['streams', '1 0 obj<</Length 2>>stream\n~>endstream endobj ', 2500],
    ['parts of one object', '() ', 250_000],
    ['parts in all', '1 0 obj[1]endobj ', 500_000],
  ])('is unreadable when it has more %s than anybody writes', (_, piece, count) => {
    const file = `%PDF-1.7\n1 0 obj<</Filter[/A85]/Length 2>>stream\n~>endstream endobj ${piece.repeat(count)}`;
    expect(writePlainly(Buffer.from(file, 'latin1'))).toBe('UNREADABLE');
  });

  it('is weighed by what stands behind them', () => {
    const bomb = deflateSync(Buffer.alloc(2 * 1024 * 1024));
    expect(weightOf(pdfOf(inLetters(bomb), '/Filter [/A85 /Fl]'))).toBe('UNBEARABLE');
    const twice = inLetters(deflateSync(deflateSync(bomb)));
    expect(weightOf(pdfOf(twice, '/Filter [/A85 /Fl /Fl]'))).toBe('UNBEARABLE');
    const thrice = inLetters(inLetters(inLetters(deflateSync(Buffer.from(drawing)))));
    expect(weightOf(pdfOf(thrice, '/Filter [/A85 /A85 /A85 /Fl]'))).toBe('UNBEARABLE');
  });
});

it.each([
  ['\r', '\n'],
  ['\n', ''],
  ['\r', '\r\n'],
  ['A', '\n'],
])('takes a stream that ends in %j for as long as another object says, before %j', (last, line) => {
  const data = `${'A'.repeat(31)}${last}`;
  const file = `1 0 obj\n<< /Length 2 0 R >>\nstream\n${data}${line}endstream\nendobj\n2 0 obj\n32\nendobj\n`;
  const streams = [...partsOf(Buffer.from(file, 'latin1'))].flatMap((part) =>
    'stream' in part && part.stream ? [file.slice(part.stream.start, part.stream.end)] : [],
  );
  expect(streams).toEqual([data]);
});

describe('a PDF that was changed afterwards', () => {
  const packed = (
    objects: string,
    entries = '/N 1 /First 4 /Filter /Fl',
    pack: (bytes: Buffer) => Buffer = deflateSync,
  ) => {
    const stream = pack(Buffer.from(objects));
    return Buffer.concat([
      Buffer.from(`7 0 obj\n<< /Type /ObjStm ${entries} /Length ${stream.length} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  };
  const letters = pdfOf(inLetters(deflateSync(Buffer.from(drawing))), '/Filter [/A85 /Fl]');
  const changed = (...parts: readonly (Buffer | string)[]) =>
    writePlainly(
      Buffer.concat([letters, ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))]),
    );
  const plainly = (bytes: Buffer) => bytes;

  it.each([
    ['an object that stands before it', packed('4 0 <</A 1>>')],
    ['an object in another such stream', Buffer.concat([packed('9 0 1'), packed('9 0 2')])],
    ['one of several', packed('8 0 4 2 1 2', '/N 2 /First 8 /Filter /FlateDecode')],
    ['one, and is not deflated', packed('4 0 <</A 1>>', '/N 1 /First 4', plainly)],
    ['one, and is in letters', packed('4 0 <</A 1>>', '/N 1 /First 4 /Filter /A85', inLetters)],
    ['who knows how many', packed('9 0 1', '/N 8 0 R /First 4 /Filter /Fl')],
    ['more than it holds', packed('9 0', '/N 2 /First 4 /Filter /Fl')],
    ['more than anybody writes', packed('9 0', '/N 900000 /First 4 /Filter /Fl')],
    ['what a filter hides', packed('9 0 1', '/N 1 /First 4 /Filter /LZW')],
    ['what unfolds to too much', packed(' '.repeat(65 * 1024 * 1024))],
  ])('is unreadable when a stream of objects replaces %s', (_, more) => {
    expect(changed(more)).toBe('UNREADABLE');
  });

  it('is read when what is newest is found without its tables', () => {
    expect(changed(packed('9 0 <</A 1>>'))).toBeInstanceOf(Buffer);
    expect(changed(packed('9 0 <</A 1>>'), '9 0 obj <</A 2>> endobj\n')).toBeInstanceOf(Buffer);
    expect(changed('4 0 obj <</A 2>> endobj\n')).toBeInstanceOf(Buffer);
  });
});

describe('a PDF that only its owner may change', () => {
  const trailer = `/Encrypt 5 0 R /ID [<${id}> <${id}>]`;
  /** The cipher of old seals as it opens. */
  const seal = (bytes: Buffer, object: number, of: 'string' | 'stream' = 'stream') =>
    openWithoutPassword(tokensOf(lock), Buffer.from(id, 'hex'))!(bytes, of, {
      number: object,
      generation: 0,
    });

  it('is opened, with its streams and strings as they were', () => {
    const stream = deflateSync(Buffer.from(drawing));
    const told = `<< /Title <${seal(Buffer.from('(a'), 6, 'string').toString('hex')}> >>`;
    const file = plain(pdfOf(seal(stream, 3), '/Filter /Fl', [lock, told], trailer));
    expect(file.includes(stream)).toBe(true);
    expect(file.toString('latin1')).toContain('/Title <2861>');
    expect(weighPdf(file)).toBe('BEARABLE');
  });

  it('is opened and then taken out of letters', () => {
    const stream = deflateSync(Buffer.from(drawing));
    const file = plain(pdfOf(seal(inLetters(stream), 3), '/Filter [/A85 /Fl]', [lock], trailer));
    expect(file.includes(stream)).toBe(true);
  });

  it.each([
    ['as many strings as anybody writes', '(a)', 20_000, false],
    ['more strings than anybody writes', '(a)', 20_001, true],
    ['many strings that are empty', '()', 20_001, false],
  ])('is refused when its strings are too many: %s', (_, string, count, isRefused) => {
    const file = pdfOf(Buffer.alloc(0), '', [lock, `[${string.repeat(count)}]`], trailer);
    expect(writePlainly(file) === 'UNREADABLE').toBe(isRefused);
  });

  it('counts as protected when it was changed under its lock so that the newest cannot be told', () => {
    const locked = pdfOf(seal(Buffer.from(drawing), 3), '', [lock], trailer);
    const update = (objects: string) => {
      const stream = seal(deflateSync(Buffer.from(objects)), 7);
      const head = `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /Fl /Length ${stream.length} >>\nstream\n`;
      return Buffer.concat([locked, Buffer.from(head), stream, Buffer.from('\nendstream\nendobj\n')]);
    };
    expect(writePlainly(update('4 0 <</A 1>>'))).toBe('PROTECTED');
    expect(writePlainly(update('9 0 <</A 1>>'))).toBeInstanceOf(Buffer);
  });

  it('asks for no key for what is empty', () => {
    const empty = Buffer.alloc(0);
    expect(seal(empty, 6, 'string')).toBe(empty);
  });

  it('is weighed by what it holds', () => {
    const bomb = deflateSync(Buffer.alloc(2 * 1024 * 1024));
    expect(weightOf(pdfOf(seal(bomb, 3), '/Filter /Fl', [lock], trailer))).toBe('UNBEARABLE');
  });

  it.each([
    ['the empty one is wrong', lock, trailer.replaceAll('1c17', '1c18')],
    ['it is of a kind that is not known', lock.replace('/V 1', '/V 9'), trailer],
    ['it is another program that keeps it', lock.replace('/Standard', '/Other'), trailer],
    ['what tells of it is not there', lock, '/#45ncrypt 9 0 R'],
    ['only a comment tells of it', lock, '%/Encrypt\n'],
    ['it is said of something else', lock, `/Info << /Encrypt 1 >> ${trailer}`],
  ])('asks for a password when %s', (_, dictionary, end) => {
    const written = writePlainly(pdfOf(seal(Buffer.from(drawing), 3), '', [dictionary], end));
    expect(typeof written === 'string' ? written : weighPdf(written)).toBe('PROTECTED');
  });
});

it('writes whatever comes anew, or refuses it', () => {
  const words = [
    '1 0 obj',
    '<<',
    '>>',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    'stream\n',
    'endstream',
    'endobj',
    'trailer',
    '/Encrypt 1 0 R',
  ];
  const piece = fc.constantFrom(
    ...words,
    '/Filter [/A85 /Fl]',
    '/Length 3',
    '/O (a)/U (b)',
    'startxref',
    '\\',
    '%',
    '\n',
    '/#45',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const written = writePlainly(Buffer.from(pieces.join(' '), 'latin1'));
      expect(Buffer.isBuffer(written) || written === 'PROTECTED' || written === 'UNREADABLE').toBe(true);
    }),
  );
});

function tokensOf(text: string): PdfToken[] {
  const file = Buffer.from(text, 'latin1');
  const tokens: PdfToken[] = [];
  for (let at = 0; ; ) {
    const token = readToken(file, at);
    if (!token) return tokens;
    tokens.push(token);
    at = token.end;
  }
}
