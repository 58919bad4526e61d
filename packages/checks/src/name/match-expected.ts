import { type DocumentName, matchName, type NameMatch } from './match-name.ts';
import { hasSuffix, removeSuffix } from './name-codes.ts';

/** Expected name: as given by the caller, or as another document names its holder. */
export type ExpectedName = string | DocumentName;

/** Results ordered so that the best of several comparisons counts. */
const bestFirst = ['same', 'similar', 'different', 'not-comparable'] as const satisfies readonly NameMatch[];

/**
 * Compares an expected name with the name on a document. Truncation of either name is tolerated: complete words must agree, and
 * the last word as far as it goes. A holder with a single name is the same if the other name has no more words, and similar if
 * it has. A suffix (`JR`, `III`) that only the document has is ignored; the expected name may not have another one.
 */
export function matchExpectedName(expected: ExpectedName, document: DocumentName): NameMatch {
  const isText = typeof expected === 'string';
  const found = hasSuffix(isText ? expected : joinName(expected)) ? document : dropSuffix(document);
  if (isText) return matchName(expected, found);
  const compareWithFound = () => matchName(joinName(expected), found);
  if (!expected.isCut && expected.givenNames !== '') return compareWithFound();
  const comparedWithExpected = matchName(joinName(found), expected);
  if (expected.isCut && !found.isCut) return comparedWithExpected;
  const matches = [comparedWithExpected, compareWithFound()];
  return bestFirst.find((answer) => matches.includes(answer)) ?? 'not-comparable';
}

/** Drops the suffix from the surname, unless that is where the name was truncated. */
function dropSuffix(document: DocumentName): DocumentName {
  const isCutThere = document.isCut && document.givenNames === '';
  return isCutThere ? document : { ...document, surname: removeSuffix(document.surname) };
}

function joinName({ givenNames, surname }: DocumentName): string {
  return `${givenNames} ${surname}`;
}
