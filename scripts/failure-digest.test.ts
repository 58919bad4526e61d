import { describe, expect, it } from 'vitest';
import { failureDigest } from './failure-digest.mjs';

type Outcome = 'passed' | 'failed' | 'flaky' | 'skipped' | 'not-run';

const test = (path: string, outcome: Outcome, error = '') => ({
  file: 'e2e/journeys/passport/verify.spec.ts',
  title: path,
  path,
  outcome,
  error,
});

const failures = (count: number) =>
  Array.from({ length: count }, (_, index) => test(`test ${index}`, 'failed', 'Error: no\nwhere\nwhy'));

/** An error as Playwright reports it: coloured, with blank lines, and with a log of the retries. */
const coloured = [
  'Error: \u001b[2mexpect(\u001b[22m\u001b[31mlocator\u001b[39m\u001b[2m).\u001b[22mtoHaveText\u001b[2m()\u001b[22m failed',
  '',
  'Expected: \u001b[32m"Your identity is confirmed"\u001b[39m',
  'Received: \u001b[31m"Checking your document"\u001b[39m',
  '',
  'Call log:',
  '  - waiting for getByRole("dialog")',
].join('\n');

describe('failure digest', () => {
  it('prints nothing if nothing failed', () => {
    expect(failureDigest([test('is approved', 'passed')], [], 10)).toEqual([]);
  });

  it('names a failed test by file and title, with the first lines of its error in plain text', () => {
    expect(failureDigest([test('is approved', 'failed', coloured)], [], 10)).toEqual([
      'FAILED  e2e/journeys/passport/verify.spec.ts › is approved',
      '        Error: expect(locator).toHaveText() failed',
      '        Expected: "Your identity is confirmed"',
      '        Received: "Checking your document"',
    ]);
  });

  it('keeps stack lines of our own code and leaves out those of libraries', () => {
    const error = 'Error: x\n    at ours (packages/a.ts:1:2)\n    at theirs (node_modules/b.js:3:4)';
    expect(failureDigest([test('breaks', 'failed', error)], [], 10).slice(1)).toEqual([
      '        Error: x',
      '        at ours (packages/a.ts:1:2)',
    ]);
  });

  it('shows as much of each error as fits, with the rest in one line', () => {
    const digest = failureDigest([test('is one', 'failed', 'Error: no\n\n- 1\n+ 2'), ...failures(1)], [], 5);
    expect(digest.filter((line) => line.startsWith(' '))).toEqual([
      '        Error: no  - 1  + 2',
      '        Error: no  where  why',
    ]);
  });

  it('distinguishes failed tests, tests not run because of a failure, and skipped tests', () => {
    const digest = failureDigest(
      [
        test('is read', 'failed', 'Error: no'),
        test('came late', 'flaky', 'Error: too late'),
        test('came once', 'not-run'),
        test('came twice', 'not-run'),
        test('is left out', 'skipped'),
      ],
      [],
      10,
    );
    expect(digest).toEqual([
      'FAILED  e2e/journeys/passport/verify.spec.ts › is read',
      '        Error: no',
      'FLAKY   e2e/journeys/passport/verify.spec.ts › came late',
      '        Error: too late',
      'NOT RUN because of a failure before: e2e/journeys/passport/verify.spec.ts › came once … and 1 more',
      'SKIPPED by its own code, which counts as failed: e2e/journeys/passport/verify.spec.ts › is left out',
    ]);
  });

  it('shows the last output of a failed step without tests', () => {
    const lastLines = ['1', '2', '3', '4', '5', '6', 'error TS2322: no', ''];
    expect(failureDigest([], [{ name: 'types', lastLines }], 10)).toEqual([
      'FAILED  types',
      '        3',
      '        4',
      '        5',
      '        6',
      '        error TS2322: no',
    ]);
  });

  it('lists a failed step without tests before the tests that may have failed because of it', () => {
    const digest = failureDigest(failures(20), [{ name: 'types', lastLines: ['no'] }], 5);
    expect(digest[0]).toBe('FAILED  types');
  });

  it.each([1, 3, 4, 9, 10, 11, 300])(
    'lists as many of %i failures as fit into the maximum number of lines',
    (count) => {
      const digest = failureDigest([...failures(count), test('came once', 'not-run')], [], 12);
      expect(digest.length).toBeLessThanOrEqual(12);
      const named = digest.filter((line) => line.startsWith('FAILED')).length;
      expect(named).toBe(Math.min(count, count <= 11 ? count : 10));
      expect(digest.some((line) => line.startsWith(`… and ${count - named} more`))).toBe(named < count);
      expect(digest.at(-1)).toMatch(/^NOT RUN/);
    },
  );

  it('truncates long lines instead of wrapping them', () => {
    const digest = failureDigest([test('x'.repeat(400), 'failed', `Error: ${'y'.repeat(400)}`)], [], 10);
    for (const line of digest) expect(line.length).toBeLessThanOrEqual(150);
    expect(digest).toHaveLength(2);
  });
});
