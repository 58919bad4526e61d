import { isSpace, readName } from './pdf-filters.ts';

/** What a PDF is written in (ISO 32000-1, 7.2 and 7.3), and where it stands in the file. */
export type PdfToken = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'name' | 'word'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly bytes: Buffer }
  | { readonly kind: 'mark'; readonly text: '<<' | '>>' | '[' | ']' | '{' | '}' | ')' }
);

const delimiters = Buffer.from('()<>[]{}/%');
const escapes: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['b', 8],
  ['f', 12],
]);

/** The longest name, number or word that is looked at: longer ones mean nothing to anybody. */
const MOST_LETTERS = 256;

/** Reads the token at a place or behind it, passing over space and comments; null at the end of the file. */
export function readToken(file: Buffer, from: number): PdfToken | null {
  const start = skipSpace(file, from);
  if (start >= file.length) return null;
  const letter = String.fromCharCode(file[start]!);
  const pair = file.toString('latin1', start, start + 2);
  if (pair === '<<' || pair === '>>') return { kind: 'mark', text: pair, start, end: start + 2 };
  if (letter === '(') return readLiteral(file, start);
  if (letter === '<') return readHex(file, start);
  if (letter === '[' || letter === ']' || letter === '{' || letter === '}' || letter === ')')
    return { kind: 'mark', text: letter, start, end: start + 1 };
  let end = start + 1;
  while (end < file.length && !isSpace(file[end]) && !delimiters.includes(file[end]!)) end += 1;
  const text = file.toString('latin1', start, Math.min(end, start + MOST_LETTERS));
  if (letter === '/') return { kind: 'name', text: readName(text)!, start, end };
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return { kind: 'number', value: Number(text), start, end };
  return { kind: 'word', text, start, end };
}

function skipSpace(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length) {
    if (isSpace(file[at])) at += 1;
    else if (file[at] === 0x25) while (at < file.length && file[at] !== 10 && file[at] !== 13) at += 1;
    else break;
  }
  return at;
}

/** `(…)`, with escapes and with parentheses in pairs. Without its end it reaches to that of the file. */
function readLiteral(file: Buffer, start: number): PdfToken {
  const bytes: number[] = [];
  let depth = 1;
  let at = start + 1;
  while (at < file.length) {
    const code = file[at]!;
    at += 1;
    if (code === 0x5c) {
      const escaped = readEscape(file, at);
      if (escaped.code !== null) bytes.push(escaped.code);
      at = escaped.end;
      continue;
    }
    if (code === 0x28) depth += 1;
    if (code === 0x29) depth -= 1;
    if (depth === 0) break;
    bytes.push(code);
  }
  return { kind: 'string', bytes: Buffer.from(bytes), start, end: at };
}

/** What stands behind a backslash; null: the line goes on. */
function readEscape(file: Buffer, at: number): { code: number | null; end: number } {
  const octal = /^[0-7]{1,3}/.exec(file.toString('latin1', at, at + 3))?.[0];
  if (octal) return { code: Number.parseInt(octal, 8) & 0xff, end: at + octal.length };
  const code = file[at] ?? 0;
  if (code === 13) return { code: null, end: at + (file[at + 1] === 10 ? 2 : 1) };
  if (code === 10) return { code: null, end: at + 1 };
  return { code: escapes.get(String.fromCharCode(code)) ?? code, end: at + 1 };
}

/** `<…>`; what is no digit is passed over, and an odd digit stands for itself and a nought. */
function readHex(file: Buffer, start: number): PdfToken {
  const found = file.indexOf('>', start);
  const end = found < 0 ? file.length : found;
  const digits = file.toString('latin1', start + 1, end).replace(/[^\dA-Fa-f]/g, '');
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  return { kind: 'string', bytes, start, end: Math.min(end + 1, file.length) };
}
