import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparison, type Condition, conditionSchema } from './condition.ts';
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

const equal = (fact: string, value: string) => ({ fact, is: 'equal-to', value }) as const;
const unequal = (fact: string, value: string) => ({ fact, is: 'not-equal-to', value }) as const;
const oneOf = (fact: string, value: string[]) => ({ fact, is: 'one-of' as const, value });
const noneOf = (fact: string, value: string[]) => ({ fact, is: 'none-of' as const, value });
const starting = (fact: string, value: string) => ({ fact, is: 'starting-with', value }) as const;
const ending = (fact: string, value: string) => ({ fact, is: 'ending-with', value }) as const;
const containing = (fact: string, value: string) => ({ fact, is: 'containing', value }) as const;
const atLeast = (key: string, value: number) =>
  ({ fact: `inputs.custom_fields.${key}`, is: 'at-least', value }) as const;

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

  it.each<[string, Facts['inputs'], Comparison, boolean | undefined]>([
    ['a domain', { email: 'x@Mailinator.com' }, ending('inputs.email', '@mailinator.com'), true],
    ['a value', { email: 'x@mailinator.com' }, ending('inputs.email', '@MAILINATOR.com'), true],
    ['a local part', { email: 'Ada@a.example' }, equal('inputs.email', 'ada@A.example'), true],
    ['composed letters', { email: 'x@mu\u0308ller.de' }, ending('inputs.email', '@MÜLLER.de'), true],
    [
      'another domain',
      { email: 'x@mailinator.com.example' },
      ending('inputs.email', '@mailinator.com'),
      false,
    ],
    ['an unequal e-mail', { email: 'X@a.example' }, unequal('inputs.email', 'x@a.example'), false],
    ['wide letters', { email: 'x@ｍailinator.com' }, ending('inputs.email', '@mailinator.com'), true],
    ['a letter in a circle', { email: 'x@mailinator.ⓒom' }, ending('inputs.email', '.COM'), true],
    [
      'invisible letters',
      { email: 'x@mail\uFE0Finator.com' },
      ending('inputs.email', 'mailinator.com'),
      true,
    ],
    ['an ASCII domain', { email: 'x@xn--mller-kva.de' }, ending('inputs.email', '@müller.de'), true],
    ['a part in Unicode', { email: 'x@xn--mller-kva.de' }, containing('inputs.email', '@mül'), true],
    ['a part in ASCII', { email: 'x@müller.de' }, ending('inputs.email', 'xn--mller-kva.de'), true],
    ['the beginning of ASCII labels', { email: 'x@müller.de' }, containing('inputs.email', 'xn--'), true],
    ['such a beginning in ASCII', { email: 'x@xn--mller-kva.de' }, containing('inputs.email', '@xn--'), true],
    ['such a later label', { email: 'x@a.xn--mller-kva.de' }, containing('inputs.email', '.XN--'), true],
    ['such a label in Unicode', { email: 'x@почта.рф' }, ending('inputs.email', '.xn--p1ai'), true],
    ['half of an ASCII label', { email: 'x@müller.de' }, containing('inputs.email', '@xn--mller-k'), true],
    ['no ASCII label', { email: 'jóse@muller.de' }, containing('inputs.email', 'xn--'), false],
    [
      'a mailbox like an ASCII label',
      { email: 'xn--mller-kva@a.de' },
      starting('inputs.email', 'xn--'),
      true,
    ],
    ['digits of a domain', { email: 'x@163.com' }, containing('inputs.email', '@163'), true],
    [
      'a national prefix',
      { phone_number: '+2340803 123 4567' },
      starting('inputs.phone_number', '+234803'),
      true,
    ],
    [
      'its own prefix',
      { phone_number: '+2348031234567' },
      starting('inputs.phone_number', '+234 0803'),
      true,
    ],
    [
      'a whole number',
      { phone_number: '+4407911123456' },
      equal('inputs.phone_number', '+447911123456'),
      true,
    ],
    ['a zero that counts', { phone_number: '+390612345678' }, starting('inputs.phone_number', '+3906'), true],
    ['a zero that lacks', { phone_number: '+390612345678' }, starting('inputs.phone_number', '+396'), false],
    ['the last digits', { phone_number: '+44 07911-123456' }, ending('inputs.phone_number', '123 456'), true],
    ['a phone number', { phone_number: '+2 348031234567' }, starting('inputs.phone_number', '+234'), true],
    ['a prefix', { phone_number: '+2348031234567' }, starting('inputs.phone_number', '+2 34-8'), true],
    ['a dash', { phone_number: '+234-8031234567' }, containing('inputs.phone_number', '-'), false],
    ['a region', { user_region: 'ca' }, equal('inputs.user_region', 'CA'), true],
    ['a region of a list', { user_region: 'ca' }, oneOf('inputs.user_region', ['NY', 'Ca']), true],
    ['a region not in a list', { user_region: 'ca' }, noneOf('inputs.user_region', ['NY', 'CA']), false],
    ['a CURP', { curp: 'boxw310820hnerxn09' }, starting('inputs.curp', 'BOXW'), true],
    ['an address of IPv6', { ip: '2A00:1450::1' }, starting('inputs.ip', '2a00:'), true],
    ['a name as it is', { user_city: 'berlin' }, equal('inputs.user_city', 'Berlin'), false],
    ['a number as text', { custom_fields: { amount: '25000' } }, atLeast('amount', 1000), true],
    ['a decimal as text', { custom_fields: { amount: '-0.5' } }, atLeast('amount', 0), false],
    ['grouped digits', { custom_fields: { amount: '25,000' } }, atLeast('amount', 1000), undefined],
    ['an exponent', { custom_fields: { amount: '1e9' } }, atLeast('amount', 1000), undefined],
    ['blanks', { custom_fields: { amount: ' ' } }, atLeast('amount', 0), undefined],
  ])('compares values in one spelling: %s', (_, inputs, comparison, expected) => {
    expect(evaluateCondition(conditionSchema.parse(comparison), { inputs, checks: {} })).toBe(expected);
    const [explained] = explainCondition(comparison, { inputs, checks: {} });
    expect(explained?.truth).toBe(expected === undefined ? 'missing' : String(expected));
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
