import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListCursor } from '../../executions/reads/execution-directory.ts';
import { cutRuns } from './list-runs.ts';

interface Row {
  readonly id: string;
  readonly createdAt: number;
  readonly isWanted: boolean;
}

const compare = (a: Row, b: Row) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const runsOfRows = fc.array(
  fc.array(fc.record({ createdAt: fc.integer({ min: 0, max: 5 }), isWanted: fc.boolean() }), {
    maxLength: 12,
  }),
  { maxLength: 4 },
);

it('lists every wanted row once and in order, page after page, for arbitrary runs', () => {
  fc.assert(
    fc.property(
      runsOfRows,
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (made, isOldestFirst, limit, isWide) => {
        const order = isOldestFirst ? compare : (a: Row, b: Row) => compare(b, a);
        const runs = made.map((rows, run) =>
          rows.map((row, at) => ({ ...row, id: `${run}-${at}` })).sort(order),
        );
        const window = limit + (isWide ? 3 : 1);
        const seen: Row[] = [];
        let after: Row | null = null;
        for (let pages = 0; ; pages++) {
          expect(pages).toBeLessThan(100);
          const from: Row | null = after;
          const read: Row[][] = runs.map((run) =>
            run.filter((row) => from === null || order(row, from) > 0).slice(0, window),
          );
          const cut: { places: readonly Row[]; next: ListCursor | null } = cutRuns(read, {
            window,
            limit,
            isOldestFirst,
            keep: ({ isWanted }) => isWanted,
          });
          expect(cut.places.length).toBeLessThanOrEqual(limit);
          seen.push(...cut.places);
          if (cut.next === null) break;
          after = { ...cut.next, isWanted: true };
        }
        expect(seen).toEqual(
          runs
            .flat()
            .filter(({ isWanted }) => isWanted)
            .sort(order),
        );
      },
    ),
  );
});
