import { type InputName, inputNames, inputsSchema } from '@vendor/contract';
import type { AdminLinkField } from '@vendor/contract/admin';
import { z } from 'zod';
import { comparisonsOf } from '../../workflows/conditions/condition.ts';
import { nodesInOrder, type WorkflowDefinition } from '../../workflows/definition.ts';
import { requiredInputs } from '../../workflows/required-inputs.ts';

/** Inputs that a person cannot type in: the browser sends them, or they are not a single text. */
const hiddenInputs: readonly InputName[] = ['session', 'ip', 'device_id', 'custom_fields'];

/** Field types that cannot be derived from the input's schema. */
const kinds: Readonly<Partial<Record<InputName, AdminLinkField['kind']>>> = {
  phone_number: 'tel',
  user_address: 'lines',
};

/** Field types by the format of a schema. */
const kindsByFormat: Readonly<Record<string, AdminLinkField['kind']>> = {
  'idn-email': 'email',
  date: 'date',
  uri: 'url',
};

/**
 * Lists the inputs that a person can enter when starting a workflow: `user_id`, the required inputs, and the inputs that its
 * conditions test.
 */
export function linkFields(definition: WorkflowDefinition): AdminLinkField[] {
  const required = requiredInputs(definition);
  const tested = inputNames.filter((name) => testedInputs(definition).has(name) && !required.has(name));
  return [...required, ...tested]
    .filter((name) => !hiddenInputs.includes(name))
    .map((name) => ({
      name,
      // The panel generates a missing `user_id`.
      isRequired: required.has(name) && name !== 'user_id',
      ...fieldTypeOf(name),
      hint: inputsSchema.shape[name].description ?? '',
    }));
}

/** Collects the names of inputs that conditions test. */
function testedInputs(definition: WorkflowDefinition): Set<string> {
  const conditions = nodesInOrder(definition).flatMap(([, node]) =>
    node.kind === 'condition' ? comparisonsOf(node.if) : [],
  );
  return new Set(
    conditions.flatMap(([, { fact }]) => (fact.startsWith('inputs.') ? [fact.slice('inputs.'.length)] : [])),
  );
}

/** Derives the field type from the schema, so that the browser reports invalid values before the service does. */
function fieldTypeOf(name: InputName): Pick<AdminLinkField, 'kind' | 'maxLength' | 'pattern'> {
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
