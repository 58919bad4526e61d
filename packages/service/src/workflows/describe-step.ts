import type { Comparison } from './conditions/condition.ts';
import type { DryStep } from './dry-run.ts';

/** Describes a step of a dry run: what happens, and for a condition the result of each comparison. */
export function describeStep(step: DryStep): { sentence: string; because: string[] } {
  if (step.kind !== 'condition') return { sentence: sentenceOf(step), because: [] };
  return {
    sentence: step.taken === 'if' ? 'holds.' : 'does not hold.',
    because: step.because.map(({ comparison, truth }) => `${wordsOf(comparison)}: ${truth}`),
  };
}

function sentenceOf(step: Exclude<DryStep, { kind: 'condition' }>): string {
  if (step.kind === 'end') return `the execution ends ${step.status}.`;
  if (step.kind === 'form') {
    if (step.asks.length === 0) return 'the form has nothing left to ask for.';
    const asks = `the form asks for ${step.asks.join(', ')}`;
    return step.isAnswered ? `${asks}.` : `${asks}; assume answers to it to go on.`;
  }
  return step.status === null
    ? `what follows depends on this ${step.kind} check; assume a status of it to go on.`
    : `the ${step.kind} check is ${step.status}.`;
}

function wordsOf(comparison: Comparison): string {
  const words = `${comparison.fact} ${comparison.is}`;
  return 'value' in comparison ? `${words} ${JSON.stringify(comparison.value)}` : words;
}
