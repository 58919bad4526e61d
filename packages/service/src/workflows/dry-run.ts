import type { FormFieldName, InputName } from '@vendor/contract';
import type { AssumedFacts } from './assumed-facts.ts';
import type { Comparison } from './conditions/condition.ts';
import { evaluateCondition, explainCondition } from './conditions/evaluate-condition.ts';
import type { Facts } from './conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from './definition.ts';
import { type CheckNode, type FormNode, openFields } from './node.ts';
import { requiredInputs } from './required-inputs.ts';
import { type DecidedStatus, statusFromChecks } from './status-rules.ts';

/** One node that the walk passes, and why it continues as it does. */
export type DryStep =
  | {
      readonly node: string;
      readonly kind: CheckNode['kind'];
      /** Null if no result is assumed; the dry run then ends here. */
      readonly status: DecidedStatus | null;
    }
  | {
      readonly node: string;
      readonly kind: 'form';
      /** Fields that the form asks for because they are unknown. If empty, the user does not see the form. */
      readonly asks: readonly FormFieldName[];
      /** Whether all required answers are assumed; otherwise the dry run ends here. */
      readonly isAnswered: boolean;
    }
  | {
      readonly node: string;
      readonly kind: 'condition';
      readonly taken: 'if' | 'else';
      readonly because: readonly {
        readonly comparison: Comparison;
        readonly truth: 'true' | 'false' | 'missing';
      }[];
    }
  | { readonly node: string; readonly kind: 'end'; readonly status: DecidedStatus };

/** Lists the required inputs that the start request lacks; without them, no execution starts. */
export function missingInputs(definition: WorkflowDefinition, { inputs }: AssumedFacts): InputName[] {
  return [...requiredInputs(definition)].filter((name) => inputs[name] === undefined);
}

/**
 * Returns the path that an execution would take, without starting one: all nodes in order, with the results of each condition's
 * comparisons, up to the end or to the first form or check without assumed facts.
 */
export function dryRun(
  definition: WorkflowDefinition,
  { inputs: sent, answers, checks }: AssumedFacts,
): DryStep[] {
  const steps: DryStep[] = [];
  let inputs = sent as Facts['inputs'];
  const decided: Record<string, AssumedFacts['checks'][string]> = {};
  for (let at: string | null = definition.start; at !== null; ) {
    // As in a walk, results of later checks are unknown.
    const facts: Facts = { inputs, checks: decided };
    const node = nodeOf(definition, at);
    if (node.kind === 'condition') {
      const taken = evaluateCondition(node.if, facts) === true ? 'if' : 'else';
      steps.push({ node: at, kind: 'condition', taken, because: explainCondition(node.if, facts) });
      at = taken === 'if' ? node.next : node.else;
    } else if (node.kind === 'end') {
      const byRule = statusFromChecks(Object.values(decided).map(({ status }) => status));
      steps.push({ node: at, kind: 'end', status: node.status === 'BY_RULE' ? byRule : node.status });
      at = null;
    } else if (node.kind === 'form') {
      const answered = applyAnswers(node, inputs, Object.hasOwn(answers, at) ? answers[at] : undefined);
      steps.push({ node: at, kind: 'form', asks: answered.asks, isAnswered: answered.isComplete });
      inputs = answered.inputs;
      at = answered.isComplete ? node.next : null;
    } else {
      const assumed: AssumedFacts['checks'][string] | undefined = Object.hasOwn(checks, at)
        ? checks[at]
        : undefined;
      steps.push({ node: at, kind: node.kind, status: assumed?.status ?? null });
      if (assumed) decided[at] = assumed;
      // A check that could not be carried out ends the walk.
      if (assumed?.status === 'ERROR') steps.push({ node: at, kind: 'end', status: 'ERROR' });
      at = assumed && assumed.status !== 'ERROR' ? node.next : null;
    }
  }
  return steps;
}

/** Adds the assumed answers of a form to the known inputs, without replacing any. */
function applyAnswers(
  node: FormNode,
  inputs: Facts['inputs'],
  answers: AssumedFacts['answers'][string] = {},
): { asks: FormFieldName[]; isComplete: boolean; inputs: Facts['inputs'] } {
  const open = openFields(node, inputs);
  const given = open.flatMap(({ name }) => (answers[name] === undefined ? [] : [[name, answers[name]]]));
  const isComplete = open.every(({ name, required }) => !required || answers[name] !== undefined);
  return {
    asks: open.map(({ name }) => name),
    isComplete,
    inputs: { ...inputs, ...Object.fromEntries(given) },
  };
}
