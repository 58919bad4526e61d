import { describe, expect, it } from 'vitest';
import { buildOutline, type OutlineItem } from './build-outline.ts';

/** Writes an outline in one line: `a(b | c) d` for a condition `a`, `→x` for a jump, `!x` for a missing node. */
const inLine = (items: readonly OutlineItem[]): string =>
  items
    .map((item) => {
      if (item.type === 'jump') return `${item.isMissing ? '!' : '→'}${item.to}`;
      if (item.lanes.length === 0) return item.id;
      return `${item.id}(${item.lanes.map((lane) => inLine(lane.items)).join(' | ')})`;
    })
    .join(' ');

const check = (next: string) => ({ kind: 'document', next });
const condition = (next: string, other: string) => ({ kind: 'condition', next, else: other });
const end = { kind: 'end' };

describe('outline of a workflow', () => {
  it.each([
    ['a sequence', { a: check('b'), b: check('end'), end }, 'a b end'],
    ['a branch that rejoins', { a: condition('b', 'end'), b: check('end'), end }, 'a(b | ) end'],
    ['branches that end separately', { a: condition('b', 'c'), b: end, c: end }, 'a(b | c)'],
    [
      'nested branches',
      { a: condition('b', 'c'), b: condition('d', 'e'), c: check('e'), d: check('e'), e: end },
      'a(b(d | ) | c) e',
    ],
    [
      'a branch that jumps to another lane',
      { a: condition('b', 'c'), b: condition('c', 'd'), c: check('e'), d: end, e: end },
      'a(b(c e | d) | →c)',
    ],
    ['a missing node', { a: check('gone') }, 'a !gone'],
    ['a cycle', { a: check('b'), b: check('a') }, 'a b →a'],
    ['a condition in a cycle', { a: condition('a', 'b'), b: end }, 'a(→a | ) b'],
    ['a name of a built-in member', { a: check('toString') }, 'a !toString'],
  ])('lays out %s', (_, nodes, line) => {
    expect(inLine(buildOutline({ start: 'a', nodes })?.items ?? [])).toBe(line);
  });

  it('lists unreachable nodes', () => {
    const outline = buildOutline({ start: 'a', nodes: { a: end, b: check('c'), c: end, d: 1 } });
    expect(inLine(outline?.unreached ?? [])).toBe('b c');
  });

  it.each([[null], [[]], ['text'], [{}], [{ nodes: [] }]])('returns no outline of %j', (definition) => {
    expect(buildOutline(definition)).toBeNull();
  });
});
