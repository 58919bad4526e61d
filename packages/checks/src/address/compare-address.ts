import { differByOne } from '../name/likeness.ts';
import { foldedWords } from './fold-text.ts';
import { findPostalCodes, removeCountry } from './postal-codes.ts';

/** `same`: the same place. `similar`: a person should look. `not-comparable`: there is nothing to compare by. */
export type AddressMatch = 'same' | 'similar' | 'different' | 'not-comparable';

/** How streets and their parts are shortened, folded; the long form is what is compared. */
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

/** Words of an address by which no two differ: besides those of streets and units, those of countries. */
const weightless = new Set([
  ...streetKinds,
  ...unitWords,
  ...floorWords,
  ...words(
    'de la le les du des del dos das da do di della delle dei los las el esq dto b a germany deutschland france espana spain',
    'italia italy portugal magyarorszag hungary brasil brazil united kingdom uk england usa',
  ),
]);

/** A slip of one letter is a likeness only in words that are long enough to be told apart otherwise. */
const SHORTEST_LIKE_WORD = 4;

/** A compound has at most so many words where it is written apart. */
const MOST_PARTS = 4;

/** Longer numbers are postal codes, or may be: they stand anywhere. */
const LONGEST_HOUSE_NUMBER = 3;

/** A word of an address, and the part between commas or line breaks in which it stands. */
interface Word {
  readonly text: string;
  readonly part: number;
}

/** `house`: the first number beside a street. `unit`: a floor, a flat. `later`: follows a house number. `free`: may be a code. */
type NumberRole = 'house' | 'unit' | 'later' | 'free';

interface NumberAt {
  readonly text: string;
  readonly role: NumberRole;
  /** Names next to it. */
  readonly beside: readonly string[];
}

/**
 * Compares an address that a caller gave with one that was read: accents, case, order and the usual abbreviations do not
 * matter. Every number, in its role, and every word that has weight must be there; a letter more or less in a word is a likeness.
 */
export function compareAddress(expected: string, found: string): AddressMatch {
  const wanted = wordsOf(removeCountry(expected));
  if (wanted.every(({ text }) => weightless.has(text))) return 'not-comparable';
  if (!/\p{Script=Latin}/u.test(expected)) return 'not-comparable';
  const there = partLike(wordsOf(found), wanted);
  const texts = new Set(there.map(({ text }) => text));
  const names = wanted.filter(isName).map(({ text }) => text);
  const lostNames = names.filter((word) => !texts.has(word));
  const numbers = numbersOf(wanted);
  const foundNumbers = numbersOf(there);
  const lostNumbers = unmatched(numbers, foundNumbers, (one, other) => one.text === other.text);
  const misplaced = unmatched(numbers, foundNumbers, isSameNumber);
  const isWhole = lostNames.length === 0 && misplaced.length === 0;
  if (isWhole && !differInStreetKind(wanted, there)) return 'same';
  const isLike = (word: string) =>
    [...texts].some(
      (other) => Math.min(word.length, other.length) >= SHORTEST_LIKE_WORD && differByOne(word, other),
    );
  const foundNames = names.length - lostNames.filter((word) => !isLike(word)).length;
  // A misread street at the right number of the right postal code is for a person, not another place.
  const isNumbered = numbers.length >= 2 && lostNumbers.length === 0;
  const isMostly = foundNames * 2 >= names.length && lostNumbers.length * 2 <= numbers.length;
  return isNumbered || (isMostly && foundNames > 0) ? 'similar' : 'different';
}

function isName({ text }: Word): boolean {
  return text.length > 1 && !/\d/.test(text) && !weightless.has(text);
}

/** Writes words together or apart as another address does: `Alder Grove` like `Aldergrove`, and the other way round. */
function partLike(found: readonly Word[], like: readonly Word[]): Word[] {
  const whole = new Set(like.map(({ text }) => text));
  const apart = new Map<string, readonly Word[]>();
  like.forEach((_, at) => {
    for (const parts of joinable(like, at)) apart.set(joined(parts), parts);
  });
  const result: Word[] = [];
  for (let at = 0; at < found.length; at++) {
    const word = found[at] as Word;
    const parts = whole.has(word.text) ? undefined : apart.get(word.text);
    const together = joinable(found, at).find((some) => whole.has(joined(some)));
    if (together) {
      result.push({ ...word, text: joined(together) });
      at += together.length - 1;
    } else if (parts) result.push(...parts.map(({ text }) => ({ text, part: word.part })));
    else result.push(word);
  }
  return result;
}

