const [backslash, quote] = [0x5c, 0x22];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Returns whether a JSON text nests deeper than a limit. Counts in the text before parsing, because a recursive walk over a
 * deeper value could overflow the stack.
 */
export function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === backslash) index++;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === openBrace || character === openBracket) {
      depth++;
      if (depth > limit) return true;
    } else if (character === closeBrace || character === closeBracket) depth--;
  }
  return false;
}
