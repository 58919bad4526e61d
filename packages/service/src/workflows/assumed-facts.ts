import { formAnswersSchema, inputsSchema } from '@vendor/contract';
import { z } from 'zod';
import { checkKind } from './check-kind.ts';
import { comparisonFault } from './conditions/comparison-fault.ts';
import { type FactType, memberType } from './conditions/fact-type.ts';
import type { WorkflowDefinition } from './definition.ts';
import type { CheckNode } from './node.ts';
import { nodeIdSchema } from './node-id.ts';

/**
 * Facts assumed in a dry run: inputs of the start request, answers to forms by node, and results of checks by node. A result
 * has `status` and any member that conditions test.
 */
export const assumedFactsSchema = z.strictObject({
  inputs: inputsSchema.partial().default({}),
  answers: z.record(nodeIdSchema, formAnswersSchema).default({}),
  checks: z
    .record(nodeIdSchema, z.looseObject({ status: z.enum(['APPROVED', 'REVIEW', 'DECLINED', 'ERROR']) }))
    .default({}),
});
export type AssumedFacts = z.infer<typeof assumedFactsSchema>;

/**
 * Returns a schema that also refuses facts that executions of the workflow can never have. Otherwise, a misspelt name would
 * silently lead the dry run along another path.
 */
export function assumedFactsOf(definition: WorkflowDefinition): z.ZodType<AssumedFacts> {
  return assumedFactsSchema.superRefine((facts, context) => {
    const faults = [
      ...faultsOfInputs(facts),
      ...faultsOfAnswers(definition, facts),
      ...faultsOfChecks(definition, facts),
    ];
    for (const [path, message] of faults) context.addIssue({ code: 'custom', path: [...path], message });
  });
}

type Fault = readonly [path: readonly string[], message: string];

function faultsOfInputs({ inputs }: AssumedFacts): Fault[] {
  return Object.keys(inputs)
    .filter((name) => !Object.hasOwn(inputsSchema.shape, name))
    .map((name) => [['inputs', name], 'is not a specified input']);
}

function faultsOfAnswers({ nodes }: WorkflowDefinition, { answers }: AssumedFacts): Fault[] {
  return Object.entries(answers).flatMap(([id, answer]): Fault[] => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
    if (node?.kind !== 'form') return [[['answers', id], 'is not a node with a form']];
    const asked = node.fields.map(({ name }) => String(name));
    return Object.keys(answer)
      .filter((name) => !asked.includes(name))
      .map((name) => [['answers', id, name], 'is not a field of the form']);
  });
}

function faultsOfChecks({ nodes }: WorkflowDefinition, { checks }: AssumedFacts): Fault[] {
  return Object.entries(checks).flatMap(([id, { status: _, ...members }]): Fault[] => {
    const kind = checkKind(nodes, id);
    if (!kind) return [[['checks', id], 'is not a node with a check']];
    return faultsOfMembers(kind, members).map(([path, message]) => [['checks', id, ...path], message]);
  });
}

/** Checks each member against the values with which a condition may compare it. */
function faultsOfMembers(
  kind: CheckNode['kind'],
  members: Record<string, unknown>,
  path: readonly string[] = [],
): Fault[] {
  return Object.entries(members).flatMap(([name, value]) => faultsOfMember(kind, [...path, name], value));
}

function faultsOfMember(kind: CheckNode['kind'], path: readonly string[], value: unknown): Fault[] {
  const type = memberType(kind, path);
  if (type === undefined || type === 'group') {
    if (isObject(value) && Object.keys(value).length > 0) return faultsOfMembers(kind, value, path);
    // Null or an empty object means that the whole group is unknown.
    const isBlank = value === null || isObject(value);
    return type === 'group' && isBlank ? [] : [[path, `is not a fact about a check of kind ${kind}`]];
  }
  // In a read execution, null stands for an unknown value of any type.
  const fault = value === null ? undefined : faultOfValue(type, path, value);
  return fault === undefined ? [] : [[path, fault]];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultOfValue(type: FactType, path: readonly string[], value: unknown): string | undefined {
  const isList = type.kind === 'codes';
  if (isList !== Array.isArray(value)) return isList ? 'must be a list of codes' : 'must not be a list';
  const comparison = { fact: path.join('.'), is: isList ? 'including' : 'equal-to' } as const;
  return [value]
    .flat()
    .map((one) => comparisonFault(type, { ...comparison, value: one as string }))
    .find((fault) => fault !== undefined);
}
