import { describe, expect, it } from 'vitest';
import { coverageFaults, parseCoverage } from './coverage.mjs';

const table = [
  '| id | statement | test |',
  '|---|---|---|',
  '| API1-1 | a statement with a test | packages/a/src/x.test.ts › does it |',
  '| API1-2 | two tests | packages/a/src/x.test.ts › does it; e2e/y.spec.ts › goes there |',
  '| API1-3 | an open one | |',
].join('\n');

const passed = new Map([
  ['packages/a/src/x.test.ts', new Set(['does it'])],
  ['e2e/y.spec.ts', new Set(['goes there'])],
]);

describe('the coverage table', () => {
  it('is read row by row, with the tests of each', () => {
    expect(parseCoverage(table).rows.map((row) => [row.id, row.tests.length])).toEqual([
      ['API1-1', 1],
      ['API1-2', 2],
      ['API1-3', 0],
    ]);
  });

  it('has no fault when every named test passed', () => {
    expect(coverageFaults(parseCoverage(table).rows, passed)).toEqual([]);
  });

  it('has a fault for a test that was skipped, failed or never existed', () => {
    const faults = coverageFaults(
      parseCoverage(table).rows,
      new Map([['e2e/y.spec.ts', new Set(['goes there'])]]),
    );
    expect(faults).toEqual([
      'API1-1: no passing test "does it" in packages/a/src/x.test.ts',
      'API1-2: no passing test "does it" in packages/a/src/x.test.ts',
    ]);
  });

  it('has a fault for an id that is used twice', () => {
    expect(coverageFaults(parseCoverage(`${table}\n| API1-3 | again | |`).rows, passed)).toContain(
      'API1-3: the id is used twice',
    );
  });

  it('drops no line silently that is meant as a row', () => {
    for (const line of [
      '| API1-4 | four | cells | here |',
      '| no id | a statement | |',
      '| API1-5 | untitled | a.test.ts |',
    ]) {
      expect(parseCoverage(line)).toEqual({ rows: [], unreadable: [line] });
    }
  });
});
