import { sayValue } from './say-value.ts';
import { withinSentence, wordsOfName } from './words-of-name.ts';

/** Words between a fact and the value it is compared with. */
const comparators = {
  present: 'is known',
  absent: 'is not known',
  'equal-to': 'is',
  'not-equal-to': 'is not',
  'one-of': 'is one of',
  'none-of': 'is none of',
  'less-than': 'is less than',
  'at-most': 'is at most',
  'greater-than': 'is greater than',
  'at-least': 'is at least',
  before: 'is before',
  after: 'is after',
  'starting-with': 'starts with',
  'ending-with': 'ends with',
  containing: 'contains',
  including: 'includes',
  'not-including': 'does not include',
} as const;

/** The comparators with a wording. */
export type SpokenComparator = keyof typeof comparators;

/** Comparison of a fact with a value, as in a condition of a workflow. */
export interface SpokenComparison {
  /** `inputs.<name>` or `checks.<node>.<member>`. */
  readonly fact: string;
  readonly is: SpokenComparator;
  readonly value?: unknown;
}

/** Wording for names that only the workflow knows. */
export interface WorkflowWords {
  /** Name of the check of a node, such as "Document check". */
  checkOf(nodeId: string): string;
  /** Sentence of a finding; null if it has none. */
  findingOf(code: string): string | null;
}

export function isSpokenComparator(is: unknown): is is SpokenComparator {
  return typeof is === 'string' && Object.hasOwn(comparators, is);
}

/** Writes a comparison in plain words, without a full stop: "Document check: age is at least 18", "User country is Germany". */
export function sayComparison(comparison: SpokenComparison, words: WorkflowWords): string {
  const [source, ...path] = comparison.fact.split('.');
  if (source !== 'checks') return sayOfInput(comparison, path);
  const [nodeId = '', ...members] = path;
  return sayOfCheck(comparison, words.checkOf(nodeId), members.at(-1) ?? '', words);
}

/** Writes the value of a fact in words; a boolean of a check with the name of its member, such as "no duplicates found". */
export function sayFact(fact: string, value: unknown): string {
  const member = fact.split('.').at(-1) ?? fact;
  return fact.startsWith('checks.') && typeof value === 'boolean'
    ? sayFlag(member, value)
    : sayValue(member, value);
}

function sayOfInput({ is, value }: SpokenComparison, [name = '', ...key]: readonly string[]): string {
  const subject = name === 'custom_fields' ? `Custom field "${key.join('.')}"` : wordsOfName(name);
  return phrase(subject, comparators[is], sayValue(name, value), value);
}

function sayOfCheck(
  { is, value }: SpokenComparison,
  check: string,
  member: string,
  words: WorkflowWords,
): string {
  if (member === 'status') return `${check}: ${sayOfStatus(is, value)}`;
  if (member === 'findings' && typeof value === 'string') {
    const finding = words.findingOf(value) ?? wordsOfName(value);
    return `${check} ${is === 'not-including' ? 'did not find' : 'found'} "${finding.replace(/\.$/, '')}"`;
  }
  if (typeof value === 'boolean' && (is === 'equal-to' || is === 'not-equal-to'))
    return `${check}: ${sayFlag(member, value === (is === 'equal-to'))}`;
  const subject = member === 'overallResult' ? 'overall result' : withinSentence(wordsOfName(member));
  return phrase(`${check}: ${subject}`, comparators[is], sayValue(member, value), value);
}

function sayOfStatus(is: SpokenComparator, value: unknown): string {
  if (is === 'present') return 'decided';
  if (is === 'absent') return 'not decided';
  return phrase('', comparators[is].replace(/^is ?/, ''), sayValue('status', value), value);
}

function sayFlag(member: string, isSo: boolean): string {
  const words = withinSentence(wordsOfName(member));
  return isSo ? words : `no ${words}`;
}

function phrase(subject: string, verb: string, said: string, value: unknown): string {
  return [subject, verb, value === undefined ? '' : said].filter((part) => part !== '').join(' ');
}
