const [backslash, quote, comma] = [0x5c, 0x22, 0x2c];
const [openBrace, openBracket] = [0x7b, 0x5b];

/**
 * Whether a JSON text holds more values than that: the members of its objects and the elements of its arrays, at any depth.
 * Counted in the text and given up at the limit, because each value costs far more once it is parsed, checked and listed as a
 * fault than to be counted. An empty object or array counts as one more.
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

/** The index of the closing quote; past the end when there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) return index;
    if (character === backslash) index++;
  }
  return text.length;
}
