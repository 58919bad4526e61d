const [backslash, quote, comma] = [0x5c, 0x22, 0x2c];
const [openBrace, openBracket] = [0x7b, 0x5b];

/**
 * Returns whether a JSON text has more values than a limit: members of objects and elements of arrays, at any depth. Counts in
 * the text and stops at the limit, because parsing, checking and reporting a value costs far more than counting it. An empty
 * object or array counts as one more.
 */
export function holdsMoreValues(text: string, limit: number): boolean {
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) index = endOfString(text, index);
    else if (character === comma || character === openBrace || character === openBracket) {
      values++;
      if (values > limit) return true;
    }
  }
  return false;
}

/** Returns the index of the closing quote, or past the end if there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) return index;
    if (character === backslash) index++;
  }
  return text.length;
}