/** Runs of two words and more from a place on that may be one compound: no two numbers are. */
function joinable(all: readonly Word[], at: number): Word[][] {
  const runs: Word[][] = [];
  for (let end = at + 1; end < Math.min(all.length, at + MOST_PARTS); end++) {
    const [before, word] = [all[end - 1] as Word, all[end] as Word];
    if (before.part !== word.part || (/\d$/.test(before.text) && /^\d/.test(word.text))) break;
    runs.push(all.slice(at, end + 1));
  }
  return runs;
}

function joined(parts: readonly Word[]): string {
  return parts.map(({ text }) => text).join('');
}

function numbersOf(all: readonly Word[]): NumberAt[] {
  const isNumber = (word: Word | undefined) => word !== undefined && /\d/.test(word.text);
  const isFree = ({ text }: Word) =>
    !/^\d+[a-z]*$/.test(text) || Number.parseInt(text, 10) >= 10 ** LONGEST_HOUSE_NUMBER;
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

/** Numbers that have none of their own among others. */
function unmatched(
  numbers: readonly NumberAt[],
  others: readonly NumberAt[],
  isSame: (one: NumberAt, other: NumberAt) => boolean,
): NumberAt[] {
  const left = [...others];
  return numbers.filter((number) => {
    const same = left.filter((other) => isSame(number, other));
    const best = same.find(({ role }) => role === number.role) ?? same[0];
    if (best) left.splice(left.indexOf(best), 1);
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

/** Whether a name stands beside one kind of street here and beside another there. */
function differInStreetKind(one: readonly Word[], other: readonly Word[]): boolean {
  return one.filter(isName).some(({ text }) => {
    const [kinds, others] = [kindsBeside(text, one), kindsBeside(text, other)];
    return kinds.length > 0 && others.length > 0 && !kinds.some((kind) => others.includes(kind));
  });
}

function kindsBeside(name: string, all: readonly Word[]): string[] {
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

/** Postal codes as one word: `114 55` and `SE-11455` are the same, and so are `62704` and `62704-1234`. */
function compactCodes(address: string): string {
  return findPostalCodes(address).reduceRight(
    (text, { index, text: code, compact }) =>
      code.length < 5 || /^\p{L}+ \d/u.test(code)
        ? text
        : `${text.slice(0, index)}${compact}${text.slice(index + code.length)}`,
    address,
  );
}

/** Words of an address as they are compared: `Heidestr. 17 b` is `heide strasse 17b`. */
function wordsOf(address: string): Word[] {
  const parts = compactCodes(address.toUpperCase())
    .replace(/(\p{L}{3,})(?:stra(?:ss|ß)e|str(?![\p{L}]))/giu, '$1 strasse ')
    .replace(/(\d+)[\s.]{0,3}[ºª°]/gu, ' floor $1 ')
    .split(/[,;\n]+/)
    // `42/7 Alder Grove` is flat 42 of number 7.
    .map((part) => part.replace(/^\s*(\d{1,4}\p{L}?)\s?\/\s?(?=\d{1,4}\p{L}?\s+\p{L}{2})/u, 'flat $1 '));
  const joined: Word[] = [];
  for (const [part, text] of parts.entries()) {
    for (const word of foldedWords(text).map((folded) => longForms[folded] ?? folded)) {
      const before = joined.at(-1);
      // A letter after a house number belongs to it, and the two halves of a British postal code are one word.
      const isTail =
        /^(?:[a-z]|bis|ter|quater)$/.test(word) && before !== undefined && /^\d{1,4}$/.test(before.text);
      const isCode =
        /^\d[a-z]{2}$/.test(word) && before !== undefined && /^[a-z]{1,2}\d[a-z\d]?$/.test(before.text);
      if (isTail || isCode) joined[joined.length - 1] = { ...before, text: before.text + word };
      else if (word !== '') joined.push({ text: word, part });
    }
  }
  return joined;
}
