import { type CheckNode, hasCheck, type WorkflowNode } from './node.ts';

/** Returns the kind of the check node with the given id; undefined if there is none. */
export function checkKind(
  nodes: Readonly<Record<string, WorkflowNode>>,
  id: string,
): CheckNode['kind'] | undefined {
  const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  return node && hasCheck(node) ? node.kind : undefined;
}
