import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comingSteps } from './coming-steps.ts';
import type { Facts } from './conditions/facts.ts';
import { nodeOf, type WorkflowDefinition, workflowDefinitionSchema } from './definition.ts';
import { advance, startWalk, type Walk } from './walk.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] };
const none: Facts = { inputs: {}, checks: {} };
const answer = { email: 'a@b.example' };

describe('the coming steps with a condition on an answer', () => {
  const behind = {
    form: { kind: 'form', fields: [{ name: 'email', required: false }], next: 'question' },
    question: {
      kind: 'condition',
      if: { fact: 'inputs.email', is: 'present' },
      next: 'document',
      else: 'end',
    },
    document: { ...passport, next: 'end' },
    end: { kind: 'end' },
  };
  const definition = workflowDefinitionSchema.parse({ start: 'form', nodes: behind });

  it('counts the longer branch until the form is answered', () => {
    expect(comingSteps(definition, 'form', none)).toEqual(['form', 'document']);
    expect(comingSteps(definition, 'question', { ...none, inputs: answer })).toEqual(['document']);
    expect(comingSteps(definition, 'question', none)).toEqual([]);
  });

  it('counts one branch if the form has nothing to ask, or is on a branch that is not taken', () => {
    expect(comingSteps(definition, 'form', { ...none, inputs: answer })).toEqual(['document']);
    const aside = workflowDefinitionSchema.parse({
      start: 'is-large',
      nodes: {
        'is-large': {
          kind: 'condition',
          if: { fact: 'inputs.transaction_amount', is: 'at-least', value: 10 },
          next: 'form',
          else: 'question',
        },
        ...behind,
      },
    });
    const from = (transaction_amount: number) =>
      comingSteps(aside, 'is-large', { ...none, inputs: { transaction_amount } });
    expect(from(9)).toEqual([]);
    expect(from(10)).toEqual(['form', 'document']);
  });
});

const few = fc.integer({ min: 0, max: 2 });
/** Documents, a form, more documents, and a condition on the answer with some documents on each branch. */
const anyQuestion = fc
  .record({
    condition: fc.constantFrom<object>(
      { fact: 'inputs.email', is: 'present' },
      { fact: 'inputs.email', is: 'absent' },
      {
        all: [
          { fact: 'inputs.email', is: 'present' },
          { fact: 'inputs.user_country', is: 'absent' },
        ],
      },
    ),
    ...{ before: few, between: few, whenTrue: few, otherwise: few },
  })
  .map(({ condition, before, between, whenTrue, otherwise }) => {
    const nodes: Record<string, object> = { end: { kind: 'end' } };
    /** Adds documents before a node. @returns the first of them. */
    const documentsTo = (to: string, name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}-${index}`).reduce((next, id) => {
        nodes[id] = { ...passport, next };
        return id;
      }, to);
    nodes.question = {
      kind: 'condition',
      if: condition,
      next: documentsTo('end', 'true', whenTrue),
      else: documentsTo('end', 'else', otherwise),
    };
    const next = documentsTo('question', 'between', between);
    nodes.form = { kind: 'form', fields: [{ name: 'email', required: false }], next };
    return workflowDefinitionSchema.parse({ start: documentsTo('form', 'before', before), nodes });
  });

/** Completes and approves the awaited step. */
function completeStep(definition: WorkflowDefinition, walk: Walk, facts: Facts): Walk {
  if (nodeOf(definition, walk.at).kind === 'form')
    return advance(definition, walk, { kind: 'answered', facts });
  const submitted = advance(definition, walk, { kind: 'submitted', chosen: 'PASSPORT' });
  return advance(definition, submitted, { kind: 'decided', status: 'APPROVED', facts });
}

describe('a generated walk with a condition on an answer', () => {
  it('never increases the number of coming steps', () => {
    const given = fc.constantFrom<Facts['inputs']>({}, answer);
    fc.assert(
      fc.property(anyQuestion, given, given, (definition, sent, answered) => {
        let walk = startWalk(definition, sent);
        let facts: Facts = { inputs: sent, checks: {} };
        const stepsInAll = () => walk.decided.length + walk.answered.length + walk.coming.length;
        while (walk.awaiting !== 'none') {
          const before = stepsInAll();
          if (nodeOf(definition, walk.at).kind === 'form')
            facts = { ...facts, inputs: { ...sent, ...answered } };
          walk = completeStep(definition, walk, facts);
          expect(stepsInAll()).toBeLessThanOrEqual(before);
        }
      }),
    );
  });
});
