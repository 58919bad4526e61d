import { sayComparison } from '@vendor/texts/staff/say-comparison';
import { sayCode } from '@vendor/texts/staff/say-value';
import { withinSentence, wordsOfName } from '@vendor/texts/staff/words-of-name';
import type { WorkflowDefinition } from '../definition.ts';
import type { DryStep } from '../dry-run.ts';
import { nameOfCheck, truthWords, wordsOfWorkflow } from './workflow-words.ts';

/** Describes one step of a dry run: its result and, for a condition, the result of each comparison. */
export function describeStep(
  definition: WorkflowDefinition,
  step: DryStep,
): { sentence: string; because: string[] } {
  if (step.kind !== 'condition') return { sentence: sentenceOf(definition, step), because: [] };
  const words = wordsOfWorkflow(definition);
  return {
    sentence: step.taken === 'if' ? 'holds.' : 'does not hold.',
    because: step.because.map(
      ({ comparison, truth }) => `${sayComparison(comparison, words)} – ${truthWords[truth]}`,
    ),
  };
}

function sentenceOf(definition: WorkflowDefinition, step: Exclude<DryStep, { kind: 'condition' }>): string {
  if (step.kind === 'end') return `the execution ends with: ${sayCode(step.status)}.`;
  if (step.kind === 'form') {
    if (step.asks.length === 0) return 'the form has nothing left to ask for.';
    const asks = `the form asks for ${step.asks.map((name) => withinSentence(wordsOfName(name))).join(', ')}`;
    return step.isAnswered ? `${asks}.` : `${asks}; assume answers to continue.`;
  }
  const check = withinSentence(nameOfCheck(definition, step.node));
  return step.status === null
    ? `the next step depends on the ${check}; assume a status for it to continue.`
    : `${check}: ${sayCode(step.status)}.`;
}
