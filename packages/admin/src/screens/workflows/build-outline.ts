/** One item of an outline: a node, or a jump to a node elsewhere. */
export type OutlineItem =
  | {
      readonly type: 'node';
      readonly id: string;
      readonly node: Readonly<Record<string, unknown>>;
      /** Branches of a condition, up to where they meet again. Empty for other nodes. */
      readonly lanes: readonly Lane[];
    }
  /** Continues at a node that is shown elsewhere or does not exist. */
  | { readonly type: 'jump'; readonly to: string; readonly isMissing: boolean };

export interface Lane {
  readonly branch: 'next' | 'else';
  readonly items: readonly OutlineItem[];
}

export interface Outline {
  readonly items: readonly OutlineItem[];
  /** Nodes that cannot be reached from the start. */
  readonly unreached: readonly OutlineItem[];
}

type Nodes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Lays out the nodes in the order in which executions reach them. The definition may be incomplete or invalid.
 *
 * @returns null if the definition has no nodes.
 */
export function buildOutline(definition: unknown): Outline | null {
  if (!isObject(definition) || !isObject(definition.nodes)) return null;
  const nodes: Nodes = Object.fromEntries(
    Object.entries(definition.nodes).filter((entry): entry is [string, Nodes[string]] => isObject(entry[1])),
  );
  const shown = new Set<string>();
  /** Returns the items from a node up to another one, which is excluded. */
  const follow = (from: unknown, until: string | null): OutlineItem[] => {
    const items: OutlineItem[] = [];
    let at = typeof from === 'string' ? from : null;
    while (at !== null && at !== until) {
      const node = Object.hasOwn(nodes, at) ? nodes[at] : undefined;
      if (!node || shown.has(at)) {
        items.push({ type: 'jump', to: at, isMissing: !node });
        break;
      }
      shown.add(at);
      if (node.kind !== 'condition') {
        items.push({ type: 'node', id: at, node, lanes: [] });
        at = typeof node.next === 'string' ? node.next : null;
        continue;
      }
      const meeting = findMeeting(nodes, node, until);
      const lane = (branch: Lane['branch']): Lane => ({ branch, items: follow(node[branch], meeting) });
      const id = at;
      items.push({ type: 'node', id, node, lanes: [lane('next'), lane('else')] });
      at = meeting;
    }
    return items;
  };
  const items = follow(definition.start, null);
  const unreached = Object.keys(nodes).flatMap((id) => (shown.has(id) ? [] : follow(id, null)));
  return { items, unreached };
}

/** Returns the first node that both branches of a condition reach, unless they end separately. */
function findMeeting(
  nodes: Nodes,
  { next, else: other }: Nodes[string],
  until: string | null,
): string | null {
  const [one, two] = [reachable(nodes, next), reachable(nodes, other)];
  const both = [...one].filter((id) => two.has(id));
  // Every path out of a branch must pass this node, or it would be drawn in one lane and missing in the other.
  return (
    both.find((id) => !escapes(nodes, next, id) && !escapes(nodes, other, id)) ??
    (until !== null && both.includes(until) ? until : null)
  );
}

/** Returns whether a path from one node reaches an end without passing another. */
function escapes(nodes: Nodes, from: unknown, avoided: string): boolean {
  const seen = new Set<unknown>([avoided]);
  const waiting = [from];
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (seen.has(id)) continue;
    seen.add(id);
    const ways = successors(nodes, id);
    if (ways.length === 0) return true;
    waiting.push(...ways);
  }
  return false;
}

/** Returns the nodes that can be reached from a node, nearest first. */
function reachable(nodes: Nodes, from: unknown): Set<string> {
  const found = new Set<string>();
  const waiting = [from];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (typeof id !== 'string' || found.has(id)) continue;
    found.add(id);
    waiting.push(...successors(nodes, id));
  }
  return found;
}

function successors(nodes: Nodes, id: unknown): unknown[] {
  const node = typeof id === 'string' && Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  if (!node) return [];
  const ways = node.kind === 'condition' ? [node.next, node.else] : [node.next];
  return ways.filter((way) => typeof way === 'string');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
