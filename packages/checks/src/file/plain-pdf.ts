import { fromAscii85, fromAsciiHex } from './pdf-ascii.ts';
import { namesOf } from './pdf-filters.ts';
import { openWithoutPassword, type PdfCipher } from './pdf-key.ts';
import { entriesOf, isMark, type PdfPart, partsOf } from './pdf-objects.ts';
import { HiddenRevisionError, PdfRevisions } from './pdf-revisions.ts';
import type { PdfToken } from './pdf-tokens.ts';

/** What streams written in letters may come to, together: a `z` stands for four bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Each string under the lock has a key of its own; no file of ten pages has as many. */
const MOST_STRINGS = 20_000;

const decoders: ReadonlyMap<string, (bytes: Buffer, most: number) => Buffer> = new Map([
  ['A85', fromAscii85],
  ['ASCII85Decode', fromAscii85],
  ['AHx', fromAsciiHex],
  ['ASCIIHexDecode', fromAsciiHex],
]);

/** A part of the file, and what stands there instead. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: Buffer | string;
}

/**
 * Writes a PDF anew so that its streams can be told by their bytes: opened, where only changing the file asks for a password,
 * and out of the letters that some writers put them in. Nothing rests on its being right: what comes out is weighed and read
 * like any file from anywhere. It takes time in proportion to the file.
 *
 * @returns the same bytes when there is nothing to do; `UNREADABLE` when it is damaged; `PROTECTED` when a password is asked for, or
 * the file was changed under its lock in a way that hides which objects are the newest: saved without the lock it can be read.
 */
export function writePlainly(file: Buffer): Buffer | 'PROTECTED' | 'UNREADABLE' {
  const isProtected = hasName(file, 'E', (name) => name === 'Encrypt');
  if (!isProtected && !hasName(file, 'A', (name) => decoders.has(name))) return file;
  try {
    const lock = isProtected ? findLock(file) : null;
    if (isProtected && lock === null) return 'PROTECTED';
    return withEdits(file, editsOf(file, lock));
  } catch (error) {
    return isProtected && error instanceof HiddenRevisionError ? 'PROTECTED' : 'UNREADABLE';
  }
}

interface Lock {
  readonly cipher: PdfCipher;
  /** The number of the object that tells of it, which is not under it. */
  readonly number: number | null;
}

/** How the file is protected; null: in a way that asks for a password, or one that is not known. */
function findLock(file: Buffer): Lock | null {
  let encrypt: readonly PdfToken[] = [];
  let id: Buffer = Buffer.alloc(0);
  const candidates = new Map<number, readonly PdfToken[]>();
  for (const part of partsOf(file)) {
    if ('table' in part) continue;
    const entries = entriesOf(part.tokens);
    if (part.object && entries.has('O') && entries.has('U')) candidates.set(part.object.number, part.tokens);
    if (!isTrailer(part, entries) || !entries.has('Encrypt')) continue;
    encrypt = entries.get('Encrypt')!;
    const first = entries.get('ID')?.find((token) => token.kind === 'string');
    if (first?.kind === 'string') id = first.bytes;
  }
  const [first] = encrypt;
  const number = first?.kind === 'number' ? first.value : null;
  const cipher = openWithoutPassword(number === null ? encrypt : (candidates.get(number) ?? []), id);
  return cipher && { cipher, number };
}

function isTrailer({ object }: PdfPart, entries: Map<string, PdfToken[]>): boolean {
  return object === null || isTable(entries);
}

/** A table of objects that is written as a stream; it is under no lock. */
function isTable(entries: Map<string, PdfToken[]>): boolean {
  return isOfType(entries, 'XRef');
}

function isOfType(entries: Map<string, PdfToken[]>, name: string): boolean {
  const [type] = entries.get('Type') ?? [];
  return type?.kind === 'name' && type.text === name;
}

function* editsOf(file: Buffer, lock: Lock | null): Generator<Edit> {
  let left = MOST_BYTES;
  let strings = 0;
  const revisions = new PdfRevisions();
  for (const part of partsOf(file)) {
    // Every place in the file is another now: readers find the objects by looking for them.
    if ('table' in part) yield { ...part.table, text: '' };
    else {
      const entries = entriesOf(part.tokens);
      const cipher = lock && part.object?.number !== lock.number && !isTable(entries) ? lock.cipher : null;
      const stream = openStream(file, part, entries, cipher, left);
      left -= stream?.growth ?? 0;
      if (stream && isOfType(entries, 'ObjStm'))
        revisions.addStream(entries, stream.filters.slice(stream.done), stream.bytes);
      if (part.object) revisions.addObject(part.object.number);
      if (cipher && part.object) strings += part.tokens.filter(isFilledString).length;
      if (strings > MOST_STRINGS) throw new RangeError('Too many strings');
      const edits = plainStrings(part, cipher);
      if (stream && (cipher || stream.done > 0)) edits.push(...plainStream(part, entries, stream));
      if (isTrailer(part, entries)) edits.push(...without(part.tokens, 'Encrypt', entries));
      yield* edits.sort((one, other) => one.start - other.start);
    }
  }
}

