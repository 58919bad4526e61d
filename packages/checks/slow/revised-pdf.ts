import { deflateSync } from 'node:zlib';
import type { PdfObject } from '@vendor/specimens';

/** Cross-reference table of a revision: as text, as a stream, or as text with a stream for objects in object streams. */
export type TableForm = 'text' | 'stream' | 'hybrid';

/** Objects of a revision, by number. */
export type Revision = Readonly<Record<number, PdfObject>>;

/**
 * Saves a change incrementally, as viewers do: the old bytes remain, followed by new objects and a table.
 *
 * @param objects - new objects, and replacements of old ones.
 */
export function appendRevision(file: Buffer, objects: Revision, form: TableForm = 'text'): Buffer {
  const text = file.toString('latin1');
  const previous = Number([...text.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1]);
  const numbers = Object.keys(objects).map(Number);
  const size = Math.max(...numbers, ...[...text.matchAll(/\/Size (\d+)/g)].map(([, count]) => Number(count)));
  const parts: Buffer[] = [file];
  let length = file.length;
  const add = (...more: (Buffer | string)[]) => {
    const bytes = Buffer.concat(
      more.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    );
    const place = length;
    parts.push(bytes);
    length += bytes.length;
    return place;
  };
  const addObject = (number: number, { value, stream }: PdfObject) =>
    stream
      ? add(`${number} 0 obj\n${value}\nstream\n`, Buffer.from(stream), '\nendstream\nendobj\n')
      : add(`${number} 0 obj\n${value}\nendobj\n`);
  const kept = [/\/Root \d+ 0 R/, /\/Encrypt \d+ 0 R/, /\/ID\s*\[[^\]]*\]/]
    .map((entry) => entry.exec(text)?.[0] ?? '')
    .join(' ');
  const trailer = (entries: string) => `${kept} /Prev ${previous} ${entries}`;

  // Objects without a stream share an object stream, unless the table is text.
  const packed = form === 'text' ? [] : numbers.filter((number) => !objects[number]!.stream);
  const places = new Map<number, number>();
  for (const number of numbers) {
    if (!packed.includes(number)) places.set(number, addObject(number, objects[number]!));
  }
  const [packNumber, tableNumber] = [size + 1, size + 2];
  if (packed.length > 0) {
    const values = packed.map((number) => objects[number]!.value);
    let at = 0;
    const head = packed.map((number, index) => {
      const place = at;
      at += values[index]!.length + 1;
      return `${number} ${place}`;
    });
    const first = `${head.join(' ')} `;
    const stream = deflateSync(Buffer.from(`${first}${values.join(' ')}`, 'latin1'));
    const value = `<< /Type /ObjStm /N ${packed.length} /First ${first.length} /Filter /FlateDecode /Length ${stream.length} >>`;
    places.set(packNumber, addObject(packNumber, { value, stream }));
  }
  const rowsOfStream: { number: number; row: readonly [number, number, number] }[] = [
    ...packed.map((number, index) => ({ number, row: [2, packNumber, index] as const })),
    ...(form === 'stream'
      ? [...places].map(([number, place]) => ({ number, row: [1, place, 0] as const }))
      : []),
  ];
  let streamPlace = 0;
  if (form !== 'text') {
    if (form === 'stream') rowsOfStream.push({ number: tableNumber, row: [1, length, 0] });
    const bytes = Buffer.alloc(6 * rowsOfStream.length);
    rowsOfStream.forEach(({ row: [kind, place, index] }, at) => {
      bytes.writeUInt8(kind, 6 * at);
      bytes.writeUInt32BE(place, 6 * at + 1);
      bytes.writeUInt8(index, 6 * at + 5);
    });
    const stream = deflateSync(bytes);
    const index = rowsOfStream.map(({ number }) => `${number} 1`).join(' ');
    const previousTable = form === 'stream' ? trailer('') : kept;
    const value = `<< /Type /XRef /W [1 4 1] /Index [${index}] /Size ${size + 3} ${previousTable} /Filter /FlateDecode /Length ${stream.length} >>`;
    streamPlace = addObject(tableNumber, { value, stream });
  }
  if (form === 'stream') {
    add(`startxref\n${streamPlace}\n%%EOF\n`);
    return Buffer.concat(parts);
  }
  const rows = [...places].map(
    ([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`,
  );
  const hybrid = form === 'hybrid' ? `/XRefStm ${streamPlace}` : '';
  const table = add(`xref\n0 0\n${rows.join('')}trailer\n<< /Size ${size + 3} ${trailer(hybrid)} >>\n`);
  add(`startxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}
