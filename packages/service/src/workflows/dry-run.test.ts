import { describe, expect, it } from 'vitest';
import { assumedFactsSchema } from './assumed-facts.ts';
import { workflowDefinitionSchema } from './definition.ts';
import { dryRun, missingInputs } from './dry-run.ts';

const definition = workflowDefinitionSchema.parse({
  start: 'email',
  nodes: {
    email: { kind: 'email', next: 'doubtful' },
    doubtful: {
      kind: 'condition',
      if: {
        any: [
          { fact: 'checks.email.status', is: 'not-equal-to', value: 'APPROVED' },
          { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
        ],
      },
      next: 'phone',
      else: 'end',
    },
    phone: { kind: 'phone', next: 'held' },
    held: { kind: 'end', status: 'REVIEW' },
    end: { kind: 'end' },
  },
});
const tried = (facts: unknown) => dryRun(definition, assumedFactsSchema.parse(facts));

describe('dryRun', () => {
  it('returns every node, and the result of each comparison of a condition', () => {
    expect(tried({ checks: { email: { status: 'REVIEW' }, phone: { status: 'APPROVED' } } })).toEqual([
      { node: 'email', kind: 'email', status: 'REVIEW' },
      {
        node: 'doubtful',
        kind: 'condition',
        taken: 'if',
        because: [
          {
            comparison: { fact: 'checks.email.status', is: 'not-equal-to', value: 'APPROVED' },
            truth: 'true',
          },
          {
            comparison: { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
            truth: 'missing',
          },
        ],
      },
      { node: 'phone', kind: 'phone', status: 'APPROVED' },
      { node: 'held', kind: 'end', status: 'REVIEW' },
    ]);
  });

  it.each([
    ['inputs.email', 'ending-with', '@mailinator.com', { email: 'x@Mailinator.com' }],
    ['inputs.email', 'ending-with', '@mailinator.com', { email: 'x@ｍailinator.com' }],
    ['inputs.phone_number', 'starting-with', '+234', { phone_number: '+2 348031234567' }],
    ['inputs.phone_number', 'starting-with', '+234803', { phone_number: '+23408031234567' }],
    ['inputs.user_region', 'equal-to', 'CA', { user_region: 'ca' }],
    ['inputs.custom_fields.amount', 'at-least', 1000, { custom_fields: { amount: '25000' } }],
  ])('takes the same branch for every spelling of %s', (fact, is, value, inputs) => {
    const branching = workflowDefinitionSchema.parse({
      start: 'is-risky',
      nodes: {
        'is-risky': { kind: 'condition', if: { fact, is, value }, next: 'held', else: 'end' },
        held: { kind: 'end', status: 'REVIEW' },
        end: { kind: 'end', status: 'APPROVED' },
      },
    });
    const steps = dryRun(branching, assumedFactsSchema.parse({ inputs }));
    expect(steps[0]).toMatchObject({ taken: 'if', because: [{ truth: 'true' }] });
    expect(steps.at(-1)).toMatchObject({ node: 'held' });
  });

  it('ends with the status of the worst check at an end node with BY_RULE', () => {
    expect(tried({ checks: { email: { status: 'APPROVED' } } }).at(-1)).toEqual({
      node: 'end',
      kind: 'end',
      status: 'APPROVED',
    });
  });

  it('ends with REVIEW if there was no check on the path', { tags: ['DRUN-11'] }, () => {
    const nodes = { asks: { kind: 'form', fields: [{ name: 'email' }], next: 'end' }, end: { kind: 'end' } };
    const asking = workflowDefinitionSchema.parse({ start: 'asks', nodes });
    const facts = assumedFactsSchema.parse({ answers: { asks: { email: 'a@shop.example' } } });
    expect(dryRun(asking, facts).at(-1)).toEqual({ node: 'end', kind: 'end', status: 'REVIEW' });
  });

  it('stops at the first check without an assumed result', () => {
    const steps = tried({ inputs: { transaction_amount: 5000 }, checks: { email: { status: 'APPROVED' } } });
    expect(steps.at(-1)).toEqual({ node: 'phone', kind: 'phone', status: null });
  });

  describe('a form in a dry run', () => {
    const asking = workflowDefinitionSchema.parse({
      start: 'known',
      nodes: {
        known: {
          kind: 'condition',
          if: { fact: 'inputs.email', is: 'present' },
          next: 'end',
          else: 'form',
        },
        form: {
          kind: 'form',
          fields: [{ name: 'email' }, { name: 'user_country' }, { name: 'user_zip', required: false }],
          next: 'german',
        },
        german: {
          kind: 'condition',
          if: { fact: 'inputs.user_country', is: 'equal-to', value: 'DE' },
          next: 'held',
          else: 'end',
        },
        held: { kind: 'end', status: 'REVIEW' },
        end: { kind: 'end' },
      },
    });
    const run = (facts: unknown) => dryRun(asking, assumedFactsSchema.parse(facts));

    it('returns the fields it asks for, and ends there without assumed answers', () => {
      const asks = ['email', 'user_country', 'user_zip'];
      expect(run({}).at(-1)).toEqual({ node: 'form', kind: 'form', asks, isAnswered: false });
      const half = { inputs: { user_country: 'DE' }, answers: { form: { user_zip: '10115' } } };
      expect(run(half).at(-1)).toEqual({
        node: 'form',
        kind: 'form',
        asks: ['email', 'user_zip'],
        isAnswered: false,
      });
    });

    it('continues with the answers, which are unknown before and replace no input of the start', () => {
      const answers = { form: { email: 'ada@example.com', user_country: 'DE' } };
      expect(run({ answers }).map(({ node }) => node)).toEqual(['known', 'form', 'german', 'held']);
      const sent = { inputs: { user_country: 'FR' }, answers };
      expect(run(sent).map(({ node }) => node)).toEqual(['known', 'form', 'german', 'end']);
    });
  });

  it('ends with ERROR if a check cannot be carried out', () => {
    expect(tried({ checks: { email: { status: 'ERROR' } } }).at(-1)).toMatchObject({
      kind: 'end',
      status: 'ERROR',
    });
  });

  it('ignores assumed results of checks on a branch that is not taken', () => {
    const branching = workflowDefinitionSchema.parse({
      start: 'german',
      nodes: {
        german: {
          kind: 'condition',
          if: { fact: 'inputs.user_country', is: 'equal-to', value: 'DE' },
          next: 'email',
          else: 'phone',
        },
        email: { kind: 'email', next: 'mailed' },
        phone: { kind: 'phone', next: 'mailed' },
        mailed: {
          kind: 'condition',
          if: { fact: 'checks.email.status', is: 'present' },
          next: 'held',
          else: 'end',
        },
        held: { kind: 'end', status: 'REVIEW' },
        end: { kind: 'end' },
      },
    });
    const checks = { email: { status: 'DECLINED' }, phone: { status: 'APPROVED' } };
    const run = (inputs: object) => dryRun(branching, assumedFactsSchema.parse({ inputs, checks }));
    expect(run({ user_country: 'DE' }).map(({ node }) => node)).toEqual([
      'german',
      'email',
      'mailed',
      'held',
    ]);
    expect(run({ user_country: 'FR' }).map(({ node }) => node)).toEqual(['german', 'phone', 'mailed', 'end']);
    // The status of the worst check on the path.
    expect(run({}).at(-1)).toEqual({ node: 'end', kind: 'end', status: 'APPROVED' });
  });

  it('lists the inputs that a start request also needs', () => {
    const missing = (inputs: object) => missingInputs(definition, assumedFactsSchema.parse({ inputs }));
    expect(missing({})).toEqual(['user_id', 'email', 'phone_number']);
    expect(missing({ user_id: 'u', phone_number: '+4930123456' })).toEqual(['email']);
  });
});
