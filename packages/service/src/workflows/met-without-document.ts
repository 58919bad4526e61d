import { successorsOf, type WorkflowNode } from './node.ts';
import { reachableFrom } from './reachable-from.ts';

/** Returns the nodes that can be reached on a path without a document before them. */
export function metWithoutDocument(
  start: string,
  nodes: Readonly<Record<string, WorkflowNode>>,
): ReadonlySet<string> {
  const passed = reachableFrom(nodes, [start], (_, { kind }) => kind === 'document');
  return new Set([start, ...[...passed].flatMap((id) => successorsOf(nodes[id] as WorkflowNode))]);
}
