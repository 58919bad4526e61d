import type { Inputs } from '@vendor/contract';
import { kindOf } from '../check-kinds/registry.ts';
import { nodesInOrder, type WorkflowDefinition } from './definition.ts';
import { hasCheck, type WorkflowNode } from './node.ts';

/** Whether a node looks at what the end user's browser tells, as long as the start request did not. */
export function needsClient(node: WorkflowNode, inputs: Partial<Inputs>): boolean {
  return hasCheck(node) && (kindOf(node).needsClient?.(inputs) ?? false);
}

/** Whether some node of a workflow does. */
export function asksClient(definition: WorkflowDefinition, inputs: Partial<Inputs>): boolean {
  return nodesInOrder(definition).some(([, node]) => needsClient(node, inputs));
}