function isFilledString(token: PdfToken): boolean {
  return token.kind === 'string' && token.bytes.length > 0;
}

/** Strings are written in hexadecimal digits: whatever they hold, it needs no escape. */
function plainStrings({ object, tokens }: PdfPart, cipher: PdfCipher | null): Edit[] {
  if (!cipher || !object) return [];
  return tokens.flatMap((token) =>
    token.kind === 'string'
      ? [
          {
            start: token.start,
            end: token.end,
            text: `<${cipher(token.bytes, 'string', object).toString('hex')}>`,
          },
        ]
      : [],
  );
}

/** The bytes of a stream without their lock and their letters. */
interface OpenedStream {
  readonly bytes: Buffer;
  readonly filters: readonly string[];
  /** How many of the filters are done with. */
  readonly done: number;
  /** What the letters came to. */
  readonly growth: number;
}

function openStream(
  file: Buffer,
  { object, stream }: PdfPart,
  entries: Map<string, PdfToken[]>,
  cipher: PdfCipher | null,
  mostGrowth: number,
): OpenedStream | null {
  if (!stream || !object) return null;
  const filter = entries.get('Filter') ?? [];
  const filters = filter.flatMap((token) => (token.kind === 'name' ? [token.text] : []));
  let bytes = file.subarray(stream.start, stream.end);
  if (cipher) bytes = cipher(bytes, 'stream', object);
  let growth = 0;
  let done = 0;
  for (
    let decode = decoders.get(filters[0] ?? '');
    decode && done < 2;
    decode = decoders.get(filters[done] ?? '')
  ) {
    bytes = decode(bytes, mostGrowth - growth);
    growth += bytes.length;
    done += 1;
  }
  return { bytes, filters, done, growth };
}

function plainStream(
  { tokens, stream }: PdfPart,
  entries: Map<string, PdfToken[]>,
  { bytes, done }: OpenedStream,
): Edit[] {
  const edits: Edit[] = [{ ...stream!, text: bytes }];
  edits.push(...without(tokens, 'Length', entries), {
    start: tokens[0]!.end,
    end: tokens[0]!.end,
    text: ` /Length ${bytes.length} `,
  });
  if (done > 0)
    for (const name of ['Filter', 'DecodeParms']) edits.push(...withoutFirst(entries.get(name) ?? [], done));
  return edits;
}

/** Takes an entry away. */
function without(tokens: readonly PdfToken[], name: string, entries: Map<string, PdfToken[]>): Edit[] {
  const value = entries.get(name);
  const last = value?.at(-1);
  if (!value || !last) return [];
  const key = tokens[tokens.indexOf(value[0]!) - 1]!;
  return [{ start: key.start, end: last.end, text: '' }];
}

/** Takes the first ones out of a list, or leaves an empty list of the one that stands alone. */
function withoutFirst(value: readonly PdfToken[], count: number): Edit[] {
  const [first] = value;
  if (!first) return [];
  if (!isMark(first, '[')) return [{ start: first.start, end: value.at(-1)!.end, text: '[]' }];
  let depth = 0;
  let members = 0;
  for (const token of value.slice(1)) {
    if (isMark(token, '<<') || isMark(token, '[')) depth += 1;
    if (isMark(token, '>>') || isMark(token, ']')) depth -= 1;
    if (depth < 0) break;
    if (depth === 0) members += 1;
    if (members === count) return [{ start: first.end, end: token.end, text: '' }];
  }
  return [];
}

function withEdits(file: Buffer, edits: Iterable<Edit>): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const { start, end, text } of edits) {
    pieces.push(file.subarray(copied, start), typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
    copied = end;
  }
  return Buffer.concat([...pieces, file.subarray(copied)]);
}

function hasName(file: Buffer, letter: string, isIt: (name: string) => boolean): boolean {
  for (const { name } of namesOf(file, letter)) if (isIt(name)) return true;
  return false;
}
