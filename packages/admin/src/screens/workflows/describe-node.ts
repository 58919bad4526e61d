import { checkNames, kinds, statuses, wordsOf } from '../../texts/en/statuses.ts';
import { workflows } from '../../texts/en/workflows.ts';
import { isObject } from './build-outline.ts';

const { outline: texts } = workflows;
type Members = Readonly<Record<string, unknown>>;

/** Name of a kind of node. */
export function nameOfKind(kind: unknown): string {
  if (typeof kind !== 'string') return '?';
  const own = (names: Readonly<Record<string, string>>) =>
    Object.hasOwn(names, kind) ? names[kind] : undefined;
  return own(workflows.kinds) ?? own(kinds) ?? own(checkNames) ?? wordsOf(kind);
}

/** Describes a node in a few words. */
export function describeNode(node: Members): string {
  if (node.kind === 'condition') return describeCondition(node.if);
  if (node.kind === 'end') {
    const status = typeof node.status === 'string' ? node.status : 'BY_RULE';
    return texts.end[status] ?? statuses[status] ?? status;
  }
  if (node.kind === 'form') return listOf(node.fields, 'name');
  if (Array.isArray(node.accepts)) return listOf(node.accepts, 'type');
  if (typeof node.match === 'string' && node.match !== 'none')
    return texts.comparedWith(wordsOf(node.match).toLowerCase());
  return typeof node.number === 'string' ? node.number : '';
}

/** A condition as a sentence; what is not written yet is a question mark. */
export function describeCondition(condition: unknown, isWithin = false): string {
  if (!isObject(condition)) return '?';
  for (const join of ['all', 'any'] as const) {
    const parts = condition[join];
    if (!Array.isArray(parts)) continue;
    const said = parts.map((part) => describeCondition(part, parts.length > 1)).join(texts.joins[join]);
    return isWithin && parts.length > 1 ? `(${said})` : said;
  }
  if ('not' in condition) return `${texts.joins.not}${describeCondition(condition.not, true)}`;
  const { fact, is, value } = condition;
  const said = Array.isArray(value) ? value.map(String).join(', ') : value === undefined ? '' : String(value);
  return `${String(fact ?? '?')} is ${String(is ?? '?').replaceAll('-', ' ')} ${said}`.trim();
}

function listOf(list: unknown, member: string): string {
  if (!Array.isArray(list)) return '';
  return list
    .map((entry) => (isObject(entry) ? entry[member] : entry))
    .filter((entry): entry is string => typeof entry === 'string')
    .map(wordsOf)
    .join(', ');
}
