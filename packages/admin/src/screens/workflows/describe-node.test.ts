import { expect, it } from 'vitest';
import { describeNode } from './describe-node.ts';

const fact = (name: string) => ({ fact: `inputs.${name}`, is: 'equal-to', value: 1 });

it.each([
  [{ kind: 'end' }, 'The worst check decides'],
  [{ kind: 'end', status: 'DECLINED' }, 'Declined'],
  [
    { kind: 'document', accepts: [{ type: 'PASSPORT' }, { type: 'DRIVERS_LICENSE' }] },
    'Passport, Drivers license',
  ],
  [{ kind: 'form', fields: [{ name: 'email' }, 3] }, 'Email'],
  [
    { kind: 'condition', if: { fact: 'inputs.user_country', is: 'one-of', value: ['DE', 'AT'] } },
    'User country is one of Germany, Austria',
  ],
  [
    {
      kind: 'condition',
      if: { any: [fact('a'), { all: [fact('b'), { not: { fact: 'inputs.c', is: 'present' } }] }] },
    },
    'A is 1 or (B is 1 and not c is known)',
  ],
  [{ kind: 'condition' }, '?'],
])('describes %j', (node, words) => {
  expect(describeNode(node)).toBe(words);
});

it('names the checks in a condition by their kinds', () => {
  const nodes = { email: { kind: 'email' }, second: { kind: 'email' } };
  const about = (id: string) => ({ fact: `checks.${id}.status`, is: 'equal-to', value: 'REVIEW' });
  const node = { kind: 'condition', if: { any: ['email', 'second', 'gone'].map(about) } };
  expect(describeNode(node, nodes)).toBe('E-mail: review or e-mail “second”: review or “gone”: review');
});
