import { successorsOf, type WorkflowNode } from './node.ts';

/**
 * The nodes that a walk can come to from some, those included.
 *
 * @param turnsBack - nodes that no walk goes through.
 */
export function reachableFrom(
  nodes: Readonly<Record<string, WorkflowNode>>,
  from: readonly string[],
  turnsBack: (id: string, node: WorkflowNode) => boolean = () => false,
): Set<string> {
  const reached = new Set<string>();
  const ahead = [...from];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    const node = nodes[id];
    if (!node || reached.has(id) || turnsBack(id, node)) continue;
    reached.add(id);
    ahead.push(...successorsOf(node));
  }
  return reached;
}
