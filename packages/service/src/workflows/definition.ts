import { z } from 'zod';
import { type InteractiveNode, isInteractive, nodeIdSchema, nodeSchema, type WorkflowNode } from './node.ts';

/**
 * What a workflow does: nodes, each naming the one that follows it. Every name leads to a node and every path to an end,
 * so a walk cannot get lost or run in circles.
 */
export const workflowDefinitionSchema = z
  .object({ start: nodeIdSchema, nodes: z.record(nodeIdSchema, nodeSchema) })
  .superRefine((definition, context) => {
    const seen = new Set<string>();
    let id: string | null = definition.start;
    while (id !== null) {
      const node: WorkflowNode | undefined = definition.nodes[id];
      if (!node || seen.has(id)) {
        const message = node ? `The walk comes back to "${id}".` : `There is no node "${id}".`;
        context.addIssue({ code: 'custom', path: ['nodes', id], message });
        return;
      }
      seen.add(id);
      id = node.kind === 'end' ? null : node.next;
    }
  });
export type WorkflowDefinition = z.infer<typeof workflowDefinitionSchema>;

/** The node of that name. @throws when there is none, which a parsed definition rules out. */
export function nodeOf(definition: WorkflowDefinition, id: string): WorkflowNode {
  const node = definition.nodes[id];
  if (!node) throw new Error(`The workflow has no node "${id}".`);
  return node;
}

/** The nodes from the start to the end, in the order of the walk. */
export function nodesInOrder(definition: WorkflowDefinition): [id: string, node: WorkflowNode][] {
  const nodes: [string, WorkflowNode][] = [];
  let id: string | null = definition.start;
  while (id !== null) {
    const node = nodeOf(definition, id);
    nodes.push([id, node]);
    id = node.kind === 'end' ? null : node.next;
  }
  return nodes;
}

/** The nodes that ask the user for something, in the order of the walk. */
export function interactiveNodes(definition: WorkflowDefinition): [id: string, node: InteractiveNode][] {
  return nodesInOrder(definition).filter((entry): entry is [string, InteractiveNode] =>
    isInteractive(entry[1]),
  );
}

/** Whether the end user is needed at all; without, the execution runs to completion by itself. */
export function requiresClientInit(definition: WorkflowDefinition): boolean {
  return interactiveNodes(definition).length > 0;
}
