import type { TextLine } from '../file/page-text.ts';
import type { ExpectedName } from '../name/match-expected.ts';
import { type DocumentName, matchName, type NameMatch } from '../name/match-name.ts';
import { spellName } from '../name/mrz-spelling.ts';

/** How people are addressed: no part of a name. */
const titles =
  /^(?:(?:herrn?|frau|fräulein|mr|mrs|ms|miss|mx|sir|dr|prof|sr|sra|srta|d|dña|don|doña|m|mme|mlle|monsieur|madame|sig|sig\.ra|signora?|exmo|exma|ügyfél)\.?\s+)+/iu;

/** A line with a name has a few words and not much besides. */
const MOST_WORDS = 8;

/** The best that a letter says of a name, and how sure the reading is. */
export interface NameFound {
  readonly match: NameMatch;
  readonly confidence: number;
}

/** Looks for a name on the lines of a letter. */
export function findName(expected: ExpectedName, lines: readonly TextLine[]): NameFound {
  const name = typeof expected === 'string' ? nameIn(expected) : expected;
  if (!name) return { match: 'not-comparable', confidence: 1 };
  const found = lines
    .filter(({ text }) => text.split(' ').length <= MOST_WORDS)
    .map(({ text, confidence }) => ({ match: matchName(text.replace(titles, ''), name), confidence }))
    .filter(({ match }) => match === 'same' || match === 'similar')
    .sort((one, other) => rank(other) - rank(one));
  return found[0] ?? { match: 'different', confidence: 1 };
}

/** The parts of a name that is said in one, as most write it; null where it is in another script. */
function nameIn(fullName: string): DocumentName | null {
  const words = spellName(fullName)?.map(([spelling = '']) => spelling);
  if (!words || words.length === 0) return null;
  return { surname: words.at(-1) ?? '', givenNames: words.slice(0, -1).join(' '), isCut: false };
}

function rank({ match, confidence }: NameFound): number {
  return (match === 'same' ? 1 : 0) + confidence / 2;
}
