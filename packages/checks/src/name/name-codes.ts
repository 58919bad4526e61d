/**
 * Codes that authorities of the United States print instead of a missing name: first or last name unknown, no first, last or
 * middle name, no middle initial.
 */
const CODES = /(?<![\p{L}\p{M}])(?:FNU|LNU|NFN|NLN|NMN|NMI)(?![\p{L}\p{M}])/giu;

/** Suffixes behind a surname. `I`, `V` and `VI` are not among them, because they are initials or names as well. */
const SUFFIX = /^(?:JR|SR|I{2,3}|IV|VI{2,3})\.?$/i;

/** Removes codes for missing names. */
export function removeCodes(name: string): string {
  return name.replace(CODES, ' ').trim();
}

/** Removes a suffix from the end of a surname or full name, unless it is the whole of it. */
export function removeSuffix(name: string): string {
  const words = splitAtSpaces(name);
  return words.length > 1 && SUFFIX.test(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : name;
}

/** Returns whether one of the words of a name is a suffix. */
export function hasSuffix(name: string): boolean {
  return splitAtSpaces(name).some((word) => SUFFIX.test(word));
}

function splitAtSpaces(name: string): string[] {
  return name.split(/[\s,]+/).filter((word) => word !== '');
}
