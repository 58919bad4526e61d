import { type PdfToken, readToken } from './pdf-tokens.ts';

/** A part of a PDF as it stands in the file: an object with a number, or a trailer. */
export interface PdfPart {
  /** Null: a trailer. */
  readonly object: { readonly number: number; readonly generation: number } | null;
  readonly tokens: readonly PdfToken[];
  /** Where the bytes of its stream stand. */
  readonly stream: { readonly start: number; readonly end: number } | null;
}

/** No object or trailer that matters to a page is as long. */
const MOST_TOKENS = 200_000;

/** Whoever builds a page of so many tokens wants something else. */
const MOST_TOKENS_IN_ALL = 2_000_000;

/** As many as are weighed afterwards. */
const MOST_STREAMS = 2000;

/** The place of the word that tells a reader where the table of objects is. */
export interface PdfTablePlace {
  readonly table: PdfToken;
}

/**
 * The objects and trailers of a PDF in the order in which they stand, whatever its tables say of where they are.
 *
 * @throws {RangeError} when there is more than anybody writes.
 */
export function* partsOf(file: Buffer): Generator<PdfPart | PdfTablePlace> {
  let tokens: PdfToken[] = [];
  let object: PdfPart['object'] = null;
  let isPart = false;
  let at = 0;
  let streams = 0;
  const lengths = lengthsIn(file);
  for (let count = 0; ; count += 1) {
    const token = readToken(file, at);
    if (count > MOST_TOKENS_IN_ALL || tokens.length > MOST_TOKENS) throw new RangeError('Too many tokens');
    if (token) at = token.end;
    if (token?.kind === 'word' && token.text === 'stream' && object) {
      streams += 1;
      if (streams > MOST_STREAMS) throw new RangeError('Too many streams');
      const stream = streamBehind(file, token, tokens, lengths);
      yield { object, tokens, stream };
      at = stream.end;
    } else if (token === null || (token.kind === 'word' && isBorder(token.text))) {
      if (isPart && tokens.length > 0) yield { object, tokens, stream: null };
      if (token === null) return;
      if (token.kind === 'word' && token.text === 'startxref') yield { table: token };
    } else {
      tokens.push(token);
      continue;
    }
    object = token.text === 'obj' ? numberOf(tokens) : null;
    isPart = object !== null || token.text === 'trailer';
    tokens = [];
  }
}

function isBorder(word: string): boolean {
  return ['obj', 'endobj', 'endstream', 'trailer', 'xref', 'startxref'].includes(word);
}

/** What stands before `obj`. */
function numberOf(tokens: readonly PdfToken[]): PdfPart['object'] {
  const [number, generation] = tokens.slice(-2);
  if (number?.kind !== 'number' || generation?.kind !== 'number') return null;
  return { number: number.value, generation: generation.value };
}

const space = '[\\0\\t\\n\\f\\r ]{1,8}';
const lengthObject = new RegExp(
  `(\\d{1,10})${space}\\d{1,5}${space}obj${space}(\\d{1,10})${space}endobj`,
  'g',
);

/** The objects that are numbers and nothing else: lengths of streams are, which a writer knows only behind them. */
function lengthsIn(file: Buffer): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  for (const [, number, length] of file.toString('latin1').matchAll(lengthObject))
    lengths.set(Number(number), Number(length));
  return lengths;
}

/** What a dictionary says of how long its stream is, itself or by the number of an object. */
function lengthOf(tokens: readonly PdfToken[], lengths: ReadonlyMap<number, number>): number | null {
  const [first, generation] = entriesOf(tokens).get('Length') ?? [];
  if (first?.kind !== 'number') return null;
  const length = generation?.kind === 'number' ? lengths.get(first.value) : first.value;
  return length !== undefined && Number.isSafeInteger(length) && length >= 0 ? length : null;
}

/** The bytes from the line behind the word to where they are said to end, or else to the word that ends them. */
function streamBehind(
  file: Buffer,
  { end }: PdfToken,
  tokens: readonly PdfToken[],
  lengths: ReadonlyMap<number, number>,
) {
  const start =
    end + (file[end] === 13 && file[end + 1] === 10 ? 2 : file[end] === 10 || file[end] === 13 ? 1 : 0);
  const length = lengthOf(tokens, lengths);
  if (length !== null) {
    const said = start + length;
    if (/^[\r\n]{0,2}endstream/.test(file.toString('latin1', said, said + 11))) return { start, end: said };
  }
  const found = file.indexOf('endstream', start);
  const last = found < 0 ? file.length : found;
  const line = /\r?\n?$/.exec(file.toString('latin1', Math.max(start, last - 2), last))?.[0] ?? '';
  return { start, end: last - line.length };
}

/** The entries of the dictionary that some tokens begin with: of each name the tokens of its value. */
export function entriesOf(tokens: readonly PdfToken[]): Map<string, PdfToken[]> {
  const entries = new Map<string, PdfToken[]>();
  if (!isMark(tokens[0], '<<')) return entries;
  let name: string | null = null;
  let value: PdfToken[] = [];
  let depth = 1;
  for (const token of tokens.slice(1)) {
    if (isMark(token, '<<') || isMark(token, '[')) depth += 1;
    if (isMark(token, '>>') || isMark(token, ']')) depth -= 1;
    if (depth === 0) break;
    // A name is a key when it begins an entry; as a value it stands first behind its key.
    if (depth === 1 && token.kind === 'name' && (name === null || value.length > 0)) {
      if (name !== null) entries.set(name, value);
      name = token.text;
      value = [];
    } else value.push(token);
  }
  if (name !== null) entries.set(name, value);
  return entries;
}

export function isMark(token: PdfToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text;
}
