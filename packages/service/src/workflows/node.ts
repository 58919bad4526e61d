import { type FormField, formFieldNameSchema, formFieldNames, type Inputs } from '@vendor/contract';
import { z } from 'zod';
import {
  type CaptureNode,
  type CheckNode,
  checkNodeSchemas,
  isCaptureKind,
  isCheckKind,
  kindOf,
} from '../check-kinds/registry.ts';
import { conditionSchema } from './conditions/condition.ts';
import { nodeIdSchema } from './node-id.ts';

export type { CaptureNode, CheckNode } from '../check-kinds/registry.ts';

/**
 * Asks the user for inputs that the start request did not contain. Skipped if all of them are known. Later nodes use the
 * answers like inputs of the start request.
 */
export const formNodeSchema = z.strictObject({
  kind: z.literal('form'),
  fields: z
    .array(z.strictObject({ name: formFieldNameSchema, required: z.boolean().default(true) }))
    .min(1)
    .max(formFieldNames.length)
    .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
      error: 'must not ask for the same thing twice',
    }),
  next: nodeIdSchema,
});
export type FormNode = z.infer<typeof formNodeSchema>;

/** Branch of the walk; invisible to the user. An undecided condition takes the else branch. */
export const conditionNodeSchema = z.strictObject({
  kind: z.literal('condition'),
  if: conditionSchema,
  next: nodeIdSchema,
  else: nodeIdSchema,
});

/** End of the walk. BY_RULE: the worst check determines the status. */
export const endNodeSchema = z.strictObject({
  kind: z.literal('end'),
  status: z.enum(['BY_RULE', 'APPROVED', 'REVIEW', 'DECLINED']).default('BY_RULE'),
});

export const nodeSchema = z.discriminatedUnion('kind', [
  ...checkNodeSchemas,
  formNodeSchema,
  conditionNodeSchema,
  endNodeSchema,
]);
export type WorkflowNode = z.infer<typeof nodeSchema>;

/** A node that may ask the user for something. */
export type InteractiveNode = CaptureNode | FormNode;

/** Returns whether the node asks the user for captures. */
export function takesCaptures(node: WorkflowNode): node is CaptureNode {
  return isCaptureKind(node.kind);
}

/** Returns whether the node may ask the user for something. */
export function isInteractive(node: WorkflowNode): node is InteractiveNode {
  return takesCaptures(node) || node.kind === 'form';
}

/**
 * Returns the capability that a page needs for a node: the kind of its step, or `form-2` for a form with fields that were added
 * later.
 */
export function capabilityOf(node: InteractiveNode): string {
  const isLater = (name: string) => ['user_gender', 'user_region'].includes(name);
  if (node.kind !== 'form') return kindOf(node).step;
  return node.fields.some(({ name }) => isLater(name)) ? 'form-2' : 'form';
}

/** Returns whether the node asks the user for something, given the known inputs. */
export function asksUser(node: WorkflowNode, inputs: Partial<Inputs>): node is InteractiveNode {
  return takesCaptures(node) || (node.kind === 'form' && openFields(node, inputs).length > 0);
}

/** Lists the fields that a form asks for, which are those not yet known. */
export function openFields({ fields }: FormNode, inputs: Partial<Inputs>): FormField[] {
  return fields.filter(({ name }) => inputs[name] === undefined);
}

/** Returns whether the node runs a check. */
export function hasCheck(node: WorkflowNode): node is CheckNode {
  return isCheckKind(node.kind);
}

/** Returns the nodes that may follow. */
export function successorsOf(node: WorkflowNode): readonly string[] {
  if (node.kind === 'end') return [];
  return node.kind === 'condition' ? [node.next, node.else] : [node.next];
}
