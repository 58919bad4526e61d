import type { TextLine } from '../file/page-text.ts';
import type { ExpectedName } from '../name/match-expected.ts';
import { type DocumentName, matchName, type NameMatch } from '../name/match-name.ts';
import { isTransliterated, spellName } from '../name/mrz-spelling.ts';
import { hasCompanyForm, isCompany, isCompanyForm } from './company-name.ts';
import { foldText } from './fold-text.ts';

/** How people are addressed, and what stands before whoever looks after the mail: no part of a name. */
const title =
  "(?:herrn?|frau|fräulein|familie|mr|mrs|ms|miss|mx|sir|madam|family|dr|prof|dipl\\.?-ing|ing|sr|sra|srta|d|dña|don|doña|familia|m|mme|mlle|monsieur|madame|mademoiselle|famille|sig|sig\\.ra|sig\\.na|signora?|egr|gent\\.?(?:mo|ma|le)|famiglia|exmo|exma|senhora?|señora?|família|ügyfél|c\\/o|co\\/|fao|f\\.a\\.o|attn|attention|z\\.? ?hd|z\\.? ?h|zu händen|à l'attention de|a l'attention de|chez|at\\.?te|att|a\\/c|alla c\\.?a)(?:\\.|:)?\\s+";
/** Between people of one household. */
const link = '(?:&|and|und|et|y|e|és|ed|\\+)\\s+';
/** Titles at the beginning of a name, also of two: `Mr & Mrs`. */
const titles = new RegExp(`^(?:${title}(?:${link}(?=${title}))?)+`, 'iu');

/** Titles by which a sender does not name itself. */
const formsOfAddress =
  /^(?:herrn?|frau|mr|mrs|ms|miss|mx|sr|sra|srta|dña|monsieur|mme|mlle|madame|sig|sig\.ra|signora?|exmo|exma|gentile|egregi[oa])\.?\s/iu;

/** A line with a name has a few words and not much besides. */
const MOST_WORDS = 8;

/** Parts of a line: a company and a person in it, whoever looks after the mail, several people of one household. */
const parts =
  /\s*(?:[,;|·•/]|\s[-–—]\s|\(|\)|\bc\/o\b|\b(?:attn|fao|z\.? ?hd\.?|zu händen|chez)\b[.:]?)\s*/iu;
const people = new RegExp(`\\s+${link}`, 'iu');

/** Letters of scripts in which names are not compared, or in spellings of which not all are known. */
const otherScript = /(?!\p{Script=Latin})\p{L}/u;

/** The best that a letter says of a name, and how sure the reading is. */
export interface NameFound {
  readonly match: NameMatch;
  readonly confidence: number;
}

/**
 * Looks for a name on lines of a letter. It is there when it is all of a line or one whole part of it: the name of a company that
 * begins with a person's is not that person's.
 */
export function findName(expected: ExpectedName, lines: readonly TextLine[]): NameFound {
  const name = typeof expected === 'string' ? nameIn(expected) : expected;
  if (!name) return { match: 'not-comparable', confidence: 1 };
  const found = lines
    .filter(({ text }) => text.split(' ').length <= MOST_WORDS)
    .flatMap((line, index) => namesOf(line, lines[index + 1], name))
    .map((named) => ({ match: matchNamed(named, name), confidence: named.confidence }))
    .filter(({ match }) => match === 'same' || match === 'similar')
    .sort((one, other) => rank(other) - rank(one));
  const isUnsure =
    (typeof expected === 'string' && isTransliterated(expected)) ||
    lines.some(({ text }) => otherScript.test(text));
  return found[0] ?? { match: isUnsure ? 'not-comparable' : 'different', confidence: 1 };
}

