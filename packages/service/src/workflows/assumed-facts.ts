import { formAnswersSchema, inputsSchema } from '@vendor/contract';
import { z } from 'zod';
import { checkKind } from './check-kind.ts';
import { comparisonFault } from './conditions/comparison-fault.ts';
import { factType } from './conditions/fact-type.ts';
import type { WorkflowDefinition } from './definition.ts';
import { nodeIdSchema } from './node-id.ts';

/**
 * What is assumed in a dry run: the inputs of the start request, what users answer to forms, by node, and what the checks come to,
 * by node; `status` and any member that conditions ask for.
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
 * The same for one workflow: nothing is assumed that its executions never know. A name that is misspelt would send the dry run another
 * way without a word.
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
    .map((name) => [['inputs', name], 'is no specified input']);
}

function faultsOfAnswers({ nodes }: WorkflowDefinition, { answers }: AssumedFacts): Fault[] {
  return Object.entries(answers).flatMap(([id, answer]): Fault[] => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
    if (node?.kind !== 'form') return [[['answers', id], 'is no node with a form']];
    const asked = node.fields.map(({ name }) => String(name));
    return Object.keys(answer)
      .filter((name) => !asked.includes(name))
      .map((name) => [['answers', id, name], 'is nothing that the form asks for']);
  });
}

function faultsOfChecks({ nodes }: WorkflowDefinition, { checks }: AssumedFacts): Fault[] {
  return Object.entries(checks).flatMap(([id, { status: _, ...members }]): Fault[] => {
    if (!checkKind(nodes, id)) return [[['checks', id], 'is no node with a check']];
    return faultsWithin(nodes, ['checks', id], members);
  });
}

/** Each member is held to what a condition may compare it with. */
function faultsWithin(nodes: WorkflowDefinition['nodes'], path: readonly string[], value: unknown): Fault[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, member]) => faultsWithin(nodes, [...path, name], member));
  }
  // Null stands in a read for what is not known, of whatever type.
  if (value === null) return [];
  const fault = faultOf(nodes, path.join('.'), value);
  return fault === undefined ? [] : [[path, fault]];
}

function faultOf(nodes: WorkflowDefinition['nodes'], fact: string, value: unknown): string | undefined {
  const type = factType(fact, (id) => checkKind(nodes, id));
  if (typeof type === 'string') return type;
  const isList = type.kind === 'codes';
  if (isList !== Array.isArray(value)) return isList ? 'is a list of codes' : 'is no list';
  return [value]
    .flat()
    .map((one) =>
      comparisonFault(type, { fact, is: isList ? 'including' : 'equal-to', value: one as string }),
    )
    .find((fault) => fault !== undefined);
}
