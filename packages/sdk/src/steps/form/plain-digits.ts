/**
 * A text as ASCII writes it: digits of every script, full-width letters and signs (those of a Chinese or Japanese keyboard) as their
 * equals there, and nothing of what nobody sees, such as the marks of direction that come along with a copied number. Letters of
 * other scripts stay. It is for what machines read: in a name some of these marks are part of the spelling.
 */
export function plainDigits(text: string): string {
  return text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, asciiOf)
    .replace(/\p{Cf}/gu, '');
}

/** Unicode has the decimal digits of a script in one row, from zero to nine (chapter 4.6); those of mathematics are several such rows. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return `${before % 10}`;
}
