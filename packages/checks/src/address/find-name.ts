import type { TextLine } from '../file/page-text.ts';
import type { ExpectedName } from '../name/match-expected.ts';
import { type DocumentName, matchName, type NameMatch } from '../name/match-name.ts';
import { isTransliterated, spellName } from '../name/mrz-spelling.ts';
import { findOwnWords, hasCompanyForm, isCompany, isCompanyForm } from './company-name.ts';
import { foldedWords, foldText } from './fold-text.ts';

/** Forms of address and `care of` marks, which are not part of a name. */
const title =
  "(?:herrn?|frau|fräulein|familie|mr|mrs|ms|miss|mx|sir|madam|family|dra?|prof|dipl\\.?-ing|ing|sr|sra|srta|d|dña|don|doña|familia|m|mme|mlle|monsieur|madame|mademoiselle|famille|sig|sig\\.ra|sig\\.na|signora?|egr|gent\\.?(?:mo|ma|le)|famiglia|exmo|exma|senhora?|señora?|família|ügyfél|c\\/o|co\\/|fao|f\\.a\\.o|attn|attention|z\\.? ?hd|z\\.? ?h|zu händen|à l'attention de|a l'attention de|chez|at\\.?te|att|a\\/c|alla c\\.?a)(?:\\.|:)?\\s+";
/** Conjunctions between people of one household. */
const link = '(?:&|and|und|et|y|e|és|ed|\\+)\\s+';
/** One or more titles at the beginning of a name, such as `Mr & Mrs`. */
const titles = new RegExp(`^(?:${title}(?:${link}(?=${title}))?)+`, 'iu');

/** Titles that senders do not use for themselves. */
const formsOfAddress =
  /^(?:herrn?|frau|mr|mrs|ms|miss|mx|sr|sra|srta|dña|monsieur|mme|mlle|madame|sig|sig\.ra|signora?|exmo|exma|gentile|egregi[oa])\.?\s/iu;

/** Maximum number of words on a line with a name. */
const MAX_WORDS = 8;

/** Separators between the parts of a line: company and person, `care of` and name, people of one household. */
const parts =
  /\s*(?:[,;|·•/]|\s[-–—]\s|\(|\)|\bc\/o\b|\b(?:attn|fao|z\.? ?hd\.?|zu händen|chez)\b[.:]?)\s*/iu;
const people = new RegExp(`\\s+${link}`, 'iu');

/** Letters of scripts in which names are not compared, or not in every spelling. */
const otherScript = /(?!\p{Script=Latin})\p{L}/u;

/** Best match of a name on a letter, and the confidence of the reading. */
export interface NameFound {
  readonly match: NameMatch;
  readonly confidence: number;
}

/**
 * Searches the lines of a letter for a name. The name must be a whole line or a whole part of one: a company name that begins
 * with a person's name does not match.
 */
export function findName(expected: ExpectedName, lines: readonly TextLine[]): NameFound {
  const name = typeof expected === 'string' ? splitFullName(expected) : expected;
  if (!name) return { match: 'not-comparable', confidence: 1 };
  const found = lines
    .filter(({ text }) => text.split(' ').length <= MAX_WORDS)
    .flatMap((line, index) => extractNames(line, lines[index + 1], name))
    .map((named) => ({ match: matchNamed(named, name), confidence: named.confidence }))
    .filter(({ match }) => match === 'same' || match === 'similar')
    .sort((one, other) => rank(other) - rank(one));
  const isUnsure =
    (typeof expected === 'string' && isTransliterated(expected)) ||
    lines.some(({ text }) => otherScript.test(text));
  return found[0] ?? { match: isUnsure ? 'not-comparable' : 'different', confidence: 1 };
}

/** Returns whether a name stands in running text, as consecutive words. */
export function isInText(expected: ExpectedName, lines: readonly TextLine[]): boolean {
  const name = typeof expected === 'string' ? splitFullName(expected) : expected;
  if (!name) return false;
  const spellings = [`${name.givenNames} ${name.surname}`, `${name.surname} ${name.givenNames}`].map(
    (text) => ` ${foldText(text)} `,
  );
  return lines.some(({ text }) => spellings.some((spelling) => ` ${foldText(text)} `.includes(spelling)));
}

