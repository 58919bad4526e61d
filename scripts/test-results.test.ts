import { describe, expect, it } from 'vitest';
import { playwrightTests, vitestTests } from './test-results.mjs';

const root = '/home/shop';

/** Report of vitest 4: a file with tests of every kind, one whose hook failed, one that could not be loaded. */
const vitestReport = {
  testResults: [
    {
      name: '/home/shop/packages/a/src/glare.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        {
          ancestorTitles: ['glare'],
          title: 'is found',
          status: 'passed',
          failureMessages: [],
          tags: ['S1-1'],
        },
        {
          ancestorTitles: ['glare'],
          title: 'is measured',
          status: 'failed',
          failureMessages: ['AssertionError: expected 1 to be 2\n    at /home/shop/glare.test.ts:2:59'],
        },
        { ancestorTitles: [], title: 'is told to be skipped', status: 'skipped', failureMessages: [] },
        { ancestorTitles: [], title: 'is yet to be written', status: 'todo', failureMessages: [] },
      ],
    },
    {
      name: '/home/shop/packages/a/src/hook.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [{ ancestorTitles: [], title: 'one', status: 'skipped', failureMessages: [] }],
    },
    {
      name: '/home/shop/packages/a/src/lost.test.ts',
      status: 'failed',
      message: "Cannot find module './nowhere.ts'",
      assertionResults: [],
    },
  ],
};

describe('report of vitest', () => {
  it('reads each vitest test with its groups and its outcome', () => {
    const [passed, failed, skipped, todo] = vitestTests(vitestReport, root);
    expect(passed).toEqual({
      file: 'packages/a/src/glare.test.ts',
      title: 'is found',
      path: 'glare › is found',
      outcome: 'passed',
      error: '',
      tags: ['S1-1'],
    });
    expect(failed).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/^AssertionError: exp/) });
    expect(skipped).toMatchObject({ path: 'is told to be skipped', outcome: 'skipped' });
    expect(todo).toMatchObject({ outcome: 'skipped' });
  });

  it('counts a file that failed outside of its tests as failed, and its tests as not run', () => {
    const outcomes = vitestTests(vitestReport, root)
      .slice(4)
      .map(({ file, path, outcome, error }) => [file, path, outcome, error]);
    expect(outcomes).toEqual([
      ['packages/a/src/hook.test.ts', 'error in the file, outside of its tests', 'failed', ''],
      ['packages/a/src/hook.test.ts', 'one', 'not-run', ''],
      [
        'packages/a/src/lost.test.ts',
        'error in the file, outside of its tests',
        'failed',
        "Cannot find module './nowhere.ts'",
      ],
    ]);
  });
});

const playwrightSpec = (title: string, status: string, { error = '', annotation = '' } = {}) => ({
  title,
  tags: ['S1-2'],
  file: 'passport/verify.spec.ts',
  tests: [
    {
      status,
      annotations: annotation ? [{ type: annotation }] : [],
      results: [
        { status: status === 'unexpected' ? 'failed' : 'passed', errors: error ? [{ message: error }] : [] },
      ],
    },
  ],
});

/** Report of Playwright 1.6x. */
const playwrightReport = {
  config: { rootDir: '/home/shop/e2e/journeys' },
  suites: [
    {
      title: 'passport/verify.spec.ts',
      specs: [
        playwrightSpec('is approved', 'expected'),
        playwrightSpec('is read', 'unexpected', {
          error: 'Error: expect(locator).toHaveText(expected) failed',
        }),
        playwrightSpec('is told to be skipped', 'skipped', { annotation: 'skip' }),
        playwrightSpec('comes after a failure in its chain', 'skipped', { annotation: 'serial' }),
      ],
      suites: [{ title: 'dark', specs: [playwrightSpec('has no barrier', 'flaky')] }],
    },
    {
      title: 'afterwards/webhooks.spec.ts',
      specs: [
        {
          title: 'came once',
          file: 'afterwards/webhooks.spec.ts',
          tests: [{ status: 'skipped', annotations: [], results: [] }],
        },
      ],
    },
  ],
  errors: [{ message: 'Error: no browser', location: { file: '/home/shop/e2e/stage/global-setup.ts' } }],
};

describe('report of Playwright', () => {
  const tests = playwrightTests(playwrightReport, root);

  it('reads each Playwright spec with its groups and its outcome', () => {
    expect(tests.slice(0, 2)).toEqual([
      {
        file: 'e2e/journeys/passport/verify.spec.ts',
        title: 'is approved',
        path: 'is approved',
        outcome: 'passed',
        error: '',
        tags: ['S1-2'],
      },
      {
        file: 'e2e/journeys/passport/verify.spec.ts',
        title: 'is read',
        path: 'is read',
        outcome: 'failed',
        error: 'Error: expect(locator).toHaveText(expected) failed',
        tags: ['S1-2'],
      },
    ]);
    expect(tests).toContainEqual(
      expect.objectContaining({ title: 'has no barrier', path: 'dark › has no barrier', outcome: 'flaky' }),
    );
  });

  it('distinguishes a skipped test from one that did not run because another failed', () => {
    const outcomeOf = (title: string) => tests.find((test) => test.title === title)?.outcome;
    expect(outcomeOf('is told to be skipped')).toBe('skipped');
    expect(outcomeOf('comes after a failure in its chain')).toBe('not-run');
    expect(outcomeOf('came once')).toBe('not-run');
  });

  it('counts an error outside of a test as one failure', () => {
    expect(tests.at(-1)).toMatchObject({
      file: 'e2e/stage/global-setup.ts',
      outcome: 'failed',
      error: 'Error: no browser',
    });
  });

  it('returns no test for a missing report', () => {
    expect(playwrightTests(undefined, root)).toEqual([]);
    expect(vitestTests(undefined, root)).toEqual([]);
  });
});
