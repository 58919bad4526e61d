import { expect, it } from 'vitest';
import { exampleRow } from '../../testing/example-run.ts';
import { applyChanges } from './apply-changes.ts';

const [first, second] = [
  exampleRow({ id: 'b', createdAt: '2026-11-27T09:00:00Z' }),
  exampleRow({ id: 'a', createdAt: '2026-11-27T08:00:00Z' }),
];
const list = { filters: { status: 'REVIEW' }, mode: 'live', takesNew: true };

it('updates a changed row in place, even if it no longer matches', () => {
  const changed = { ...second, status: 'DECLINED' as const, revision: 5 };
  expect(applyChanges([first, second], [changed], list)).toEqual([first, changed]);
});

it('ignores a change that is older than the row shown', () => {
  expect(applyChanges([first], [{ ...first, status: 'PENDING', revision: 1 }], list)).toEqual([first]);
});

it('puts new matching runs on top, newest first', () => {
  const [third, fourth, other] = [
    exampleRow({ id: 'c', createdAt: '2026-11-27T10:00:00Z' }),
    exampleRow({ id: 'd', createdAt: '2026-11-27T11:00:00Z' }),
    exampleRow({ id: 'e', createdAt: '2026-11-27T12:00:00Z', mode: 'test' }),
  ];
  const rows = applyChanges([first, second], [third, fourth, other], list);
  expect(rows.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
});

it('sorts a run that arrives late between those started before and after it', () => {
  const between = exampleRow({ id: 'c', createdAt: '2026-11-27T08:30:00Z' });
  expect(applyChanges([first, second], [between], list).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
});

it('adds nothing to a later page and nothing older than every row shown', () => {
  const older = exampleRow({ id: 'z', createdAt: '2026-11-27T01:00:00Z' });
  expect(applyChanges([first], [older], list)).toEqual([first]);
  const newer = exampleRow({ id: 'y', createdAt: '2026-11-28T01:00:00Z' });
  expect(applyChanges([first], [newer], { ...list, takesNew: false })).toEqual([first]);
});
