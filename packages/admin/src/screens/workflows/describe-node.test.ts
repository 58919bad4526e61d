import { expect, it } from 'vitest';
import { describeNode } from './describe-node.ts';

const fact = (name: string) => ({ fact: name, is: 'equal-to', value: 1 });

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
    'inputs.user_country is one of DE, AT',
  ],
  [
    {
      kind: 'condition',
      if: { any: [fact('a'), { all: [fact('b'), { not: { fact: 'c', is: 'present' } }] }] },
    },
    'a is equal to 1 or (b is equal to 1 and not c is present)',
  ],
  [{ kind: 'condition' }, '?'],
])('describes %j', (node, words) => {
  expect(describeNode(node)).toBe(words);
});
