import type { InputName } from '@vendor/contract';
import { kindOf } from '../check-kinds/registry.ts';
import { nodesInOrder, type WorkflowDefinition } from './definition.ts';
import { metWithoutDocument } from './met-without-document.ts';
import { hasCheck, type WorkflowNode } from './node.ts';
import { reachableFrom } from './reachable-from.ts';

/**
 * Returns the inputs that a start request must contain for this workflow (section 2.3 of the API); always includes `user_id`.
 * An input is not required if, on every path to the node that needs it, a form asks the user for it.
 */
export function requiredInputs(definition: WorkflowDefinition): ReadonlySet<InputName> {
  const known = requiredByDefinition.get(definition);
  if (known) return known;
  const required = findRequiredInputs(definition);
  requiredByDefinition.set(definition, required);
  return required;
}

/** Cached by definition, because each start needs them and definitions never change. */
const requiredByDefinition = new WeakMap<WorkflowDefinition, ReadonlySet<InputName>>();

function findRequiredInputs(definition: WorkflowDefinition): ReadonlySet<InputName> {
  const required = new Set<InputName>(['user_id']);
  const reachedWithoutDocument = metWithoutDocument(definition.start, definition.nodes);
  for (const [id, node] of nodesInOrder(definition)) {
    if (!hasCheck(node)) continue;
    for (const input of kindOf(node).inputsOf(node, !reachedWithoutDocument.has(id)))
      if (!isCollectedBefore(definition, id, input)) required.add(input);
  }
  return required;
}

function isCollectedBefore({ start, nodes }: WorkflowDefinition, id: string, input: InputName): boolean {
  const asks = (node: WorkflowNode) =>
    node.kind === 'form' && node.fields.some(({ name, required }) => required && name === input);
  return !reachableFrom(nodes, [start], (_, node) => asks(node)).has(id);
}