/** A name on a line of a letter. */
interface LineName {
  /** The name without titles. */
  readonly text: string;
  readonly confidence: number;
  /** Whether the name was preceded by a title. */
  readonly hasTitle: boolean;
  /** Whether the line names several people. */
  readonly isHousehold: boolean;
}

/** Matches a name. After a title the given name may be missing, and one given name may stand for a household. */
function matchNamed({ text, hasTitle, isHousehold }: LineName, expected: DocumentName): NameMatch {
  const match = matchName(text, expected);
  if (match !== 'different' || !hasTitle) return match;
  const words = text.split(' ');
  const length = expected.surname.split(' ').length;
  const isSurname =
    matchName(words.slice(-length).join(' '), { ...expected, givenNames: '', isCut: false }) === 'same';
  return isSurname && (words.length === length || isHousehold) ? 'similar' : 'different';
}

/** Extracts the names of people from a line: its parts without titles, except companies. */
function extractNames(
  { text, confidence }: TextLine,
  next: TextLine | undefined,
  expected: DocumentName,
): readonly LineName[] {
  const ownWords = wordsOfName(expected);
  const own = findOwnWords(text, ownWords);
  const isForm = (name: string) =>
    hasCompanyForm(
      name
        .split(' ')
        .filter((word) => !ownWords.has(foldText(word)))
        .join(' '),
    );
  // `GmbH` on the next line makes this line a company.
  if (next && isCompanyForm(next.text)) return [];
  const whole = text.split(parts).flatMap((part, index, all) => {
    // `Mitchell Admin, Ltd` is a company, and `Admin, Mitchell` is a name.
    const following = all[index + 1];
    return following !== undefined && isCompanyForm(following) ? [] : [part];
  });
  const singles = whole.flatMap((part) => {
    const persons = part.split(people);
    return persons.length > 1 && persons.some((person) => isCompany(person, own) || !person.includes(' '))
      ? [part]
      : persons;
  });
  const isHousehold = people.test(text);
  // `Eriksson, Ms Anna` has its title in the second part.
  const reversed = whole.map((part) => part.trim().replace(titles, '')).join(' ');
  return [...(whole.length === 2 ? [reversed] : []), ...singles]
    .map((part) => ({ part, plain: part.replace(titles, '').trim() }))
    .filter(({ plain }) => plain !== '' && !isForm(plain))
    .map(({ part, plain }) => ({ text: plain, confidence, hasTitle: plain !== part.trim(), isHousehold }));
}

/** Returns whether a line begins with a form of address. */
export function startsWithTitle(text: string): boolean {
  return formsOfAddress.test(text);
}

/** Returns the words of a name, folded. */
export function wordsOfName(name: ExpectedName): ReadonlySet<string> {
  return new Set(foldedWords(typeof name === 'string' ? name : `${name.givenNames} ${name.surname}`));
}

/**
 * Returns the parts of a line that look like a person's name: two to six words, or one after a form of address, and not a
 * company.
 *
 * @param expected - words of the expected name, which are taken for a name even if businesses have them, too.
 */
export function findPersonNames(text: string, expected: ReadonlySet<string>): string[] {
  const own = findOwnWords(text, expected);
  return text
    .split(parts)
    .map((part) => ({ part, plain: part.replace(titles, '').trim() }))
    .filter(({ part, plain }) => {
      const words = plain.split(' ').filter((word) => word !== '');
      const isName = words.length >= (startsWithTitle(part) ? 1 : 2) && words.length <= 6;
      return isName && !/\d/.test(plain) && !isCompany(plain, own);
    })
    .map(({ plain }) => plain);
}

/**
 * Splits a full name, taking its last word as the surname; null in an unsupported script. A title is no given name, unless it
 * stands before a single word: `Don Johnson` is a name.
 */
function splitFullName(fullName: string): DocumentName | null {
  if (!spellName(fullName)?.length) return null;
  const wordsOf = (text: string) => text.split(/[\s\-‐‑–,;/<]+/).filter((word) => /\p{L}/u.test(word));
  const untitled = wordsOf(fullName.trim().replace(titles, ''));
  const words = untitled.length > 1 ? untitled : wordsOf(fullName);
  return { surname: words.at(-1) ?? '', givenNames: words.slice(0, -1).join(' '), isCut: false };
}

function rank({ match, confidence }: NameFound): number {
  return (match === 'same' ? 1 : 0) + confidence / 2;
}
