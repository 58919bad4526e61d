import { describe, expect, it } from 'vitest';
import { compareWithTests, writtenTags } from './coverage.mjs';
import { parseSpecification } from './specification.mjs';

const table = [
  '## Part',
  '',
  '| id | statement |',
  '|---|---|',
  '| S1-1 | It begins. |',
  '| S1-2 | It ends. |',
];

const test = (outcome: string, ...tags: string[]) => ({ file: 'a.test.ts', title: 'does it', outcome, tags });

describe('parseSpecification', () => {
  it('reads ids, statements and their section', () => {
    expect(parseSpecification(table.join('\n'))).toEqual([
      { id: 'S1-1', statement: 'It begins.', section: 'Part' },
      { id: 'S1-2', statement: 'It ends.', section: 'Part' },
    ]);
  });

  it.each([
    ['too many cells', '| S1-3 | It | goes on. |'],
    ['no id', '| third | It goes on. |'],
    ['no statement', '| S1-3 | |'],
    ['a duplicate id', '| S1-2 | It goes on. |'],
  ])('refuses a row with %s', (_, line) => {
    expect(() => parseSpecification([...table, line].join('\n'))).toThrow(/not a row|used twice/);
  });
});

describe('compareWithTests', () => {
  const statements = [{ id: 'S1-1' }, { id: 'S1-2' }];

  it.each([
    ['accepts statements that passing tests name', [test('passed', 'S1-1', 'S1-2')], []],
    ['accepts slow tests that did not run', [test('passed', 'S1-1'), test('written', 'S1-2')], []],
    ['names a statement without a test', [test('passed', 'S1-1')], ['S1-2: no test names it']],
    [
      'names a skipped test beside a passed one',
      [test('passed', 'S1-1', 'S1-2'), test('skipped', 'S1-2')],
      ['S1-2: skipped: "does it" in a.test.ts'],
    ],
    [
      'names a tag without a statement',
      [test('passed', 'S1-1', 'S1-2', 'S9-9')],
      ['S9-9: no such statement, see "does it" in a.test.ts'],
    ],
  ])('%s', (_, tests, faults) => {
    expect(compareWithTests(statements, tests).faults).toEqual(faults);
  });
});

describe('writtenTags', () => {
  it('finds tags of Vitest and of Playwright in a source', () => {
    const source =
      "it('a', { tags: ['S1-1'] }, () => {});\ntest('b', { tag: ['@S1-2', '@S1-3'] }, () => {});";
    expect(writtenTags('a.test.ts', source).flatMap(({ tags }) => tags)).toEqual(['S1-1', 'S1-2', 'S1-3']);
  });
});
