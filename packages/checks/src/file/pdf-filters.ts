/** What one byte stands for at the very most, of the filters that nobody writes any more and that are not unfolded here. */
const growths: ReadonlyMap<string, number> = new Map([
  ['LZW', 1400],
  ['LZWDecode', 1400],
  ['RL', 64],
  ['RunLengthDecode', 64],
]);

const flate: ReadonlySet<string> = new Set(['Fl', 'FlateDecode']);
const jpeg: ReadonlySet<string> = new Set(['DCT', 'DCTDecode']);

/** Space that may stand between a key and its value, and the comments; no writer comes near. */
const MOST_SPACE = 100;
const MOST_COMMENTS = 8;

/** Files within the file lie behind references, one or two each. */
const MOST_REFERENCES = 1000;

/** What is named like a filter, or like a font of one letter. */
const MOST_KEYS = 50_000;

const space = '[\\0\\t\\n\\f\\r ]';
const regular = '[^\\0\\t\\n\\f\\r ()<>[\\]{}/%]';
const nameAt = new RegExp(`^/(${regular}*)`);
const arrayOfNames = new RegExp(`^\\[${space}*((?:/${regular}*${space}*)*)\\]`);
const arrayOfMeaning = new RegExp(`^\\[${space}*(?:[/%]|\\d+${space}+\\d+${space}+R)`);
const referenceAt = new RegExp(`^[-+.\\d]${regular}*(?:${space}+[-+.\\d%]|%)`);
/** A reference in a dictionary that ends soon and has no stream. */
const value = `(?:\\d+${space}+\\d+${space}+R|/${regular}*|-?\\d+|\\([^()\\\\]*\\)|<[\\dA-Fa-f]*>)`;
const referenceWithoutStream = new RegExp(
  `^\\d+${space}+\\d+${space}+R(?:${space}*/${regular}+${space}*${value})*${space}*>>${space}*(?=[^\\0\\t\\n\\f\\r ])(?!%|stream)`,
);

/** A name as it is meant: any letter of it may be written `#xx`. */
export function readName(text: string): string | null {
  const name = nameAt.exec(text)?.[1];
  return name === undefined
    ? null
    : name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * What the filters that a PDF names could make of it, besides deflated streams, which can be told by their bytes.
 *
 * @returns a number of bytes; null when there are filters whose outcome cannot be told.
 */
export function weighFilters(file: Buffer): number | null {
  const skipSpace = createSpaceSkipper(file);
  let bytes = 0;
  let keys = 0;
  let references = 0;
  for (const { name, end } of namesOf(file, 'F')) {
    if (name !== 'F' && name !== 'Filter') continue;
    keys += 1;
    if (keys > MOST_KEYS) return null;
    const at = skipSpace(end);
    if (at === null) return null;
    const text = file.toString('latin1', at, at + 256);
    if (text.startsWith('[')) {
      const filters = readFilters(text);
      // A file has more than one use for `F`, and pictures hold any two letters.
      if (filters === null && name === 'F' && !arrayOfMeaning.test(text)) continue;
      if (filters === null || !isBearableChain(filters)) return null;
      bytes += (growths.get(filters[0] ?? '') ?? 0) * (file.length - at);
    } else if (text.startsWith('/')) {
      bytes += (growths.get(readName(text) ?? '') ?? 0) * (file.length - at);
    } else if (name === 'Filter' ? /^[-+.\d]/.test(text) : referenceAt.test(text)) {
      references += 1;
      const isHarmless = referenceWithoutStream.test(file.toString('latin1', at, at + 4096));
      if (name === 'Filter' || references > MOST_REFERENCES || !isHarmless) return null;
    }
  }
  return bytes;
}

/** The names in a file that begin with a letter, whichever way it is written; also where they mean nothing. */
export function* namesOf(file: Buffer, letter: string): Generator<{ name: string; end: number }> {
  for (const start of [`/${letter}`, '/#']) {
    for (let at = file.indexOf(start); at >= 0; at = file.indexOf(start, at + 1)) {
      const text = file.toString('latin1', at, at + 64);
      yield { name: readName(text)!, end: at + nameAt.exec(text)![0].length };
    }
  }
}

function readFilters(text: string): string[] | null {
  const names = arrayOfNames.exec(text)?.[1];
  return names === undefined ? null : [...names.matchAll(/\/[^/]*/g)].map(([name]) => readName(name)!);
}

/** One filter, or a deflated JPEG. Whatever else stands before or behind deflated data hides what it comes to. */
function isBearableChain(filters: readonly string[]): boolean {
  const [first, second] = filters;
  return filters.length < 2 || (filters.length === 2 && flate.has(first!) && jpeg.has(second!));
}

/** Skips space and comments; null when there is more of them than anybody writes. */
function createSpaceSkipper(file: Buffer): (from: number) => number | null {
  // One for each comment in a row: asked in the file's order, none goes back.
  const endsOfLines = Array.from({ length: MOST_COMMENTS + 1 }, () => createLineFinder(file));
  return (from) => {
    let spaces = 0;
    let comments = 0;
    for (let at = from; at < file.length; ) {
      if (isSpace(file[at])) {
        at += 1;
        spaces += 1;
      } else if (file[at] === 0x25) {
        at = endsOfLines[comments]!(at);
        comments += 1;
      } else return at;
      if (spaces > MOST_SPACE || comments > MOST_COMMENTS) return null;
    }
    return file.length;
  };
}

/** Finds the end of the line that a place is in. Asked in the file's order, it looks at each byte twice. */
export function createLineFinder(file: Buffer): (from: number) => number {
  const ends = [10, 13].map((code) => ({ code, from: Number.POSITIVE_INFINITY, at: 0 }));
  return (from) => {
    for (const end of ends) {
      // What was found from further ahead holds until it is passed.
      if (end.from <= from && from <= end.at) continue;
      const found = file.indexOf(end.code, from);
      end.from = from;
      end.at = found < 0 ? file.length : found;
    }
    return Math.min(...ends.map(({ at }) => at));
  };
}

export function isSpace(code: number | undefined): boolean {
  return code === 0 || code === 9 || code === 10 || code === 12 || code === 13 || code === 32;
}
