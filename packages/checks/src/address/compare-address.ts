import { differByOne } from '../name/likeness.ts';
import { foldedWords } from './fold-text.ts';
import { postalCodesIn, withoutCountry } from './postal-codes.ts';

/** `same`: the same place. `similar`: a person should look. `not-comparable`: there is nothing to compare by. */
export type AddressMatch = 'same' | 'similar' | 'different' | 'not-comparable';

/** How streets and their parts are shortened, folded; the long form is what is compared. */
const longForms: Readonly<Record<string, string>> = {
  ...{ st: 'street', str: 'strasse', rd: 'road', ave: 'avenue', av: 'avenue', avda: 'avenida', ln: 'lane' },
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
  ...{ pza: 'plaza', pso: 'paseo', v: 'via', vle: 'viale', pzza: 'piazza', u: 'utca' },
  ...{ krt: 'korut', ter: 'ter', trav: 'travessa', lgo: 'largo', n: '', no: '', nr: '', num: '', numero: '' },
};

/** Words of an address by which no two differ: those of kinds of street, of floors, of countries. */
const weightless = new Set(
  [
    'street road avenue lane drive court crescent gardens square flat strasse platz weg allee rue chemin boulevard calle',
    'avenida plaza paseo via viale piazza utca korut ut ter rua travessa largo de la le les du des del dos das da do di della',
    'delle dei los las el piso planta floor etage stock esq dto b a germany deutschland france espana spain italia italy',
    'portugal magyarorszag hungary brasil brazil united kingdom uk england usa',
  ]
    .join(' ')
    .split(' '),
);

/** A slip of one letter is a likeness only in words that are long enough to be told apart otherwise. */
const SHORTEST_LIKE_WORD = 4;

/**
 * Compares an address that a caller gave with one that was read: accents, case, order and the usual abbreviations do not
 * matter. Every number and every word that has weight must be there; a letter more or less in a word is a likeness.
 */
export function compareAddress(expected: string, found: string): AddressMatch {
  const wanted = wordsOf(withoutCountry(expected).toUpperCase());
  const there = wordsOf(found);
  if (wanted.length === 0 || wanted.every((word) => weightless.has(word))) return 'not-comparable';
  if (!/\p{Script=Latin}/u.test(expected)) return 'not-comparable';
  const together = there.join('');
  const isThere = (word: string) => there.includes(word) || (word.length > 4 && together.includes(word));
  const isLike = (word: string) =>
    there.some(
      (other) => Math.min(word.length, other.length) >= SHORTEST_LIKE_WORD && differByOne(word, other),
    );
  const numbers = wanted.filter((word) => /\d/.test(word));
  const names = wanted.filter((word) => word.length > 1 && !/\d/.test(word) && !weightless.has(word));
  const lostNumbers = numbers.filter((word) => !isThere(word));
  const lostNames = names.filter((word) => !isThere(word));
  if (lostNumbers.length === 0 && lostNames.length === 0) return 'same';
  const likeNames = lostNames.filter(isLike);
  const foundNames = names.length - lostNames.length + likeNames.length;
  // A misread street at the right number of the right postal code is for a person, not another place.
  const isNumbered = numbers.length >= 2 && lostNumbers.length === 0;
  const isMostly = foundNames * 2 >= names.length && lostNumbers.length * 2 <= numbers.length;
  return isNumbered || (isMostly && foundNames > 0) ? 'similar' : 'different';
}

/** Postal codes as one word: `114 55` and `SE-11455` are the same, and so are `62704` and `62704-1234`. */
function compactCodes(address: string): string {
  return postalCodesIn(address).reduceRight(
    (text, { index, text: code, compact }) =>
      code.length < 5 ? text : `${text.slice(0, index)}${compact}${text.slice(index + code.length)}`,
    address,
  );
}

/** Words of an address as they are compared: `Heidestr. 17 b` is `heide strasse 17b`. */
function wordsOf(address: string): string[] {
  const words = foldedWords(
    compactCodes(address).replace(/(\p{L}{3,})(?:str\.|straße|strasse)/giu, '$1 strasse'),
  ).map((word) => longForms[word] ?? word);
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    // A letter after a house number belongs to it, and the two halves of a British postal code are one word.
    const isTail = /^[a-z]$/.test(word) && before !== undefined && /^\d{1,4}$/.test(before);
    const isCode = /^\d[a-z]{2}$/.test(word) && before !== undefined && /^[a-z]{1,2}\d[a-z\d]?$/.test(before);
    if (isTail || isCode) joined[joined.length - 1] = before + word;
    else if (word !== '') joined.push(word);
  }
  return joined;
}
