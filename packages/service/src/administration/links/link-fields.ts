import { type InputName, inputNames, inputsSchema } from '@vendor/contract';
import type { AdminLinkField } from '@vendor/contract/admin';
import { z } from 'zod';
import { comparisonsOf } from '../../workflows/conditions/condition.ts';
import { nodesInOrder, type WorkflowDefinition } from '../../workflows/definition.ts';
import { requiredInputs } from '../../workflows/required-inputs.ts';

/** Inputs that nobody types: the browser tells them, or they are no single text. */
const untyped: readonly InputName[] = ['session', 'ip', 'device_id', 'custom_fields'];

/** Inputs whose way of typing their schema does not tell. */
const kinds: Readonly<Partial<Record<InputName, AdminLinkField['kind']>>> = {
  phone_number: 'tel',
  user_address: 'lines',
};

/** Ways of typing by the format of a schema. */
const kindsByFormat: Readonly<Record<string, AdminLinkField['kind']>> = {
  'idn-email': 'email',
  date: 'date',
  uri: 'url',
};

/**
 * Inputs that a person who starts a workflow can give: `user_id`, those that it requires, and those that its conditions ask for.
 */
export function linkFields(definition: WorkflowDefinition): AdminLinkField[] {
  const required = requiredInputs(definition);
  const asked = inputNames.filter((name) => askedOf(definition).has(name) && !required.has(name));
  return [...required, ...asked]
    .filter((name) => !untyped.includes(name))
    .map((name) => ({
      name,
      // The panel makes one up where nobody gives it.
      isRequired: required.has(name) && name !== 'user_id',
      ...shapeOf(name),
      hint: inputsSchema.shape[name].description ?? '',
    }));
}

/** Names of inputs that conditions are about. */
function askedOf(definition: WorkflowDefinition): Set<string> {
  const conditions = nodesInOrder(definition).flatMap(([, node]) =>
    node.kind === 'condition' ? comparisonsOf(node.if) : [],
  );
  return new Set(
    conditions.flatMap(([, { fact }]) => (fact.startsWith('inputs.') ? [fact.slice('inputs.'.length)] : [])),
  );
}

/** How an input is typed, by its schema: what the service refuses is seen before it is sent. */
function shapeOf(name: InputName): Pick<AdminLinkField, 'kind' | 'maxLength' | 'pattern'> {
  const schema = z.toJSONSchema(inputsSchema.shape[name], { io: 'input', unrepresentable: 'any' });
  const { type, format, pattern, maxLength } = schema.anyOf?.[0] ?? schema;
  const isNumber = [type].flat().includes('number');
  const kind = kinds[name] ?? (isNumber ? 'number' : kindsByFormat[format ?? '']) ?? 'text';
  return {
    kind,
    maxLength: maxLength ?? null,
    pattern: kind === 'text' || kind === 'tel' ? (pattern ?? null) : null,
  };
}
