import { isSpokenComparator, sayComparison } from '@vendor/texts/staff/say-comparison';
import { withinSentence, wordsOfName } from '@vendor/texts/staff/words-of-name';
import { checkNames, kinds, statuses } from '../../texts/en/statuses.ts';
import { workflows } from '../../texts/en/workflows.ts';
import { isObject } from './build-outline.ts';

const { outline: texts } = workflows;
type Members = Readonly<Record<string, unknown>>;

/** Returns the name of a kind of node. */
export function nameOfKind(kind: unknown): string {
  if (typeof kind !== 'string') return '?';
  const own = (names: Readonly<Record<string, string>>) =>
    Object.hasOwn(names, kind) ? names[kind] : undefined;
  return own(workflows.kinds) ?? own(kinds) ?? own(checkNames) ?? wordsOfName(kind);
}

/**
 * Describes a node in a few words.
 *
 * @param nodes - all nodes of the workflow, which a condition can refer to.
 */
export function describeNode(node: Members, nodes: Readonly<Record<string, unknown>> = {}): string {
  if (node.kind === 'condition') return describeCondition(node.if, (id) => nameOfCheck(nodes, id));
  if (node.kind === 'end') {
    const status = typeof node.status === 'string' ? node.status : 'BY_RULE';
    return texts.end[status] ?? statuses[status] ?? status;
  }
  if (node.kind === 'form') return listOf(node.fields, 'name');
  if (Array.isArray(node.accepts)) return listOf(node.accepts, 'type');
  if (typeof node.match === 'string' && node.match !== 'none')
    return texts.comparedWith(wordsOfName(node.match).toLowerCase());
  return typeof node.number === 'string' ? node.number : '';
}

/** Describes a condition as a sentence, with question marks for missing parts. */
function describeCondition(
  condition: unknown,
  checkOf: (nodeId: string) => string,
  isWithin = false,
): string {
  if (!isObject(condition)) return '?';
  for (const join of ['all', 'any'] as const) {
    const parts = condition[join];
    if (!Array.isArray(parts)) continue;
    const sentence = parts
      .map((part) => describeCondition(part, checkOf, parts.length > 1))
      .map((part, place) => (place === 0 ? part : withinSentence(part)))
      .join(texts.joins[join]);
    return isWithin && parts.length > 1 ? `(${sentence})` : sentence;
  }
  if ('not' in condition)
    return `${texts.joins.not}${withinSentence(describeCondition(condition.not, checkOf, true))}`;
  const { fact, is, value } = condition;
  if (typeof fact !== 'string' || !isSpokenComparator(is)) return '?';
  return sayComparison({ fact, is, value }, { checkOf, findingOf: () => null });
}

/** Names the check of a node by its kind, and by its id if that is another word. */
function nameOfCheck(nodes: Readonly<Record<string, unknown>>, id: string): string {
  const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  if (!isObject(node)) return `“${id}”`;
  const name = nameOfKind(node.kind);
  return node.kind === id ? name : `${name} “${id}”`;
}

function listOf(list: unknown, member: string): string {
  if (!Array.isArray(list)) return '';
  return list
    .map((entry) => (isObject(entry) ? entry[member] : entry))
    .filter((entry): entry is string => typeof entry === 'string')
    .map(wordsOfName)
    .join(', ');
}
