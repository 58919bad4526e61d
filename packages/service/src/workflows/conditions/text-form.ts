/** Position in a text at which a part must occur. */
export type PlaceInText = 'start' | 'end' | 'inside';

/** Returns whether a text of some form can have the part at the position. */
export type TextForm = (part: string, place: PlaceInText) => boolean;

/** Builds the form of a text that is one of the given values. */
export function oneOfTexts(values: readonly string[]): TextForm {
  return (part, place) =>
    values.some((value) =>
      place === 'start'
        ? value.startsWith(part)
        : place === 'end'
          ? value.endsWith(part)
          : value.includes(part),
    );
}

const characters: Readonly<Record<string, RegExp>> = { 9: /\d/, A: /[A-Z]/, X: /[A-Za-z0-9]/ };

/**
 * Builds the form of a text of fixed length.
 *
 * @param pattern - `9` is a digit, `A` a capital letter, `X` a letter or digit; other characters are literal.
 */
export function textOfPattern(pattern: string): TextForm {
  const isAt = (part: string, offset: number) =>
    offset >= 0 &&
    offset + part.length <= pattern.length &&
    [...part].every((character, index) => {
      const wanted = pattern[offset + index] ?? '';
      return characters[wanted]?.test(character) ?? character === wanted;
    });
  return (part, place) => {
    if (place === 'start') return isAt(part, 0);
    if (place === 'end') return isAt(part, pattern.length - part.length);
    return [...pattern].some((_, offset) => isAt(part, offset));
  };
}

/** A phone number as in inputs: a plus sign, followed by digits, spaces and dashes. */
export const phoneForm: TextForm = (part, place) =>
  (place === 'start' ? /^\+[\d -]*$/ : /^\+?[\d -]*$/).test(part);
