/**
 * Converts digits of every script, full-width letters and signs (of a Chinese or Japanese keyboard) to ASCII, and removes
 * invisible characters, such as direction marks copied with a number. Letters of other scripts stay. For machine-read values
 * only: in names, some of these marks are part of the spelling.
 */
export function plainDigits(text: string): string {
  return text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, toAscii)
    .replace(/\p{Cf}/gu, '');
}

/**
 * Converts a digit to ASCII by its position: Unicode assigns the decimal digits of a script consecutive code points, from zero
 * to nine (chapter 4.6), and those of mathematics several such runs in a row.
 */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return `${before % 10}`;
}
