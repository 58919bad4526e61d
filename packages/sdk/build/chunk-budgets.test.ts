import { expect, it } from 'vitest';
import { chunkFaults } from './chunk-budgets.mjs';

const budgets = [
  { name: 'entry', path: ['dist/npm/index.js', 'dist/npm/chunks/{request,exceptions}-*.js'] },
  { name: 'shell', path: 'dist/script/v1/chunks/shell-*.js' },
  { name: 'first screen in all', path: 'dist/script/v1/chunks/{shell,request}-*.js' },
];
const faultsOf = (...chunks: string[]) => chunkFaults(budgets, { npm: chunks, script: chunks });

it('finds no fault when every chunk has one budget, besides totals', () => {
  expect(faultsOf('shell-a1.js', 'request-b2.js', 'exceptions-c3.js')).toEqual([]);
});

it('finds a chunk without a budget, or only in a total', () => {
  expect(faultsOf('trap-d4.js')).toEqual(['trap-d4.js belongs to no budget.']);
  expect(chunkFaults(budgets.slice(2), { npm: ['shell-a1.js'], script: ['shell-a1.js'] })).toEqual([
    'shell-a1.js belongs to no budget.',
  ]);
});

it('matches whole names', () => {
  expect(faultsOf('eggshell-a1.js', 'shell-a1.js.br', 'requests-a1.js')).toHaveLength(3);
});

it('finds a chunk with two budgets', () => {
  const twice = [...budgets, { name: 'other', path: '**/chunks/sh*.js' }];
  expect(chunkFaults(twice, { npm: ['shell-a1.js'], script: ['shell-a1.js'] })).toEqual([
    'shell-a1.js belongs to shell and to other.',
  ]);
});

it('finds a chunk of only one build, whose size would not be measured in the other', () => {
  const [npm, script] = [['shell-aB_3-d6h.js', 'request-12345678.js'], ['shell-bBbBbBbB.js']];
  expect(chunkFaults(budgets, { npm, script })).toEqual(['request-12345678.js is in the npm build alone.']);
  expect(chunkFaults(budgets, { npm: script, script: npm })).toEqual([
    'request-12345678.js is in the script build alone.',
  ]);
});
