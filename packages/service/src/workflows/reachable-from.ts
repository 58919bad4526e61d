import { successorsOf, type WorkflowNode } from './node.ts';

/**
 * Returns the nodes that a walk can reach from the given ones, including these.
 *
 * @param isBlocked - returns true for nodes that no walk passes.
 */
export function reachableFrom(
  nodes: Readonly<Record<string, WorkflowNode>>,
  from: readonly string[],
  isBlocked: (id: string, node: WorkflowNode) => boolean = () => false,
): Set<string> {
  const reached = new Set<string>();
  const ahead = [...from];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    const node = nodes[id];
    if (!node || reached.has(id) || isBlocked(id, node)) continue;
    reached.add(id);
    ahead.push(...successorsOf(node));
  }
  return reached;
}
