import { inputsSchema } from '@vendor/contract';
import { z } from 'zod';
import { factSchemas } from '../../check-kinds/registry.ts';
import type { CheckNode } from '../node.ts';
import { bareSchema } from './bare-schema.ts';
import { parseFactPath } from './fact-path.ts';
import { formOfText } from './form-of-text.ts';
import type { TextForm } from './text-form.ts';

/** Type of the values of a fact. `any`: a value chosen by the caller, as in custom fields. */
export type FactType =
  | { readonly kind: 'boolean' | 'date' | 'any' }
  /** `form`: tests whether such a text can contain a given part; undefined if any text is allowed. */
  | { readonly kind: 'text'; readonly schema: z.core.$ZodType; readonly form: TextForm | undefined }
  | { readonly kind: 'number'; readonly schema: z.ZodNumber }
  | { readonly kind: 'choice' | 'codes'; readonly values: readonly string[] };

/**
 * Returns the type of a fact, or a message if there is no such fact.
 *
 * @param kindOf - returns the kind of the check node with the given id; undefined if there is none.
 */
export function factType(
  fact: string,
  kindOf: (nodeId: string) => CheckNode['kind'] | undefined,
): FactType | string {
  const path = parseFactPath(fact);
  if (!path) return 'must be "inputs.<name>" or "checks.<node>.<member>"';
  if (path.source === 'inputs') {
    const schema = schemaWithin(inputsSchema, path.members);
    return (schema && typeOfLeaf(schema)) ?? 'is not a specified input';
  }
  const kind = kindOf(path.nodeId);
  if (!kind) return `names "${path.nodeId}", which is not a node with a check`;
  const type = memberType(kind, path.members);
  return type === undefined || type === 'group' ? `is not a fact about a check of kind ${kind}` : type;
}

/** Resolves a path of members within a check: to the type of a fact, to `group` for an object, or to undefined. */
export function memberType(
  kind: CheckNode['kind'],
  members: readonly string[],
): FactType | 'group' | undefined {
  const schema = schemaWithin(factSchemas[kind], members);
  if (schema instanceof z.ZodObject) return 'group';
  return schema && typeOfLeaf(schema);
}

function schemaWithin(schema: z.core.$ZodType, members: readonly string[]): z.core.$ZodType | undefined {
  const bare = bareSchema(schema);
  const [member, ...rest] = members;
  if (member === undefined) return bare;
  if (bare instanceof z.ZodObject) {
    const next = Object.hasOwn(bare.shape, member) ? bare.shape[member] : undefined;
    return next && schemaWithin(next, rest);
  }
  return bare instanceof z.ZodRecord ? schemaWithin(bare.valueType, rest) : undefined;
}

function typeOfLeaf(schema: z.core.$ZodType): FactType | undefined {
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) };
  if (schema instanceof z.ZodISODate) return { kind: 'date' };
  if (schema instanceof z.ZodNumber) return { kind: 'number', schema };
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean' };
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return element instanceof z.ZodEnum ? { kind: 'codes', values: element.options.map(String) } : undefined;
  }
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return undefined;
  if (schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodNumber))
    return { kind: 'any' };
  return { kind: 'text', schema, form: formOfText(schema) };
}
