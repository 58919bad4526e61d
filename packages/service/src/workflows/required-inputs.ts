import type { InputName } from '@vendor/contract';
import { nodesInOrder, type WorkflowDefinition } from './definition.ts';
import type { WorkflowNode } from './node.ts';

/** The inputs a start request must carry for this workflow (section 2.3 of the API); `user_id` always. */
export function requiredInputs(definition: WorkflowDefinition): Set<InputName> {
  return new Set<InputName>(['user_id', ...nodesInOrder(definition).flatMap(([, node]) => inputsOf(node))]);
}

function inputsOf(node: WorkflowNode): InputName[] {
  switch (node.kind) {
    case 'document':
      return node.sendName ? ['user_fullname'] : [];
    case 'email':
      return ['email'];
    case 'phone':
      return ['phone_number'];
    case 'end':
      return [];
  }
}
