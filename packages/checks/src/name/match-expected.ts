import { type DocumentName, matchName, type NameMatch } from './match-name.ts';
import { hasSuffix, removeSuffix } from './name-codes.ts';

/** Expected name: as given by the caller, or as another document names its holder. */
export type ExpectedName = string | DocumentName;

/** Results ordered so that the best of several comparisons counts. */
const bestFirst = ['same', 'similar', 'different', 'not-comparable'] as const satisfies readonly NameMatch[];

/**
 * Compares an expected name with the name on a document. Truncation of either name is tolerated: complete words must agree, and
 * the last word as far as it goes. A single name is the same as a name without further words, and similar to one with them. A
 * suffix (`JR`, `III`) on only one of two names makes them similar, because father and son may share all other words.
 *
 * @param isSameBirthDate - whether the birth date was compared and agrees, so that such a suffix is ignored.
 */
export function matchExpectedName(
  expected: ExpectedName,
  document: DocumentName,
  isSameBirthDate = false,
): NameMatch {
  const [asked, found] = isSameBirthDate ? dropLoneSuffix(expected, document) : [expected, document];
  return compareNames(asked, found);
}

function compareNames(expected: ExpectedName, found: DocumentName): NameMatch {
  if (typeof expected === 'string') return matchName(expected, found);
  const compareWithFound = () => matchName(joinName(expected), found);
  if (!expected.isCut && expected.givenNames !== '') return compareWithFound();
  const comparedWithExpected = matchName(joinName(found), expected);
  if (expected.isCut && !found.isCut) return comparedWithExpected;
  const matches = [comparedWithExpected, compareWithFound()];
  return bestFirst.find((answer) => matches.includes(answer)) ?? 'not-comparable';
}

/** Drops the suffix if only one of the two names has one. */
function dropLoneSuffix(expected: ExpectedName, document: DocumentName): [ExpectedName, DocumentName] {
  const isText = typeof expected === 'string';
  const hasExpected = hasSuffix(isText ? expected : joinName(expected));
  if (hasExpected === hasSuffix(joinName(document))) return [expected, document];
  if (!hasExpected) return [expected, dropSuffix(document)];
  return [isText ? removeSuffix(expected) : dropSuffix(expected), document];
}

/** Drops the suffix from the surname, unless that is where the name was truncated. */
function dropSuffix(document: DocumentName): DocumentName {
  const isCutThere = document.isCut && document.givenNames === '';
  return isCutThere ? document : { ...document, surname: removeSuffix(document.surname) };
}

function joinName({ givenNames, surname }: DocumentName): string {
  return `${givenNames} ${surname}`;
}
