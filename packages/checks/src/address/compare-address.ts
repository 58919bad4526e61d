import { differByOne } from '../name/likeness.ts';
import { foldedWords } from './fold-text.ts';
import { findPostalCodes, removeCountry } from './postal-codes.ts';

/**
 * `same`: the same place. `similar`: needs review by a person. `not-comparable`: the expected address has nothing to compare.
 */
export type AddressMatch = 'same' | 'similar' | 'different' | 'not-comparable';

/** Abbreviations of streets and their parts, folded, with the long forms used for comparison. */
const longForms: Readonly<Record<string, string>> = {
  ...{
    st: 'street',
    str: 'strasse',
    rd: 'road',
    ave: 'avenue',
    av: 'avenue',
    avda: 'avenue',
    avenida: 'avenue',
    ln: 'lane',
  },
  ...{ dr: 'drive', ct: 'court', cres: 'crescent', gdns: 'gardens', sq: 'square', pl: 'platz', apt: 'flat' },
  ...{
    blvd: 'boulevard',
    bd: 'boulevard',
    bvd: 'boulevard',
    ch: 'chemin',
    r: 'rue',
    c: 'calle',
    cl: 'calle',
  },
  ...{
    rua: 'rue',
    place: 'platz',
    plaza: 'platz',
    piazza: 'platz',
    pza: 'platz',
    pso: 'paseo',
    v: 'via',
    vle: 'viale',
    pzza: 'platz',
    u: 'utca',
  },
  ...{
    apartment: 'flat',
    appartement: 'flat',
    appt: 'flat',
    apartamento: 'flat',
    apto: 'flat',
    wohnung: 'flat',
    whg: 'flat',
  },
  ...{ krt: 'korut', ter: 'ter', trav: 'travessa', lgo: 'largo', n: '', no: '', nr: '', num: '', numero: '' },
};

const words = (...lists: readonly string[]) => new Set(lists.join(' ').split(' '));

/** Kinds of street: one may be left out, but not replaced by another. */
const streetKinds = words(
  'street road avenue lane drive court crescent gardens square strasse platz weg allee rue chemin boulevard calle',
  'paseo via viale utca korut ut ter travessa largo',
);

/** Words before the number of a floor, a flat or a room. */
const unitWords = words(
  'flat unit suite ste room rm floor fl level piso planta puerta pta esc escalera etage stock og top tur zimmer',
  'interno int scala andar sala lote bloco bloque block blk depto departamento emelet em ajto lakas studio door',
);

/** Words after the number of a floor. */
const floorWords = words('floor piso planta etage stock og emelet em andar piano');

/** Words that are ignored in comparisons: kinds of street, words for units, articles, prepositions and countries. */
const weightless = new Set([
  ...streetKinds,
  ...unitWords,
  ...floorWords,
  ...words(
    'de la le les du des del dos das da do di della delle dei los las el esq dto b a germany deutschland france espana spain',
    'italia italy portugal magyarorszag hungary brasil brazil united kingdom uk england usa',
  ),
]);

/** Minimum length of a word in which one wrong letter still counts as similar; shorter words are too easily confused. */
const MIN_SIMILAR_WORD = 4;

/** Maximum number of words into which a compound is split. */
const MAX_PARTS = 4;

/** Maximum digits of a house number. Longer numbers may be postal codes, which can stand anywhere. */
const MAX_HOUSE_DIGITS = 3;

/** A word of an address, and the index of the part (between commas or line breaks) that contains it. */
interface Word {
  readonly text: string;
  readonly part: number;
}

/**
 * `house`: the first number beside a street. `unit`: a floor or flat. `later`: follows a house number. `free`: may be a postal
 * code.
 */
type NumberRole = 'house' | 'unit' | 'later' | 'free';

interface NumberAt {
  readonly text: string;
  readonly role: NumberRole;
  /** Names next to it. */
  readonly beside: readonly string[];
}

/**
 * Compares an address given by the caller with one that was read. Accents, case, order and common abbreviations are ignored.
 * Every number, in its role, and every significant word must be present; a word that differs by one letter makes the addresses
 * similar.
 */
