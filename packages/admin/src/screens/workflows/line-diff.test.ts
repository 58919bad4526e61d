import { describe, expect, it } from 'vitest';
import { diffLines, foldDiff } from './line-diff.ts';

const compare = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => sign + text);

describe('line diff', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', [' a', ' b', ' c']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a\na', 'a\na\na', [' a', ' a', '+a']],
    ['a\nb\nc\nd', 'b\nx\nd', ['-a', ' b', '-c', '+x', ' d']],
    ['', 'a', ['-', '+a']],
  ])('compares %j with %j', (before, after, lines) => {
    expect(compare(before, after)).toEqual(lines);
  });

  it('preserves both texts in the diff', () => {
    const long = (seed: number) => Array.from({ length: 3000 }, (_, at) => (at * seed) % 7).join('\n');
    const lines = diffLines(long(3), long(5));
    const side = (gone: string) => lines.filter(({ sign }) => sign !== gone).map(({ text }) => text);
    expect(side('+').join('\n')).toBe(long(3));
    expect(side('-').join('\n')).toBe(long(5));
  });

  it('folds lines far from a change', () => {
    const lines = diffLines('a\nb\nc\nd\ne', 'a\nb\nc\nd\nx');
    expect(foldDiff(lines, 1).map((line) => line?.text ?? null)).toEqual([null, 'd', 'e', 'x']);
    expect(foldDiff(diffLines('a', 'a'))).toEqual([null]);
  });
});
