import { serviceLink, settingNames } from './environment.ts';

/** A variable that is not a setting but looks like one. */
export interface Lookalike {
  readonly variable: string;
  /** The setting that was probably meant. */
  readonly setting: string;
}

/** Our names, put in front by mistake. Other prefixes belong to other programs' variables. */
const ownPrefixes = /^(VENDOR_ORCHESTRATION|ORCHESTRATION|VENDOR|VO)_(?=.)/;

/**
 * Finds misspelled settings: in another case, with an extra, missing or wrong letter, in the plural or singular, with a longer
 * or shorter word, or with our name in front. Otherwise such a variable would silently have no effect.
 */
export function findLookalikes(variables: Readonly<Record<string, string | undefined>>): Lookalike[] {
  const known = new Set<string>(settingNames);
  const found: Lookalike[] = [];
  for (const [variable, value] of Object.entries(variables)) {
    if (known.has(variable) || !value || serviceLink.test(value)) continue;
    const setting = findNearestSetting(variable);
    if (setting !== null) found.push({ variable, setting });
  }
  return found;
}

function findNearestSetting(variable: string): string | null {
  const name = splitWords(variable).join('_').replace(ownPrefixes, '');
  const words = splitWords(name);
  const exact =
    settingNames.find((setting) => setting === name) ??
    settingNames.find((setting) => setting.includes('_') && `${setting}_FILE` === name);
  if (exact !== undefined) return exact;
  const near = settingNames
    .map((setting) => ({ setting, distance: computeDistance(words, splitWords(setting)) }))
    .sort((one, other) => one.distance - other.distance)[0];
  return near && near.distance < Number.POSITIVE_INFINITY ? near.setting : null;
}

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the distance of a name from a setting; infinite if it is probably another program's. */
function computeDistance(words: readonly string[], setting: readonly string[]): number {
  const [given, meant] = [words.map(toSingular).join(''), setting.map(toSingular).join('')];
  // Too many ordinary words are close to a short name, such as POST and SORT to PORT.
  if (meant.length < 5) return isTransposed(words.join(''), setting.join('')) ? 1 : Number.POSITIVE_INFINITY;
  if (given === meant) return 0;
  if (isAbbreviated(words, setting)) return 1;
  const edits = countEdits(given, meant);
  if (edits > (meant.length < 9 ? 1 : 2)) return Number.POSITIVE_INFINITY;
  return words.length === setting.length ? edits : edits + 0.5;
}

function toSingular(word: string): string {
  return word.replace(/IES$/, 'Y').replace(/(?<=..)S$/, '');
}

/** Returns whether only the last words differ, and one begins with the other, such as DATA_DIRECTORY. */
function isAbbreviated(words: readonly string[], setting: readonly string[]): boolean {
  if (words.length < 2 || words.length !== setting.length) return false;
  const [given = '', meant = ''] = [words.at(-1), setting.at(-1)];
  const [short, long] = given.length < meant.length ? [given, meant] : [meant, given];
  return (
    words.slice(0, -1).join() === setting.slice(0, -1).join() && short.length >= 3 && long.startsWith(short)
  );
}

/** Returns whether two neighbouring letters are swapped. */
function isTransposed(given: string, meant: string): boolean {
  const at = [...given].findIndex((letter, index) => letter !== meant[index]);
  return (
    at >= 0 &&
    given[at] === meant[at + 1] &&
    given[at + 1] === meant[at] &&
    given.slice(at + 2) === meant.slice(at + 2)
  );
}

/** Counts the letters to add, remove, change or swap with their neighbour (optimal string alignment). */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last?.[other.length] ?? 0;
}
