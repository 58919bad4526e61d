import { assumedFactsOf } from '../../workflows/assumed-facts.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';
import { type DryStep, dryRun, missingInputs } from '../../workflows/dry-run.ts';
import { describeStep } from '../../workflows/wording/describe-step.ts';
import type { Command } from '../command.ts';
import { readJsonFile, readWorkflowFile } from './workflow-file.ts';

/** Shows the path that an execution of a workflow would take, without starting one. */
export const tryCommand: Command = {
  name: 'workflow try',
  summary: 'Shows the path of a workflow for given facts, and why. Starts nothing.',
  operand: 'file, or - for standard input',
  options: {
    facts: { value: 'file', about: 'Assumed inputs, form answers and check results; none by default.' },
  },
  isReadOnly: true,
  notes: `The facts are JSON: { "inputs": { "user_country": "DE" }, "answers": { "form": { "email": "a@example.com" } },
"checks": { "document": { "status": "APPROVED" } } }, with any other member of a check that conditions use.
Facts that the workflow never has are refused. Lists the inputs that a start request must contain and the facts lack.`,
  async run(call) {
    const { definition } = await readWorkflowFile(call);
    const file = call.text('facts');
    const schema = assumedFactsOf(definition);
    const facts =
      file === undefined
        ? schema.parse({})
        : await readJsonFile(file, call.operator.input, schema, 'list of facts of this workflow');
    const missing = missingInputs(definition, facts);
    const steps = dryRun(definition, facts);
    const first = missing.length === 0 ? [] : [`A start request must contain ${missing.join(', ')}, too.`];
    return {
      data: { missing, steps },
      text: [...first, ...steps.map((step) => lineOf(definition, step))].join('\n'),
    };
  },
};

function lineOf(definition: WorkflowDefinition, step: DryStep): string {
  const { sentence, because } = describeStep(definition, step);
  return [`${step.node}: ${sentence}`, ...because.map((line) => `    ${line}`)].join('\n');
}
