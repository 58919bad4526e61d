import { expect, test } from 'vitest';
import { checkKindExamples } from '../../../testing/check-kind-examples.ts';
import { rawCode } from '../../../testing/raw-code.ts';
import type { CheckKindName } from '../../check-kinds/registry.ts';
import type { Condition } from '../../workflows/conditions/condition.ts';
import { workflowDefinitionSchema } from '../../workflows/definition.ts';
import { nodeSchema } from '../../workflows/node.ts';
import { endedWalk } from '../../workflows/walk.ts';
import { explainPath } from './explain-path.ts';

/** Explains a condition that precedes a form, for a user Anna from Austria. */
function explained(
  condition: Condition,
  taken: 'if' | 'else',
  inputs: object = { user_country: 'AT', user_fullname: 'Anna' },
) {
  const definition = workflowDefinitionSchema.parse({
    start: 'choice',
    nodes: {
      choice: { kind: 'condition', if: condition, next: 'form', else: 'form' },
      form: { kind: 'form', fields: [{ name: 'user_fullname', required: true }], next: 'end' },
      end: { kind: 'end' },
    },
  });
  const walk = endedWalk({
    at: 'end',
    decided: [],
    branches: [{ nodeId: 'choice', taken }],
    answered: ['form'],
    outcome: { status: 'APPROVED', retryLimitOf: null },
    loip: null,
  });
  const [explanation] = explainPath({ walk, status: 'APPROVED' }, definition, { inputs, checks: {} }, false);
  return {
    comparisons: explanation!.comparisons.map(({ truth, actual }) => [truth, actual?.text]),
    otherwise: explanation!.otherwise,
  };
}

const country: Condition = { fact: 'inputs.user_country', is: 'one-of', value: ['DE', 'AT'] };
const named: Condition = { fact: 'inputs.user_fullname', is: 'present' };
const french: Condition = { fact: 'inputs.user_country', is: 'equal-to', value: 'FR' };

test.each<[Condition, 'if' | 'else', string]>([
  [country, 'if', 'if this had not held: User country is one of Germany, Austria.'],
  [french, 'else', 'if this had held: User country is France.'],
  [{ not: french }, 'if', 'if this had held: User country is France.'],
  [{ any: [country, french] }, 'if', 'if this had not held: User country is one of Germany, Austria.'],
  [{ all: [country, french] }, 'else', 'if this had held: User country is France.'],
  [{ any: [{ all: [country, french] }, french] }, 'else', 'Several comparisons decided this together'],
])('explains %j, which led to %s, by what would have led the other way', (condition, taken, words) => {
  expect(explained(condition, taken).otherwise).toContain(words);
});

test('leaves out an input that a later form asked for, if the branch shows that it was unknown at the condition', () => {
  expect(explained(named, 'else').comparisons).toEqual([['false', undefined]]);
  expect(explained(named, 'if').comparisons).toEqual([['true', 'Anna']]);
});

const kinds = Object.keys(checkKindExamples) as CheckKindName[];

test.each(
  kinds.flatMap((kind) =>
    (['APPROVED', 'REVIEW', 'DECLINED', 'ERROR'] as const).map((status) => ({ kind, status })),
  ),
)('explains without codes that a step of kind $kind ended in $status, and which branch followed', (at) => {
  const { kind, status } = at;
  const node = nodeSchema.parse({ kind, next: 'branch', ...checkKindExamples[kind].nodes[0] });
  const definition = {
    start: 'step',
    nodes: {
      step: node,
      branch: nodeSchema.parse({
        kind: 'condition',
        if: {
          any: [
            { fact: 'checks.step.status', is: 'equal-to', value: status },
            { fact: 'checks.step.findings', is: 'including', value: 'SOMETHING_ODD' },
            { fact: 'inputs.custom_fields.vip', is: 'equal-to', value: true },
          ],
        },
        next: 'end',
        else: 'end',
      }),
      end: nodeSchema.parse({ kind: 'end' }),
    },
  };
  const outcome = { status, retryLimitOf: null };
  const walk = endedWalk({
    at: 'end',
    decided: [{ nodeId: 'step', status }],
    branches: [{ nodeId: 'branch', taken: 'if' }],
    answered: [],
    outcome,
    loip: null,
  });
  const facts = { inputs: {}, checks: { step: { status, findings: ['SOMETHING_ODD'] } } };
  const explanation = explainPath({ walk, status }, definition, facts, false);
  const sentences = explanation.flatMap(({ sentence, otherwise, comparisons }) => [
    sentence,
    otherwise ?? '',
    ...comparisons.flatMap((one) => [one.sentence, one.actual?.text ?? '']),
  ]);
  expect(sentences.length).toBe(12);
  for (const sentence of sentences) expect(sentence).not.toMatch(rawCode);
});
