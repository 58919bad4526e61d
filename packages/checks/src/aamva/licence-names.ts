/** Names in a licence's barcode. */
export interface LicenceNames {
  readonly surname: string;
  /** Separated by spaces; empty without any. */
  readonly givenNames: string;
  /** `JR`, `III` and the like, which belongs to neither surname nor given names; null without one. */
  readonly suffix: string | null;
  /** Whether names were truncated because they are too long. */
  readonly isNameCut: boolean;
}

/** Placeholders for a missing value. `NA` and `NULL` are not among them, because they are names of people. */
const PLACEHOLDER =
  /^(?:NONE|UNAVL?|UNAVAIL|UNAVAILABLE|UNK|UNKNOWN|N\/A|N\.A\.?|NOT (?:AVAILABLE|APPLICABLE|ON FILE|PROVIDED)|[-*.,_?/]+)$/i;

/** Codes for people without a middle name or initial, a first name or a last name; `U` in `FNU` and `LNU` is "unknown". */
const NO_NAME = /^(?:NMN|NMI|NFN|NLN|FNU|LNU|NO (?:MIDDLE|FIRST|LAST) NAME)$/i;

const SUFFIX = /^(?:JR|SR|I{1,3}|IV|VI{0,3}|IX|1ST|2ND|3RD|[4-9]TH)$/i;

/** Suffixes that are neither initials nor given names. */
const LONG_SUFFIX = /^(?:JR|SR|II|III|IV|VI{2,3}|IX|1ST|2ND|3RD|[4-9]TH)$/i;

/** Returns whether a value is a placeholder for a missing one. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.trim());
}

/**
 * Reads the names. Editions of the standard write them in three ways: one element for each, all given names in one element, or
 * everything in one element with commas or dollar signs. A single name becomes the surname, in whichever element it is.
 *
 * @param written - returns the value of an element; null for a missing value or a placeholder.
 */
export function readLicenceNames(written: (id: string) => string | null): LicenceNames {
  const [last = '', ...others] = (written('DAA') ?? '').split(/[,$;|^@]/);
  const singleElement = words(written('DCT') ?? others.join(' '));
  const first = written('DAC') === null ? singleElement : words(written('DAC') ?? '');
  const middle = words(written('DAD') ?? '');
  // A single element of given names may already contain the middle names.
  const hasMiddle = first === singleElement && middle.every((word) => singleElement.includes(word));
  const given = hasMiddle ? first : [...first, ...middle];
  const family = words(written('DCS') ?? written('DAB') ?? last);
  const suffixes = [
    words(written('DCU') ?? written('DAE') ?? ''),
    family.length > 1 ? takeSuffix(family, SUFFIX) : [],
    given.length > 1 ? takeSuffix(given, LONG_SUFFIX) : [],
  ].flat();
  const hasSurname = family.length > 0;
  return {
    surname: (hasSurname ? family : given).join(' '),
    givenNames: hasSurname ? given.join(' ') : '',
    suffix: suffixes[0]?.toUpperCase().replaceAll('.', '') ?? null,
    isNameCut: ['DDE', 'DDF', 'DDG'].some((id) => written(id)?.toUpperCase() === 'T'),
  };
}

/** Returns the words of a name, without placeholders. */
function words(name: string): string[] {
  const whole = name.trim();
  if (NO_NAME.test(whole)) return [];
  return whole.split(/[,\s]+/).filter((word) => word !== '' && !isPlaceholder(word) && !NO_NAME.test(word));
}

/** Removes and returns a suffix at the end of a name. */
function takeSuffix(name: string[], pattern: RegExp): string[] {
  return pattern.test(name.at(-1)!.replaceAll('.', '')) ? name.splice(-1) : [];
}

/** Removes the suffix from a name given by the caller if the licence has the same suffix. */
export function removeSuffix(fullName: string, suffix: string | null): string {
  if (suffix === null) return fullName;
  const [, name = '', last = ''] = /^(.*\S)[\s,]+([\p{L}\d.]+)$/su.exec(fullName.trim()) ?? [];
  return last.toUpperCase().replaceAll('.', '') === suffix ? name : fullName;
}
