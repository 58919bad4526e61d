import type { PdfPage } from './open-pdf.ts';

/** Points per pixel: 72 points and 190 pixels per inch. */
const POINTS_PER_PIXEL = 72 / 190;

/** Catalog entry that refers to the text: a private name, which PDF readers ignore. */
const textEntry = '/VendorPageText';

/**
 * Writes a PDF that contains only pictures of pages: no scripts, forms, links, fonts, metadata or embedded files. The text
 * layer of the original is stored as data for the check, which PDF readers ignore.
 */
export function writePicturePdf(pages: readonly PdfPage[]): Buffer {
  const text = Buffer.from(JSON.stringify(pages.map((page) => page.text)), 'utf8');
  const kids = pages.map((_, index) => `${4 + 3 * index} 0 R`).join(' ');
  const objects: { value: string; stream?: Uint8Array }[] = [
    { value: `<< /Type /Catalog /Pages 2 0 R ${textEntry} 3 0 R >>` },
    { value: `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>` },
    { value: `<< /Length ${text.length} >>`, stream: text },
    ...pages.flatMap(pageObjects),
  ];
  const parts: Buffer[] = [];
  let length = 0;
  const add = (bytes: Uint8Array | string) => {
    const part = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
    parts.push(part);
    length += part.length;
  };
  add('%PDF-1.7\n');
  const places = objects.map(({ value, stream }, index) => {
    const place = length;
    add(`${index + 1} 0 obj\n${value}\n`);
    if (stream) {
      add('stream\n');
      add(stream);
      add('\nendstream\n');
    }
    add('endobj\n');
    return place;
  });
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** Returns the objects of a page: the page itself, its content stream, and its picture. */
function pageObjects({ picture, widthPx, heightPx }: PdfPage, index: number) {
  const first = 4 + 3 * index;
  const box = `${(widthPx * POINTS_PER_PIXEL).toFixed(2)} ${(heightPx * POINTS_PER_PIXEL).toFixed(2)}`;
  const [width, height] = box.split(' ');
  const drawing = Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`, 'latin1');
  return [
    {
      value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Resources << /XObject << /P ${first + 2} 0 R >> >> /Contents ${first + 1} 0 R >>`,
    },
    { value: `<< /Length ${drawing.length} >>`, stream: drawing },
    {
      value: `<< /Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>`,
      stream: picture,
    },
  ];
}

/**
 * Reads a PDF written by `writePicturePdf`.
 *
 * @throws for any other PDF.
 */
export function readPicturePdf(bytes: Uint8Array): PdfPage[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1', file.length - 60))?.[1]);
  const places = [...file.toString('latin1', table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) =>
    Number(place),
  );
  const streamOf = (object: number) => {
    const place = places[object - 1] ?? file.length;
    const start = file.indexOf('stream\n', place);
    const head = file.toString('latin1', place, start);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    if (start < 0 || !Number.isSafeInteger(length))
      throw new Error('The PDF was not written by writePicturePdf.');
    return { head, bytes: file.subarray(start + 7, start + 7 + length) };
  };
  if (!file.toString('latin1', 0, 200).includes(textEntry))
    throw new Error('The PDF was not written by writePicturePdf.');
  const texts = JSON.parse(streamOf(3).bytes.toString('utf8')) as PdfPage['text'][];
  return texts.map((text, index) => {
    const { head, bytes: picture } = streamOf(6 + 3 * index);
    const sizeOf = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(head)?.[1]);
    return { picture, text, widthPx: sizeOf('Width'), heightPx: sizeOf('Height') };
  });
}
