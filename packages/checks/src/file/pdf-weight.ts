import { inflateRawSync } from 'node:zlib';
import { createLineFinder, isSpace, namesOf, weighFilters } from './pdf-filters.ts';

/** What the streams of a PDF may unfold to, together. Ten scanned pages have a tenth of it. */
const MOST_BYTES = 256 * 1024 * 1024;

/** How many streams there may be: ten pages have hundreds. */
const MOST_STREAMS = 2000;

/** A file within a file, and what lies deflated in it; deeper nobody stores a page. */
const MOST_LAYERS = 2;

/** From the end of deflated data to the end of its stream: a check sum and the end of a line. */
const MOST_TAIL = 64;

/** `PROTECTED`: what it unfolds to cannot be told without its key. */
export type PdfWeight = 'BEARABLE' | 'UNBEARABLE' | 'PROTECTED';

interface Allowance {
  bytes: number;
  streams: number;
}

/**
 * Whether a PDF unfolds to no more than a reader can bear, found out without reading it: whatever could be a deflated stream is
 * unfolded as far as it may be, whatever the file says of where it is, how long it is and what it is. What cannot be told is
 * unbearable. It takes time in proportion to the file and what it unfolds to. Pictures within what is drawn are not looked at:
 * where they begin only a reader can tell, and it is bounded itself.
 *
 * @param mostBytes - what the streams may unfold to, together.
 */
export function weighPdf(bytes: Uint8Array, mostBytes = MOST_BYTES): PdfWeight {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { name } of namesOf(file, 'E')) if (name === 'Encrypt') return 'PROTECTED';
  return isBearable(file, { bytes: mostBytes, streams: MOST_STREAMS }, 0) ? 'BEARABLE' : 'UNBEARABLE';
}

/** @param layer - how many times what is looked at was unfolded. */
function isBearable(file: Buffer, left: Allowance, layer: number): boolean {
  const endOfLine = createLineFinder(file);
  let hasData = false;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (!isWord(file, at, at + 6)) continue;
    hasData = true;
    left.streams -= 1;
    if (left.streams < 0) return false;
    // Readers pass over whatever stands behind the word in its line.
    const end = endOfLine(at + 6);
    const start = end + (file[end] === 13 && file[end + 1] === 10 ? 2 : 1);
    if (isDeflated(file, start) && !isStreamBearable(file, start, left, layer)) return false;
  }
  if (!hasData) return true;
  const byFilters = weighFilters(file);
  if (byFilters === null) return false;
  left.bytes -= byFilters;
  return left.bytes >= 0;
}

/** Unfolds the deflated data that begins at a place, to where it ends by itself: the word `endstream` can stand within. */
function isStreamBearable(file: Buffer, start: number, left: Allowance, layer: number): boolean {
  if (layer === MOST_LAYERS) return false;
  const unfolded = unfold(file.subarray(start + 2), left.bytes);
  if (unfolded === null) return false;
  left.bytes -= unfolded.bytes.length;
  const end = start + 2 + unfolded.length;
  return (
    file.subarray(end, end + MOST_TAIL).includes('endstream') && isBearable(unfolded.bytes, left, layer + 1)
  );
}

/** Null when it is more than is left, or damaged: a reader goes on where this ends. The check sum is asked by no reader. */
function unfold(content: Buffer, most: number): { bytes: Buffer; length: number } | null {
  try {
    const options = { maxOutputLength: Math.max(1, most), info: true };
    // The types do not know of `info`.
    const { buffer, engine } = inflateRawSync(content, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { bytes: buffer, length: engine.bytesWritten };
  } catch {
    return null;
  }
}

/** By what readers ask of the two bytes that such data begins with. */
function isDeflated(file: Buffer, at: number): boolean {
  if (at + 2 > file.length) return false;
  return (file[at]! & 15) === 8 && file.readUInt16BE(at) % 31 === 0 && (file[at + 1]! & 32) === 0;
}

/** Whether a reader takes it for a word of its own. */
function isWord(file: Buffer, start: number, end: number): boolean {
  return isBorder(file[start - 1]) && isBorder(file[end]);
}

function isBorder(code: number | undefined): boolean {
  return code === undefined || isSpace(code) || '()<>[]{}/%'.includes(String.fromCharCode(code));
}