/** Whether a name stands in running text, its words beside one another. */
export function isInText(expected: ExpectedName, lines: readonly TextLine[]): boolean {
  const name = typeof expected === 'string' ? nameIn(expected) : expected;
  if (!name) return false;
  const spellings = [`${name.givenNames} ${name.surname}`, `${name.surname} ${name.givenNames}`].map(
    (text) => ` ${foldText(text)} `,
  );
  return lines.some(({ text }) => spellings.some((spelling) => ` ${foldText(text)} `.includes(spelling)));
}

/** A name on a line of a letter. */
interface Named {
  /** Without titles. */
  readonly text: string;
  readonly confidence: number;
  /** Whether a title stood before it. */
  readonly hasTitle: boolean;
  /** Whether the line names several people. */
  readonly isHousehold: boolean;
}

/** A letter may leave out the given name of whom it addresses by a title, or name one for all of a household. */
function matchNamed({ text, hasTitle, isHousehold }: Named, expected: DocumentName): NameMatch {
  const match = matchName(text, expected);
  if (match !== 'different' || !hasTitle) return match;
  const words = text.split(' ');
  const length = expected.surname.split(' ').length;
  const isSurname =
    matchName(words.slice(-length).join(' '), { ...expected, givenNames: '', isCut: false }) === 'same';
  return isSurname && (words.length === length || isHousehold) ? 'similar' : 'different';
}

/** The names on a line: what is left of its parts without titles, but for companies. */
function namesOf(
  { text, confidence }: TextLine,
  next: TextLine | undefined,
  expected: DocumentName,
): readonly Named[] {
  const ownWords = new Set(foldText(`${expected.givenNames} ${expected.surname}`).split(' '));
  const isForm = (name: string) =>
    hasCompanyForm(
      name
        .split(' ')
        .filter((word) => !ownWords.has(foldText(word)))
        .join(' '),
    );
  // `GmbH` in the next line makes a company of this one.
  if (next && isCompanyForm(next.text)) return [];
  const whole = text.split(parts).flatMap((part, index, all) => {
    // `Mitchell Admin, Ltd` is a company, and `Admin, Mitchell` is a name.
    const following = all[index + 1];
    return following !== undefined && isCompanyForm(following) ? [] : [part];
  });
  const singles = whole.flatMap((part) => {
    const persons = part.split(people);
    return persons.length > 1 && persons.some((person) => isCompany(person) || !person.includes(' '))
      ? [part]
      : persons;
  });
  const isHousehold = people.test(text);
  return [...(whole.length === 2 ? [whole.join(' ')] : []), ...singles]
    .map((part) => ({ part, plain: part.replace(titles, '').trim() }))
    .filter(({ plain }) => plain !== '' && !isForm(plain))
    .map(({ part, plain }) => ({ text: plain, confidence, hasTitle: plain !== part.trim(), isHousehold }));
}

/** Whether a line begins with a form of address. */
export function startsWithTitle(text: string): boolean {
  return formsOfAddress.test(text);
}

/** The parts of a line that look like a person's name: two to five words, no company's. */
export function personParts(text: string): string[] {
  return text
    .split(parts)
    .map((part) => ({ part, plain: part.replace(titles, '').trim() }))
    .filter(({ part, plain }) => {
      const words = plain.split(' ').filter((word) => word !== '');
      const isName = words.length >= (startsWithTitle(part) ? 1 : 2) && words.length <= 6;
      return isName && !/\d/.test(plain) && !isCompany(plain);
    })
    .map(({ plain }) => plain);
}

/** The parts of a name that is said in one, as most write it; null where it is in another script. */
function nameIn(fullName: string): DocumentName | null {
  if (!spellName(fullName)?.length) return null;
  const words = fullName.split(/[\s\-‐‑–,;/<]+/).filter((word) => /\p{L}/u.test(word));
  return { surname: words.at(-1) ?? '', givenNames: words.slice(0, -1).join(' '), isCut: false };
}

function rank({ match, confidence }: NameFound): number {
  return (match === 'same' ? 1 : 0) + confidence / 2;
}
