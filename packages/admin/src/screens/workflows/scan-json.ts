/** Range in a text. */
export interface JsonPlace {
  /** Offset of the first character: of the name for a member, otherwise of the value. */
  readonly from: number;
  /** Offset after the last character of the value. */
  readonly to: number;
}

/** Positions in a text, as far as it could be parsed. */
export interface ScannedJson {
  /** Ranges by JSON pointer (RFC 6901). */
  readonly places: ReadonlyMap<string, JsonPlace>;
  /** First fault of the JSON; null if it is valid. */
  readonly fault: { readonly offset: number; readonly detail: 'syntax' | 'duplicate' } | null;
}

const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none within a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const space = /[ \t\r\n]*/y;

/** Maximum depth, larger than any definition needs. */
const maxDepth = 64;

/**
 * Finds the positions of the members and of the first fault of a JSON text. `JSON.parse` does not report positions in every
 * browser.
 */
export function scanJson(text: string): ScannedJson {
  const places = new Map<string, JsonPlace>();
  let at = 0;
  let duplicate: number | null = null;
  const skip = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const take = (character: string): boolean => {
    skip(space);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const expect = (isThere: boolean) => {
    if (!isThere) throw new RangeError();
  };
  const readList = (pointer: string, depth: number) => {
    if (take(']')) return;
    for (let index = 0; ; index++) {
      skip(space);
      readValue(`${pointer}/${index}`, at, depth);
      if (take(',')) continue;
      return expect(take(']'));
    }
  };
  const readMembers = (pointer: string, depth: number) => {
    if (take('}')) return;
    for (;;) {
      skip(space);
      const from = at;
      const name = skip(string);
      expect(name !== null);
      const step = JSON.parse(name ?? '""')
        .replaceAll('~', '~0')
        .replaceAll('/', '~1');
      if (places.has(`${pointer}/${step}`)) duplicate ??= from;
      expect(take(':'));
      readValue(`${pointer}/${step}`, from, depth);
      if (take(',')) continue;
      return expect(take('}'));
    }
  };
  const readValue = (pointer: string, from: number, depth: number) => {
    expect(depth <= maxDepth);
    skip(space);
    if (take('{')) readMembers(pointer, depth + 1);
    else if (take('[')) readList(pointer, depth + 1);
    else expect(skip(string) !== null || skip(word) !== null);
    places.set(pointer, { from, to: at });
  };
  try {
    skip(space);
    readValue('', at, 0);
    skip(space);
    expect(at === text.length);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { places, fault: { offset: Math.min(at, text.length), detail: 'syntax' } };
  }
  return { places, fault: duplicate === null ? null : { offset: duplicate, detail: 'duplicate' } };
}

/** Returns the line of an offset, from 1. */
export function findLine(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Returns the range of a pointer or, if it is missing in the text, of the closest member around it. */
export function locatePointer({ places }: ScannedJson, pointer: string): JsonPlace {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place) return place;
    if (at === '') return { from: 0, to: 0 };
  }
}
