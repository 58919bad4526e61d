import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Condition, conditionSchema } from './condition.ts';
import { evaluateCondition, explainCondition, isSettled } from './evaluate-condition.ts';
import type { Facts } from './facts.ts';

const facts: Facts = {
  inputs: {
    user_id: 'u-1',
    user_country: 'DE',
    user_dob: '1990-05-04',
    transaction_amount: 250,
    custom_fields: { tier: 'gold', 'a.b': 1, vip: true, nothing: null },
  },
  checks: {
    document: { status: 'APPROVED', documentCheckExtractedData: { age: 34, state: null } },
    email: { status: 'REVIEW', findings: ['DISPOSABLE_EMAIL'] },
  },
};
const holds = (condition: Condition) => evaluateCondition(conditionSchema.parse(condition), facts);

describe('evaluateCondition', () => {
  it.each<[Condition, boolean]>([
    [{ fact: 'inputs.user_country', is: 'equal-to', value: 'DE' }, true],
    [{ fact: 'inputs.user_country', is: 'one-of', value: ['AT', 'CH'] }, false],
    [{ fact: 'inputs.user_country', is: 'none-of', value: ['AT', 'CH'] }, true],
    [{ fact: 'inputs.transaction_amount', is: 'at-least', value: 250 }, true],
    [{ fact: 'inputs.transaction_amount', is: 'greater-than', value: 250 }, false],
    [{ fact: 'inputs.user_dob', is: 'before', value: '1990-05-05' }, true],
    [{ fact: 'inputs.user_dob', is: 'after', value: '1990-05-04' }, false],
    [{ fact: 'inputs.custom_fields.a.b', is: 'equal-to', value: 1 }, true],
    [{ fact: 'inputs.custom_fields.vip', is: 'equal-to', value: true }, true],
    [{ fact: 'inputs.custom_fields.tier', is: 'starting-with', value: 'go' }, true],
    [{ fact: 'checks.document.documentCheckExtractedData.age', is: 'less-than', value: 21 }, false],
    [{ fact: 'checks.email.findings', is: 'including', value: 'DISPOSABLE_EMAIL' }, true],
    [{ fact: 'checks.email.findings', is: 'not-including', value: 'MALFORMED' }, true],
    [{ fact: 'inputs.email', is: 'absent' }, true],
    [{ fact: 'inputs.custom_fields.nothing', is: 'present' }, false],
    [{ fact: 'inputs.constructor', is: 'present' }, false],
    [{ fact: 'checks.toString.length', is: 'present' }, false],
  ])('evaluates %j to %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });

  it.each<[string, Condition]>([
    ['a fact is missing', { fact: 'inputs.email', is: 'equal-to', value: 'a@b.example' }],
    [
      'the fact is null',
      { fact: 'checks.document.documentCheckExtractedData.state', is: 'equal-to', value: 'X' },
    ],
    [
      'the fact is missing and the comparison negated',
      { not: { fact: 'inputs.email', is: 'one-of', value: ['a'] } },
    ],
    [
      'the fact has another type than the comparison',
      { fact: 'inputs.custom_fields.tier', is: 'less-than', value: 3 },
    ],
  ])('leaves a condition undecided if %s', (_, condition) => {
    expect(holds(condition)).toBeUndefined();
    expect(holds({ not: condition })).toBeUndefined();
  });

  it('evaluates to a result if the known facts suffice', () => {
    const missing: Condition = { fact: 'inputs.email', is: 'equal-to', value: 'x' };
    const yes: Condition = { fact: 'inputs.user_id', is: 'present' };
    expect(holds({ any: [missing, yes] })).toBe(true);
    expect(holds({ all: [missing, { not: yes }] })).toBe(false);
    expect(holds({ all: [missing, yes] })).toBeUndefined();
  });

  it('explains the result of each comparison without values of facts', () => {
    const explained = explainCondition(
      {
        all: [
          { fact: 'inputs.user_country', is: 'equal-to', value: 'FR' },
          { fact: 'inputs.email', is: 'present' },
          { not: { fact: 'inputs.phone_number', is: 'equal-to', value: '+1' } },
        ],
      },
      facts,
    );
    expect(explained.map(({ truth }) => truth)).toEqual(['false', 'false', 'missing']);
    expect(JSON.stringify(explained)).not.toContain('DE');
  });
});

const leaf = fc.constantFrom<Condition>(
  { fact: 'inputs.a', is: 'equal-to', value: true },
  { fact: 'checks.b.status', is: 'equal-to', value: 'APPROVED' },
  { fact: 'checks.c.status', is: 'equal-to', value: 'APPROVED' },
  { fact: 'checks.c.status', is: 'absent' },
);
const { condition: anyCondition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
}));

const nothing = new Set<string>();

describe('a generated condition', () => {
  it('keeps the value of a settled condition after later checks', () => {
    const status = fc.constantFrom('APPROVED', 'DECLINED');
    fc.assert(
      fc.property(anyCondition, fc.boolean(), status, status, (condition, a, b, c) => {
        const before: Facts = { inputs: { a }, checks: { b: { status: b } } };
        const after: Facts = { inputs: { a }, checks: { b: { status: b }, c: { status: c } } };
        if (isSettled(condition, before, nothing))
          expect(evaluateCondition(condition, after)).toBe(evaluateCondition(condition, before));
        expect(isSettled(condition, after, nothing)).toBe(true);
      }),
    );
  });

  it('leaves a condition unsettled while the user may still be asked for its input, unless another part settles it', () => {
    const isKnown = { fact: 'inputs.email', is: 'present' } as const;
    const never = { fact: 'inputs.a', is: 'equal-to', value: false } as const;
    const facts: Facts = { inputs: { a: true }, checks: {} };
    const asked = new Set(['email']);
    expect(isSettled(isKnown, facts, nothing)).toBe(true);
    expect(isSettled(isKnown, facts, asked)).toBe(false);
    expect(isSettled({ not: isKnown }, facts, asked)).toBe(false);
    expect(isSettled({ any: [isKnown, never] }, facts, asked)).toBe(false);
    expect(isSettled({ all: [isKnown, never] }, facts, asked)).toBe(true);
  });

  it("follows De Morgan's laws when negated", () => {
    fc.assert(
      fc.property(fc.array(anyCondition, { minLength: 1, maxLength: 3 }), fc.boolean(), (parts, a) => {
        const known: Facts = { inputs: { a }, checks: { b: { status: 'APPROVED' } } };
        expect(evaluateCondition({ not: { all: parts } }, known)).toBe(
          evaluateCondition({ any: parts.map((not) => ({ not })) }, known),
        );
      }),
    );
  });
});
