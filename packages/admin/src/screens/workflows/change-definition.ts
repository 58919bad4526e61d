import { workflows } from '../../texts/en/workflows.ts';
import { isObject } from './build-outline.ts';

type Members = Record<string, unknown>;
interface Definition extends Members {
  start?: unknown;
  nodes: Record<string, unknown>;
}

/** Initial members of a new node of each kind; `next` is set when it is inserted. */
const beginnings: Readonly<Record<string, Members>> = {
  document: { accepts: [{ type: 'PASSPORT', sides: ['front'] }] },
  selfie: { match: 'document' },
  address: { accepts: ['UTILITY_BILL'] },
  card: {},
  evidence: { texts: { en: workflows.outline.newFiles }, accepts: ['pdf'] },
  email: {},
  phone: {},
  ip: {},
  device: {},
  aml: { name: 'document' },
  'national-id': { number: 'CPF', holder: 'trigger' },
  form: { fields: [{ name: 'email' }] },
  condition: { if: { fact: 'inputs.user_country', is: 'equal-to', value: 'DE' } },
  end: {},
};

/** Kinds of node that can be inserted after another node. */
export const nodeKinds = Object.keys(beginnings).filter((kind) => kind !== 'end');

/**
 * Inserts a new node after another one.
 *
 * @param branch - which branch of a condition.
 * @returns the new definition and the name of the new node; null if there is no node `after`.
 */
export function insertNode(
  definition: unknown,
  { after, branch, kind }: { after: string; branch: 'next' | 'else'; kind: string },
): { readonly definition: unknown; readonly id: string } | null {
  const copy = copyOf(definition);
  const before = copy?.nodes[after];
  if (!copy || !isObject(before)) return null;
  const id = unusedName(kind, copy.nodes);
  const next = before[branch];
  copy.nodes[id] = { kind, ...beginnings[kind], next, ...(kind === 'condition' && { else: next }) };
  before[branch] = id;
  return { definition: copy, id };
}

/** Removes a node. Nodes that led to it lead to its successor. */
export function removeNode(definition: unknown, id: string): unknown {
  const copy = copyOf(definition);
  const node = copy?.nodes[id];
  if (!copy || !isObject(node) || typeof node.next !== 'string') return definition;
  delete copy.nodes[id];
  relink(copy, id, node.next);
  return copy;
}

/** Swaps a node with its predecessor, if a single path leads through both. */
export function moveEarlier(definition: unknown, id: string): unknown {
  const copy = copyOf(definition);
  if (!copy) return definition;
  const before = onlyPredecessor(copy, id);
  const [node, other] = [copy.nodes[id], before === null ? null : copy.nodes[before]];
  if (before === null || !isObject(node) || !isObject(other)) return definition;
  relink(copy, before, id);
  other.next = node.next;
  node.next = before;
  return copy;
}

/** Returns whether `moveEarlier` would change the definition. */
export function canMoveEarlier(definition: unknown, id: string): boolean {
  const copy = copyOf(definition);
  return copy !== null && onlyPredecessor(copy, id) !== null;
}

/** Returns the only predecessor of a node; null if there is not exactly one, or if either is a condition or an end. */
function onlyPredecessor({ nodes }: Definition, id: string): string | null {
  const isPlain = (node: unknown): node is Members =>
    isObject(node) && node.kind !== 'condition' && node.kind !== 'end' && typeof node.next === 'string';
  const leading = Object.entries(nodes).filter(
    ([, node]) => isObject(node) && (node.next === id || node.else === id),
  );
  const [first] = leading;
  return leading.length === 1 && first && isPlain(first[1]) && isPlain(nodes[id]) ? first[0] : null;
}

function relink(definition: Definition, from: string, to: string): void {
  if (definition.start === from) definition.start = to;
  for (const node of Object.values(definition.nodes)) {
    if (!isObject(node)) continue;
    if (node.next === from) node.next = to;
    if (node.else === from) node.else = to;
  }
}

function unusedName(kind: string, nodes: Members): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? kind : `${kind}-${number}`;
    if (!Object.hasOwn(nodes, name)) return name;
  }
}

function copyOf(definition: unknown): Definition | null {
  if (!isObject(definition) || !isObject(definition.nodes)) return null;
  return structuredClone(definition) as Definition;
}
