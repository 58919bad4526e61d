const family = /^[A-Za-z][A-Za-z0-9 _-]{0,63}$/;

/**
 * Accepts a family name of letters, digits, spaces, `_` and `-`, which cannot end a CSS string.
 *
 * @returns null for any other text.
 */
export function parseFontFamily(text: string): string | null {
  return family.test(text.trim()) ? text.trim() : null;
}
