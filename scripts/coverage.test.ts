import { describe, expect, it } from 'vitest';
import { coverageFaults, isSlow, isTitleOf, parseCoverage } from './coverage.mjs';

const table = [
  '| id | statement | test |',
  '|---|---|---|',
  '| API1-1 | a statement with a test | packages/a/src/x.test.ts › does it |',
  '| API1-2 | two tests | packages/a/src/x.test.ts › does it; e2e/y.spec.ts › goes there |',
  '| API1-3 | an open one | |',
].join('\n');

const passing = (...tests: string[]) => {
  return (file: string, title: string) => tests.includes(`${file} › ${title}`);
};
const passed = passing('packages/a/src/x.test.ts › does it', 'e2e/y.spec.ts › goes there');

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
    const faults = coverageFaults(parseCoverage(table).rows, passing('e2e/y.spec.ts › goes there'));
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

describe('a test of the slow suites', () => {
  it('is told by its folder', () => {
    expect(isSlow('packages/service/slow/wire.test.ts')).toBe(true);
    expect(isSlow('scripts/slow/start.test.ts')).toBe(true);
    expect(isSlow('packages/service/src/slow-start.test.ts')).toBe(false);
  });

  it('exists under its title, also where the source leaves gaps in it', () => {
    expect(isTitleOf('takes a page', 'takes a page')).toBe(true);
    expect(isTitleOf('works in frames of 320 × 180', 'works in frames of %d × %d')).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a title as it stands in the source.
    expect(isTitleOf('follows a card (fast)', 'follows a card (${pace})')).toBe(true);
  });

  it('does not exist under a title that only resembles one', () => {
    expect(isTitleOf('takes a page twice', 'takes a page')).toBe(false);
    expect(isTitleOf('takes a page', 'takes a page %s')).toBe(false);
    expect(isTitleOf('works in frames of 320 × ', 'works in frames of %d × %d')).toBe(false);
  });

  it('cannot be anything because its source is nothing but gaps', () => {
    expect(isTitleOf('takes a page', '%s')).toBe(false);
    expect(isTitleOf('takes a page', '$name: %s')).toBe(false);
  });
});
