import { countedFirst } from '@vendor/contract';
import { z } from 'zod';
import { definitionFaults, structuralFaults } from './definition-faults.ts';
import { loipDefinitionSchema } from './loip.ts';
import { type InteractiveNode, isInteractive, nodeSchema, successorsOf, type WorkflowNode } from './node.ts';
import { nodeIdSchema } from './node-id.ts';

/** Maximum number of nodes of one workflow: more than anybody can keep in view. */
const maxNodes = 200;

/** The shape of a definition, without rules across nodes. */
const definitionShape = z.strictObject({
  start: nodeIdSchema,
  nodes: countedFirst(z.record(nodeIdSchema, nodeSchema), maxNodes, 'nodes'),
  /** If missing, executions have no level of identity proofing. */
  loip: loipDefinitionSchema.optional(),
});
export type WorkflowDefinition = z.infer<typeof definitionShape>;

/**
 * Definition of a workflow: nodes, each of which names those that may follow it. Every name refers to a node, every node can be
 * reached, every path ends, every check can be passed, and conditions only test existing facts, so that a walk cannot get stuck
 * or run in circles. Unknown members are refused, because a misspelt one would silently switch off a check. Each fault names
 * its node.
 */
export const workflowDefinitionSchema = definitionShape.superRefine((definition, context) => {
  for (const { path, message } of definitionFaults(definition))
    context.addIssue({ code: 'custom', path: [...path], message });
});

/** An imported version. It stays valid even if a later import would refuse it. */
export const storedDefinitionSchema = definitionShape.superRefine((definition, context) => {
  for (const { path, message } of structuralFaults(definition))
    context.addIssue({ code: 'custom', path: [...path], message });
});

/**
 * Returns the node with the given id.
 *
 * @throws if there is none, which cannot happen in a parsed definition.
 */
export function nodeOf(definition: WorkflowDefinition, id: string): WorkflowNode {
  const node = definition.nodes[id];
  if (!node) throw new Error(`The workflow has no node "${id}".`);
  return node;
}

/** Returns the nodes in topological order: from the start, each after all nodes that lead to it. */
export function nodesInOrder(definition: WorkflowDefinition): [id: string, node: WorkflowNode][] {
  const ordered: [string, WorkflowNode][] = [];
  const visited = new Set<string>();
  const visit = (id: string) => {
    if (visited.has(id)) return;
    visited.add(id);
    const node = nodeOf(definition, id);
    // Reversed, so that the first branch comes first: nodes that are visited last are put at the front.
    for (const next of [...successorsOf(node)].reverse()) visit(next);
    ordered.unshift([id, node]);
  };
  visit(definition.start);
  return ordered;
}

/** Returns the nodes that may ask the user for something, on any path. */
export function interactiveNodes(definition: WorkflowDefinition): [id: string, node: InteractiveNode][] {
  return nodesInOrder(definition).filter((entry): entry is [string, InteractiveNode] =>
    isInteractive(entry[1]),
  );
}
