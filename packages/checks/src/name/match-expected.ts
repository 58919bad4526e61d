import { type DocumentName, matchName, type NameMatch } from './match-name.ts';

/** Name to look for: in the words of a caller, or as another document names its holder. */
export type ExpectedName = string | DocumentName;

/** Of two answers about the same names, the one that speaks more for them counts. */
const bestFirst = ['same', 'similar', 'different', 'not-comparable'] as const satisfies readonly NameMatch[];

/**
 * Compares an expected name with the one that is found. What a document cuts off, be it the expected or the found one, is held
 * against nobody: the words that are there whole must agree, and the last one only as far as it goes. A holder of one name is
 * the same where it is all that is found, and for a human to see where it is a part.
 */
export function matchExpectedName(expected: ExpectedName, found: DocumentName): NameMatch {
  if (typeof expected === 'string') return matchName(expected, found);
  const asSaid = () => matchName(fullNameOf(expected), found);
  if (!expected.isCut && expected.givenNames !== '') return asSaid();
  const asPrinted = matchName(fullNameOf(found), expected);
  if (expected.isCut && !found.isCut) return asPrinted;
  const answers = [asPrinted, asSaid()];
  return bestFirst.find((answer) => answers.includes(answer)) ?? 'not-comparable';
}

function fullNameOf({ givenNames, surname }: DocumentName): string {
  return `${givenNames} ${surname}`;
}
