import type { Inputs } from '@vendor/contract';
import { kindOf } from '../check-kinds/registry.ts';
import { nodesInOrder, type WorkflowDefinition } from './definition.ts';
import { hasCheck, type WorkflowNode } from './node.ts';

/** Returns whether a node uses data that the end user's browser reports and the start request did not contain. */
export function needsClient(node: WorkflowNode, inputs: Partial<Inputs>): boolean {
  return hasCheck(node) && (kindOf(node).needsClient?.(inputs) ?? false);
}

/**
 * Returns whether any node of a workflow uses data that the end user's browser reports and the start request did not contain.
 */
export function asksClient(definition: WorkflowDefinition, inputs: Partial<Inputs>): boolean {
  return nodesInOrder(definition).some(([, node]) => needsClient(node, inputs));
}