export function compareAddress(expected: string, found: string): AddressMatch {
  const expectedWords = splitAddress(removeCountry(expected));
  if (expectedWords.every(({ text }) => weightless.has(text))) return 'not-comparable';
  if (!/\p{Script=Latin}/u.test(expected)) return 'not-comparable';
  const foundWords = regroupCompounds(splitAddress(found), expectedWords);
  const texts = new Set(foundWords.map(({ text }) => text));
  const names = expectedWords.filter(isName).map(({ text }) => text);
  const missingNames = names.filter((word) => !texts.has(word));
  const numbers = collectNumbers(expectedWords);
  const foundNumbers = collectNumbers(foundWords);
  const missingNumbers = unmatched(numbers, foundNumbers, (one, other) => one.text === other.text);
  const misplaced = unmatched(numbers, foundNumbers, isSameNumber);
  const isWhole = missingNames.length === 0 && misplaced.length === 0;
  if (isWhole && !differInStreetKind(expectedWords, foundWords)) return 'same';
  const isLike = (word: string) =>
    [...texts].some(
      (other) => Math.min(word.length, other.length) >= MIN_SIMILAR_WORD && differByOne(word, other),
    );
  const foundNames = names.length - missingNames.filter((word) => !isLike(word)).length;
  // Leaves a misread street with the right house number and postal code to a person.
  const isNumbered = numbers.length >= 2 && missingNumbers.length === 0;
  const isMostly = foundNames * 2 >= names.length && missingNumbers.length * 2 <= numbers.length;
  return isNumbered || (isMostly && foundNames > 0) ? 'similar' : 'different';
}

/** Returns whether two addresses that were read name the same place; one may have more words than the other. */
export function isSameAddress(one: string, other: string): boolean {
  return compareAddress(one, other) === 'same' || compareAddress(other, one) === 'same';
}

function isName({ text }: Word): boolean {
  return text.length > 1 && !/\d/.test(text) && !weightless.has(text);
}

/** Joins or splits compounds to match another address: `Alder Grove` like `Aldergrove`, and the other way round. */
function regroupCompounds(found: readonly Word[], target: readonly Word[]): Word[] {
  const targetWords = new Set(target.map(({ text }) => text));
  const splitForms = new Map<string, readonly Word[]>();
  target.forEach((_, at) => {
    for (const parts of compoundRuns(target, at)) splitForms.set(joinText(parts), parts);
  });
  const result: Word[] = [];
  for (let at = 0; at < found.length; at++) {
    const word = found[at] as Word;
    const parts = targetWords.has(word.text) ? undefined : splitForms.get(word.text);
    const compound = compoundRuns(found, at).find((some) => targetWords.has(joinText(some)));
    if (compound) {
      result.push({ ...word, text: joinText(compound) });
      at += compound.length - 1;
    } else if (parts) result.push(...parts.map(({ text }) => ({ text, part: word.part })));
    else result.push(word);
  }
  return result;
}

/** Returns runs of two or more words from an index that may form one compound; adjacent numbers are never joined. */
function compoundRuns(all: readonly Word[], at: number): Word[][] {
  const runs: Word[][] = [];
  for (let end = at + 1; end < Math.min(all.length, at + MAX_PARTS); end++) {
    const [before, word] = [all[end - 1] as Word, all[end] as Word];
    if (before.part !== word.part || (/\d$/.test(before.text) && /^\d/.test(word.text))) break;
    runs.push(all.slice(at, end + 1));
  }
  return runs;
}

function joinText(parts: readonly Word[]): string {
  return parts.map(({ text }) => text).join('');
}

function collectNumbers(all: readonly Word[]): NumberAt[] {
  const isNumber = (word: Word | undefined) => word !== undefined && /\d/.test(word.text);
  const isFree = ({ text }: Word) =>
    !/^\d+[a-z]*$/.test(text) || Number.parseInt(text, 10) >= 10 ** MAX_HOUSE_DIGITS;
  let isAfterHouse = false;
  return all.flatMap((word, at): NumberAt[] => {
    if (!isNumber(word)) {
      isAfterHouse &&= unitWords.has(word.text);
      return [];
    }
    const isFloor = floorWords.has(all[at + 1]?.text ?? '') && !isNumber(all[at + 2]);
    const isUnit = unitWords.has(all[at - 1]?.text ?? '') || isFloor;
    const role = isFree(word) ? 'free' : isUnit ? 'unit' : isAfterHouse ? 'later' : 'house';
    isAfterHouse ||= role === 'house';
    const before = all.slice(0, at).reverse();
    const beside = [before, all.slice(at + 1)].flatMap(
      (side) => side.find((other) => isName(other) || (isNumber(other) && isFree(other))) ?? [],
    );
    return [{ text: word.text, role, beside: beside.filter(isName).map(({ text }) => text) }];
  });
}

