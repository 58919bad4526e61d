import { deflateSync } from 'node:zlib';
import { type PdfObject, writePdf } from '@vendor/specimens';

/** A small file that needs excessive time or memory. */
export interface HostilePdf {
  readonly name: string;
  readonly write: () => Buffer;
}

const mebibyte = 1024 * 1024;

const stream = (text: string | Buffer, entries = ''): PdfObject => {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  return { value: `<< /Length ${bytes.length} ${entries} >>`, stream: bytes };
};
const form = (text: string, resources: string, more = '') =>
  stream(text, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >> ${more}`);

/** Builds a page that draws `content`; objects in `more` are numbered from 5. */
function page(
  content: string | Buffer,
  resources: string,
  more: readonly PdfObject[] = [],
  box = '0 0 595 842',
  entries = '',
): Buffer {
  return writePdf([
    { value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      value: `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << ${resources} >> /Contents 4 0 R ${entries} >>`,
    },
    typeof content === 'string' ? stream(content) : stream(content, '/Filter /FlateDecode'),
    ...more,
  ]);
}

const image = (
  filter: string,
  data: Buffer,
  size: number,
  more = '/ColorSpace /DeviceGray /BitsPerComponent 8',
) => stream(data, `/Type /XObject /Subtype /Image /Width ${size} /Height ${size} ${more} /Filter ${filter}`);

/** Builds forms that each draw the next one ten times. */
const nest = (levels: number, content: (next: string) => string, more = '') =>
  Array.from({ length: levels }, (_, level) =>
    level === levels - 1
      ? form('0 0 100 100 re f', '')
      : form(content('/N').repeat(10), `/XObject << /N ${6 + level} 0 R >>`, more),
  );

const draw = (name: string) => `${name} Do `;
const group = '/Group << /S /Transparency /I true /K true >>';

/** Builds a JPEG 2000 header with a size and no data. */
function emptyJpx(side: number): Buffer {
  const siz = Buffer.alloc(51);
  siz.writeUInt16BE(0xff4f, 0);
  siz.writeUInt16BE(0xff51, 2);
  siz.writeUInt16BE(47, 4);
  siz.writeUInt32BE(side, 8);
  siz.writeUInt32BE(side, 12);
  siz.writeUInt32BE(side, 24);
  siz.writeUInt32BE(side, 28);
  siz.writeUInt16BE(3, 40);
  for (let component = 0; component < 3; component++) siz.set([7, 1, 1], 42 + 3 * component);
  const cod = Buffer.from('ff52000c00000001000504040001', 'hex');
  const qcd = Buffer.from(`ff5c0013${'40'}${'40'.repeat(16)}`, 'hex');
  const sot = Buffer.from('ff90000a0000000000000001ff93', 'hex');
  return Buffer.concat([siz, cod, qcd, sot, Buffer.from('ffd9', 'hex')]);
}

/** Builds a JBIG2 page with generic regions of full size, all without data. */
function jbig2(side: number, regions: number): Buffer {
  const word = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([word(number), Buffer.from([type, 0, 1]), word(data.length), data]);
  const info = segment(
    0,
    48,
    Buffer.concat([word(side), word(side), word(0), word(0), Buffer.from([0, 0, 0])]),
  );
  const region = Buffer.concat([
    word(side),
    word(side),
    word(0),
    word(0),
    Buffer.from([0]),
    Buffer.from([0, 3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe]),
    Buffer.alloc(8),
  ]);
  return Buffer.concat([
    info,
    ...Array.from({ length: regions }, (_, index) => segment(index + 1, 38, region)),
  ]);
}

const patterns = (count: number, entries: string) =>
  Array.from({ length: count }, (_, index) =>
    stream(
      '0 0 595 842 re f',
      `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 595 842] /Resources << >> ${entries.replace('N', String(index))}`,
    ),
  );
/** Replaces the cross-reference table of a file. */
const withTable = (file: Buffer, table: (place: number) => string) => {
  const place = file.lastIndexOf('xref\n0');
  return Buffer.concat([file.subarray(0, place), Buffer.from(table(place), 'latin1')]);
};
const plain = () => page('0 0 1 1 re f', '');

/** Files that took some PDF reader minutes or gigabytes. */
export const hostilePdfs: readonly HostilePdf[] = [
  {
    name: 'forms that draw forms as groups',
    write: () => page('/N Do', '/XObject << /N 5 0 R >>', nest(11, draw, group)),
  },
  {
    name: 'annotations that draw forms 10^11 times',
    write: () =>
      page(
        '',
        '',
        [
          ...nest(11, draw),
          { value: '<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /F 4 /AP << /N 5 0 R >> >>' },
        ],
        '0 0 595 842',
        '/Annots [16 0 R]',
      ),
  },
  {
    name: 'tiling patterns that draw tiling patterns',
    write: () =>
      page(
        '/Pattern cs /P scn 0 0 595 842 re f',
        '/Pattern << /P 5 0 R >>',
        Array.from({ length: 8 }, (_, level) =>
          stream(
            '/Pattern cs /P scn 0 0 9 9 re f '.repeat(10),
            `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P ${level === 7 ? 5 : 6 + level} 0 R >> >>`,
          ),
        ),
      ),
  },
  {
    name: 'a tiling pattern with tiny steps',
    write: () =>
      page(
        '/Pattern cs /P0 scn 0 0 595 842 re f',
        '/Pattern << /P0 5 0 R >>',
        patterns(1, '/XStep 0.001 /YStep 0.001'),
      ),
  },
  {
    name: 'soft masks within soft masks',
    write: () =>
      page(
        '/G gs 0 0 595 842 re f '.repeat(50),
        '/ExtGState << /G 5 0 R >>',
        Array.from({ length: 60 }, (_, index) =>
          index % 2 === 0
            ? { value: `<< /Type /ExtGState /SMask << /S /Luminosity /G ${6 + index} 0 R >> >>` }
            : form(
                '/G gs 0 0 595 842 re f '.repeat(10),
                `/ExtGState << /G ${index === 59 ? 5 : 6 + index} 0 R >>`,
                '/Group << /S /Transparency /CS /DeviceRGB >>',
              ),
        ),
      ),
  },
  { name: 'a page of 28,800,000 points', write: () => page('0 0 1 1 re f', '', [], '0 0 28800000 28800000') },
  { name: 'a page of maximum width', write: () => page('0 0 1 1 re f', '', [], '0 0 3e38 1') },
  { name: 'a page of a hundredth of a point', write: () => page('0 0 1 1 re f', '', [], '0 0 0.01 0.01') },
  { name: 'a page 100,000 times as wide as high', write: () => page('0 0 1 1 re f', '', [], '0 0 100000 1') },
  { name: 'a page of a negative size', write: () => page('0 0 1 1 re f', '', [], '0 0 -0 0') },
  {
    name: 'a page tree 50,000 deep',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        ...Array.from({ length: 50_000 }, (_, level) => ({
          value:
            level === 49_999
              ? '<< /Type /Page /MediaBox [0 0 9 9] >>'
              : `<< /Type /Pages /Kids [${level + 3} 0 R] /Count 1 >>`,
        })),
      ]),
  },
  {
    name: 'a page tree that refers to itself',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 9 >>' },
      ]),
  },
  {
    name: 'a wrong page count',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Kids [] /Count 2000000000 >>' },
      ]),
  },
  {
    name: 'a drawing that inflates to 1 GiB',
    write: () => page(deflateSync(Buffer.alloc(1024 * mebibyte, 'q ')), ''),
  },
  {
    name: 'a drawing of one number of 300 MiB',
    write: () => page(deflateSync(Buffer.alloc(300 * mebibyte, '1')), ''),
  },
  {
    name: 'a drawing that is deflated twice',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        { value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>' },
        stream(
          deflateSync(deflateSync(Buffer.alloc(1024 * mebibyte, '0 0 1 1 re f '))),
          '/Filter [/FlateDecode /FlateDecode]',
        ),
      ]),
  },
  {
    name: 'a drawing compressed with LZW',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        { value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>' },
        stream(Buffer.alloc(4 * mebibyte, 0x81), '/Filter /LZWDecode'),
      ]),
  },
  {
    name: 'a million paths',
    write: () =>
      page(deflateSync(Buffer.from('0 0 m 595 842 l 300 1 200 2 595 842 c S\n'.repeat(1_000_000))), ''),
  },
  {
    name: 'a path of a million curves',
    write: () =>
      page(
        deflateSync(
          Buffer.from(`0 0 m ${'0 842 595 0 300 842 c 595 842 0 0 20 10 c\n'.repeat(1_000_000)} B*`),
        ),
        '',
      ),
  },
  { name: 'dashes of a millionth', write: () => page('[0.000001] 0 d 5 w 0 0 m 595 842 l S', '') },
  {
    name: 'ten million saved states',
    write: () => page(deflateSync(Buffer.from('q '.repeat(10_000_000))), ''),
  },
  {
    name: 'a million letters',
    write: () =>
      page(
        deflateSync(
          Buffer.from(`BT /F 10 Tf 1 0 0 1 9 9 Tm ${'(abcdefghij) Tj 0 1 Td\n'.repeat(100_000)} ET`),
        ),
        '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
      ),
  },
  {
    name: 'ten million letters at one place',
    write: () =>
      page(
        deflateSync(
          Buffer.from(
            `BT /F 10 Tf 1 0 0 1 9 9 Tm ${`(${'a'.repeat(1000)}) Tj 1 0 0 1 9 9 Tm\n`.repeat(10_000)} ET`,
          ),
        ),
        '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
      ),
  },
  {
    name: 'glyphs that draw glyphs',
    write: () =>
      page('BT /F 1 Tf (aaaaaaaaaa) Tj ET', '/Font << /F 5 0 R >>', [
        {
          value:
            '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F 5 0 R >> >> >>',
        },
        stream('1 0 d0 BT /F 1 Tf (aaaaaaaaaa) Tj ET'),
      ]),
  },
  {
    name: 'a picture of 30,000 × 30,000 from 900 kB',
    write: () =>
      page('q 595 0 0 842 0 0 cm /I Do Q', '/XObject << /I 5 0 R >>', [
        image('/FlateDecode', deflateSync(Buffer.alloc(900_000_000)), 30_000),
      ]),
  },
  {
    name: 'a picture of 20,000 × 20,000, drawn 500 times with masks',
    write: () =>
      page('q 595 0 0 842 0 0 cm /I Do Q '.repeat(500), '/XObject << /I 5 0 R >>', [
        image(
          '/FlateDecode',
          deflateSync(Buffer.alloc(400_000_000)),
          20_000,
          '/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 6 0 R',
        ),
        image('/FlateDecode', deflateSync(Buffer.alloc(400_000_000)), 20_000),
      ]),
  },
  {
    name: 'a JPEG 2000 picture of 60,000 × 60,000 without data',
    write: () =>
      page('q 595 0 0 842 0 0 cm /I Do Q', '/XObject << /I 5 0 R >>', [
        image('/JPXDecode', emptyJpx(60_000), 60_000),
      ]),
  },
  {
    name: 'a JBIG2 picture of 60,000 × 60,000 in 40 layers',
    write: () =>
      page('q 595 0 0 842 0 0 cm /I Do Q', '/XObject << /I 5 0 R >>', [
        image('/JBIG2Decode', jbig2(60_000, 40), 60_000, '/ColorSpace /DeviceGray /BitsPerComponent 1'),
      ]),
  },
  {
    name: 'a JBIG2 picture of 12,000 × 12,000 in 400 layers',
    write: () =>
      page('q 595 0 0 842 0 0 cm /I Do Q', '/XObject << /I 5 0 R >>', [
        image('/JBIG2Decode', jbig2(12_000, 400), 12_000, '/ColorSpace /DeviceGray /BitsPerComponent 1'),
      ]),
  },
  {
    name: 'a fax of 60,000 × 60,000',
    write: () =>
      page('q 595 0 0 842 0 0 cm /I Do Q', '/XObject << /I 5 0 R >>', [
        image(
          '/CCITTFaxDecode',
          Buffer.alloc(8_000, 0xff),
          60_000,
          '/ColorSpace /DeviceGray /BitsPerComponent 1 /DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>',
        ),
      ]),
  },
  {
    name: 'a shading by a function of 100,000 functions',
    write: () =>
      page('/S sh', '/Shading << /S 5 0 R >>', [
        {
          value: `<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function 6 0 R >>`,
        },
        stream(
          `{ ${'dup mul exch sin exch '.repeat(50_000)} add }`,
          '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]',
        ),
      ]),
  },
  {
    name: '100,000 objects',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        { value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>' },
        ...Array.from({ length: 100_000 }, () => ({ value: '<< /A [1 2 3] >>' })),
      ]),
  },
  {
    name: 'arrays 1,000,000 deep',
    write: () => page('0 0 1 1 re f', '', [], '0 0 9 9', `/X ${'['.repeat(1_000_000)}`),
  },
  {
    name: 'a reference to itself',
    write: () =>
      page('0 0 1 1 re f', '/XObject << /N 5 0 R >>', [{ value: '5 0 R' }], '0 0 9 9', '/Rotate 5 0 R'),
  },
  {
    name: 'a stream whose length is the stream itself',
    write: () =>
      writePdf([
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
        { value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>' },
        { value: '<< /Length 4 0 R >>', stream: Buffer.from('q') },
      ]),
  },
  {
    name: 'a cross-reference table that refers to itself',
    write: () =>
      withTable(
        plain(),
        (place) =>
          `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${place} >>\nstartxref\n${place}\n%%EOF\n`,
      ),
  },
  {
    name: 'a cross-reference table of 2,000,000,000 rows',
    write: () =>
      withTable(
        plain(),
        (place) =>
          `xref\n0 2000000000\n0000000000 65535 f \ntrailer\n<< /Size 2000000000 /Root 1 0 R >>\nstartxref\n${place}\n%%EOF\n`,
      ),
  },
  {
    name: 'an object stream that contains itself',
    write: () => {
      const file = plain();
      const rows = Buffer.from(
        [
          [0, 0, 0],
          [2, 5, 0],
          [2, 5, 1],
          [2, 5, 2],
          [2, 5, 3],
          [2, 5, 4],
        ].flat(),
      );
      return withTable(
        file,
        (place) =>
          `5 0 obj\n<< /Type /ObjStm /N 5 /First 40 /Extends 5 0 R /Length 9 >>\nstream\n1 0 2 0 3\nendstream\nendobj\n6 0 obj\n<< /Type /XRef /W [1 1 1] /Size 6 /Root 1 0 R /Prev ${place} /Length ${rows.length} >>\nstream\n${rows.toString('latin1')}\nendstream\nendobj\nstartxref\n${place}\n%%EOF\n`,
      );
    },
  },
  {
    name: '5 MB of objects without a cross-reference table',
    write: () =>
      Buffer.concat([
        Buffer.from('%PDF-1.7\n'),
        Buffer.alloc(5 * mebibyte, '1 0 obj << endobj '),
        Buffer.from('trailer << /Root 1 0 R >>'),
      ]),
  },
  {
    name: '15 MB of brackets',
    write: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(15 * mebibyte, '<<[(')]),
  },
  { name: 'a truncated file', write: () => plain().subarray(0, 300) },
];
