import type { Inputs } from '@vendor/contract';
import { nodesInOrder, type WorkflowDefinition } from './definition.ts';
import type { WorkflowNode } from './node.ts';

/** Whether a node looks at what the end user's browser tells, as long as the start request did not. */
export function needsClient(node: WorkflowNode, inputs: Partial<Inputs>): boolean {
  return (
    (node.kind === 'ip' && inputs.ip === undefined) ||
    (node.kind === 'device' && inputs.session === undefined)
  );
}

/** Whether some node of a workflow does. */
export function asksClient(definition: WorkflowDefinition, inputs: Partial<Inputs>): boolean {
  return nodesInOrder(definition).some(([, node]) => needsClient(node, inputs));
}