/** Returns the numbers without a counterpart; each of the other numbers is matched once. */
function unmatched(
  numbers: readonly NumberAt[],
  others: readonly NumberAt[],
  isSame: (one: NumberAt, other: NumberAt) => boolean,
): NumberAt[] {
  const remaining = [...others];
  return numbers.filter((number) => {
    const same = remaining.filter((other) => isSame(number, other));
    const best = same.find(({ role }) => role === number.role) ?? same[0];
    if (best) remaining.splice(remaining.indexOf(best), 1);
    return !best;
  });
}

function isSameNumber(one: NumberAt, other: NumberAt): boolean {
  if (one.text !== other.text) return false;
  const roles = [one.role, other.role];
  if (roles.includes('free')) return true;
  if (!roles.includes('house')) return true;
  const isBesideSame =
    one.beside.length === 0 ||
    other.beside.length === 0 ||
    one.beside.some((name) => other.beside.includes(name));
  return one.role === other.role && isBesideSame;
}

/** Returns whether a name stands beside different kinds of street in the two addresses. */
function differInStreetKind(one: readonly Word[], other: readonly Word[]): boolean {
  return one.filter(isName).some(({ text }) => {
    const [kinds, others] = [adjacentStreetKinds(text, one), adjacentStreetKinds(text, other)];
    return kinds.length > 0 && others.length > 0 && !kinds.some((kind) => others.includes(kind));
  });
}

function adjacentStreetKinds(name: string, all: readonly Word[]): string[] {
  return all.flatMap(({ text, part }, at) => {
    if (text !== name) return [];
    const isBetween = (word: Word) => weightless.has(word.text) && !streetKinds.has(word.text);
    const sides = [all.slice(0, at).reverse(), all.slice(at + 1)];
    return sides.flatMap((side) => {
      const next = side.find((word) => !isBetween(word));
      return next && next.part === part && streetKinds.has(next.text) ? [next.text] : [];
    });
  });
}

/** Rewrites postal codes as single words: `114 55` and `SE-11455` become equal, as do `62704` and `62704-1234`. */
function compactCodes(address: string): string {
  return findPostalCodes(address).reduceRight(
    (text, { index, text: code, compact }) =>
      code.length < 5 || /^\p{L}+ \d/u.test(code)
        ? text
        : `${text.slice(0, index)}${compact}${text.slice(index + code.length)}`,
    address,
  );
}

/** Splits an address into normalized words: `Heidestr. 17 b` becomes `heide strasse 17b`. */
function splitAddress(address: string): Word[] {
  const parts = compactCodes(address.toUpperCase())
    .replace(/(\p{L}{3,})(?:stra(?:ss|ß)e|str(?![\p{L}]))/giu, '$1 strasse ')
    .replace(/(\d+)[\s.]{0,3}[ºª°]/gu, ' floor $1 ')
    .split(/[,;\n]+/)
    // `42/7 Alder Grove` means flat 42 of number 7.
    .map((part) => part.replace(/^\s*(\d{1,4}\p{L}?)\s?\/\s?(?=\d{1,4}\p{L}?\s+\p{L}{2})/u, 'flat $1 '));
  const words: Word[] = [];
  for (const [part, text] of parts.entries()) {
    for (const word of foldedWords(text).map((folded) => longForms[folded] ?? folded)) {
      const before = words.at(-1);
      // Joins a letter to the house number before it, and the two halves of a British postal code.
      const isTail =
        /^(?:[a-z]|bis|ter|quater)$/.test(word) && before !== undefined && /^\d{1,4}$/.test(before.text);
      const isCode =
        /^\d[a-z]{2}$/.test(word) && before !== undefined && /^[a-z]{1,2}\d[a-z\d]?$/.test(before.text);
      if (isTail || isCode) words[words.length - 1] = { ...before, text: before.text + word };
      else if (word !== '') words.push({ text: word, part });
    }
  }
  return words;
}
