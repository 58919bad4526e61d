import { isSpace } from './pdf-filters.ts';

/** Bytes that were written in letters cannot be told. */
class DamagedLettersError extends Error {
  override readonly name = 'DamagedLettersError';
}

/**
 * Bytes out of their ASCII base-85 representation (ISO 32000-1, 7.4.3): five letters from `!` to `u` for four bytes, `z` for four
 * noughts, `~` for the end.
 *
 * @param most - more bytes are refused.
 * @throws {DamagedLettersError} for any other letter, a `z` within five, what is beyond four bytes, or a single letter at the end.
 */
export function fromAscii85(letters: Buffer, most: number): Buffer {
  const bytes = new Writer(letters, most);
  let group: number[] = [];
  for (const code of letters) {
    if (code === 0x7e) break;
    if (isSpace(code)) continue;
    if (code === 0x7a && group.length === 0) bytes.add(0, 4);
    else if (code < 0x21 || code > 0x75) throw new DamagedLettersError('No letter of base 85.');
    else group.push(code - 0x21);
    if (group.length < 5) continue;
    bytes.add(wordOf(group), 4);
    group = [];
  }
  if (group.length === 1) throw new DamagedLettersError('A letter is left over.');
  // What is missing counts as the highest letter, so that what is cut off does not change what is left.
  if (group.length > 1) bytes.add(wordOf([...group, 84, 84, 84].slice(0, 5)), group.length - 1);
  return bytes.written();
}

function wordOf(group: readonly number[]): number {
  const word = group.reduce((sum, digit) => sum * 85 + digit, 0);
  if (word > 0xffff_ffff) throw new DamagedLettersError('More than four bytes.');
  return word;
}

/**
 * Bytes out of hexadecimal digits (ISO 32000-1, 7.4.2); `>` ends them.
 *
 * @param most - more bytes are refused.
 * @throws {DamagedLettersError} for any other letter.
 */
export function fromAsciiHex(letters: Buffer, most: number): Buffer {
  const end = letters.indexOf('>');
  const digits = letters.toString('latin1', 0, end < 0 ? letters.length : end).replace(/[\0\t\n\f\r ]/g, '');
  if (/[^\dA-Fa-f]/.test(digits) || digits.length / 2 > most) throw new DamagedLettersError('No digits.');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** Four bytes at a time, into as much as there can be. */
class Writer {
  readonly #bytes: Buffer;
  #length = 0;

  constructor(letters: Buffer, most: number) {
    let zeros = 0;
    for (const code of letters) if (code === 0x7a) zeros += 1;
    const length = 4 * zeros + 4 * Math.ceil((letters.length - zeros) / 5);
    if (length > most) throw new DamagedLettersError('More bytes than may be.');
    this.#bytes = Buffer.alloc(length + 4);
  }

  /** @param count - of the word's bytes, from its highest. */
  add(word: number, count: number): void {
    this.#bytes.writeUInt32BE(word, this.#length);
    this.#length += count;
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
