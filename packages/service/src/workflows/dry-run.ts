import type { FormFieldName, InputName } from '@vendor/contract';
import type { AssumedFacts } from './assumed-facts.ts';
import type { Comparison } from './conditions/condition.ts';
import { evaluateCondition, explainCondition } from './conditions/evaluate-condition.ts';
import type { Facts } from './conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from './definition.ts';
import { type CheckNode, type FormNode, openFields } from './node.ts';
import { requiredInputs } from './required-inputs.ts';
import { type DecidedStatus, statusFromChecks } from './status-rules.ts';

/** One node that the walk comes by, and why it goes on as it does. */
export type DryStep =
  | {
      readonly node: string;
      readonly kind: CheckNode['kind'];
      /** Null: nothing was assumed, and the dry run ends here. */
      readonly status: DecidedStatus | null;
    }
  | {
      readonly node: string;
      readonly kind: 'form';
      /** Fields that it asks for: those not known before. Empty: the user does not see it. */
      readonly asks: readonly FormFieldName[];
      /** Whether all that it requires is assumed; otherwise the dry run ends here. */
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

/** Lists the inputs that a start request still lacks: without them nothing starts. */
export function missingInputs(definition: WorkflowDefinition, { inputs }: AssumedFacts): InputName[] {
  return [...requiredInputs(definition)].filter((name) => inputs[name] === undefined);
}

/**
 * The way that an execution would take, without starting one: every node in order, every condition with what each of its
 * comparisons came to, up to the end or to the first form or check that nothing is assumed of.
 */
export function dryRun(
  definition: WorkflowDefinition,
  { inputs: sent, answers, checks }: AssumedFacts,
): DryStep[] {
  const steps: DryStep[] = [];
  let inputs = sent as Facts['inputs'];
  const decided: Record<string, AssumedFacts['checks'][string]> = {};
  for (let at: string | null = definition.start; at !== null; ) {
    // As in a walk, results of later checks are not known.
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
      const answered = answerOf(node, inputs, Object.hasOwn(answers, at) ? answers[at] : undefined);
      steps.push({ node: at, kind: 'form', asks: answered.asks, isAnswered: answered.isWhole });
      inputs = answered.inputs;
      at = answered.isWhole ? node.next : null;
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

/** Adds the assumed answers of a form to the known inputs: they never replace what is known before it. */
function answerOf(
  node: FormNode,
  inputs: Facts['inputs'],
  answers: AssumedFacts['answers'][string] = {},
): { asks: FormFieldName[]; isWhole: boolean; inputs: Facts['inputs'] } {
  const open = openFields(node, inputs);
  const given = open.flatMap(({ name }) => (answers[name] === undefined ? [] : [[name, answers[name]]]));
  const isWhole = open.every(({ name, required }) => !required || answers[name] !== undefined);
  return {
    asks: open.map(({ name }) => name),
    isWhole,
    inputs: { ...inputs, ...Object.fromEntries(given) },
  };
}
