import { inflateRawSync } from 'node:zlib';
import type { PdfToken } from './pdf-tokens.ts';
import { readToken } from './pdf-tokens.ts';

/** What streams of objects may unfold to, and how many objects may lie in them, together. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_OBJECTS = 200_000;

/** Which object is the newest cannot be told without the tables of the file. */
export class HiddenRevisionError extends Error {
  override readonly name = 'HiddenRevisionError';
}

/**
 * The objects of a file in the order in which they stand, for a reader without the tables: it takes the last of those that stand
 * by themselves, and of those in streams of objects the first, if there is no other.
 */
export class PdfRevisions {
  readonly #numbers = new Set<number>();
  #bytes = MOST_BYTES;
  #objects = MOST_OBJECTS;

  /** An object that stands by itself: it is found, whatever came before. */
  addObject(number: number): void {
    this.#numbers.add(number);
  }

  /**
   * The objects in a stream of them (ISO 32000-1, 7.5.7).
   *
   * @param entries - of its dictionary.
   * @param filters - those that its bytes still need.
   * @throws when one of them came before, so that the older would be read; or when they cannot be told.
   */
  addStream(entries: ReadonlyMap<string, PdfToken[]>, filters: readonly string[], bytes: Buffer): void {
    const [count, ...more] = entries.get('N') ?? [];
    if (count?.kind !== 'number' || count.value < 0 || more.length > 0)
      throw new HiddenRevisionError('Their number is not told.');
    this.#objects -= count.value;
    if (this.#objects < 0) throw new RangeError('Too many objects');
    const content = this.#unfold(filters, bytes);
    let at = 0;
    for (let index = 0; index < count.value; index += 1) {
      const number = readToken(content, at);
      const place = number && readToken(content, number.end);
      if (number?.kind !== 'number' || place?.kind !== 'number')
        throw new HiddenRevisionError('Their numbers are not told.');
      if (this.#numbers.has(number.value)) throw new HiddenRevisionError('It would be read as it was.');
      this.#numbers.add(number.value);
      at = place.end;
    }
  }

  #unfold(filters: readonly string[], bytes: Buffer): Buffer {
    if (filters.length === 0) return bytes;
    if (filters.length > 1 || (filters[0] !== 'FlateDecode' && filters[0] !== 'Fl'))
      throw new HiddenRevisionError('A filter hides them.');
    const content = inflateRawSync(bytes.subarray(2), { maxOutputLength: Math.max(1, this.#bytes) });
    this.#bytes -= content.length;
    return content;
  }
}
