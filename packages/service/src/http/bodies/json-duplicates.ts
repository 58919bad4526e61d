const [backslash, quote, comma, colon] = [0x5c, 0x22, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** An object or array that is still open. */
interface Frame {
  /** Names in the object so far; null: an array. */
  readonly names: Set<string> | null;
  /** Name or index of the current value. */
  at: string | number;
  /** Whether the next string is a name. */
  expectsName: boolean;
}

/**
 * Finds duplicate members in one pass over the text. `JSON.parse` keeps the last of them, but another program may have read the
 * first.
 *
 * @param text - valid JSON of limited depth.
 * @param maxPaths - maximum number of paths to return.
 * @returns the paths of the duplicates.
 */
export function findDuplicateMembers(text: string, maxPaths: number): string[][] {
  const frames: Frame[] = [];
  const duplicates: string[][] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    const frame = frames.at(-1);
    if (character === quote) {
      const end = endOfString(text, index);
      if (frame?.names && frame.expectsName) {
        const name = textOf(text.slice(index, end + 1));
        frame.at = name;
        if (frame.names.has(name) && duplicates.length < maxPaths)
          duplicates.push(frames.map(({ at }) => String(at)));
        frame.names.add(name);
      }
      index = end;
    } else if (character === openBrace) frames.push({ names: new Set(), at: '', expectsName: true });
    else if (character === openBracket) frames.push({ names: null, at: 0, expectsName: false });
    else if (character === closeBrace || character === closeBracket) frames.pop();
    else if (character === colon && frame) frame.expectsName = false;
    else if (character === comma && frame) {
      if (typeof frame.at === 'number') frame.at++;
      else frame.expectsName = true;
    }
  }
  return duplicates;
}

/** Returns the index of the closing quote. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote)
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index;
}

/** Decodes a JSON string, because escapes can write the same name in several ways. */
function textOf(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}
