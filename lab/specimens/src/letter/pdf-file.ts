/** An object of a PDF: its dictionary or value, and the bytes of its stream, if any. */
export interface PdfObject {
  readonly value: string;
  readonly stream?: Uint8Array;
}

/**
 * Writes a PDF of the given objects, the first of which is the catalog; objects refer to each other by their position, from 1.
 *
 * @param trailer - further entries of the trailer, such as `/Encrypt 5 0 R`.
 */
export function writePdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  let length = parts[0]!.length;
  const places: number[] = [];
  const add = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  objects.forEach(({ value, stream }, index) => {
    places.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n${value}\n`, 'latin1'));
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    add(Buffer.from('endobj\n'));
  });
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}
