import { describe, expect, it } from 'vitest';
import { TestRun } from './test-run.mjs';

type Tests = Parameters<TestRun['testStep']>[2];

/** Creates a run that records its lines and uses the test's clock. */
function watchedRun() {
  const lines: string[] = [];
  const clock = { ms: 0 };
  const run = new TestRun(
    (text: string) => lines.push(...text.split('\n')),
    () => clock.ms,
  );
  return { run, lines, clock };
}

const testsOf =
  (...outcomes: string[]): Tests =>
  () =>
    outcomes.map((outcome, index) => ({
      file: 'a.test.ts',
      title: `test ${index}`,
      path: `test ${index}`,
      outcome: outcome as 'passed',
      error: outcome === 'failed' ? 'expected 1 to be 2' : '',
      tags: [],
    }));

describe('end of a run', () => {
  it('counts steps and tests together in one line', async () => {
    const { run, lines } = watchedRun();
    await run.step({ name: 'types', action: async () => 0 });
    await run.testStep('unit tests', async () => 0, testsOf('passed', 'passed'));
    expect(run.conclude('after installation: 3 s')).toBe(0);
    expect(lines.slice(-2)).toEqual(['after installation: 3 s', '3 passed, 0 failed']);
  });

  it('lists failures with their output above the result line', async () => {
    const { run, lines } = watchedRun();
    await run.step({
      name: 'types',
      action: async ({ onOutput }) => {
        onOutput('a.ts(1,2): error TS2322\n');
        return 2;
      },
    });
    await run.testStep('unit tests', async () => 1, testsOf('passed', 'failed'));
    expect(run.conclude('after installation: 3 s')).toBe(1);
    expect(lines.at(-1)).toBe('1 passed, 2 failed');
    expect(lines).toContain('FAILED  types');
    expect(lines).toContain('        a.ts(1,2): error TS2322');
    expect(lines).toContain('FAILED  a.test.ts › test 1');
  });

  it('reports a step that could not be run like a failure', async () => {
    const { run, lines } = watchedRun();
    run.fail('installation', 'The registry is not within reach.');
    expect(run.conclude('nothing was run')).toBe(1);
    expect(lines).toContain('        The registry is not within reach.');
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });

  it('counts an error thrown by a step as its failure', async () => {
    const { run, lines } = watchedRun();
    await run.step({ name: 'build', action: () => Promise.reject(new Error('no such tool')) });
    await run.testStep('unit tests', () => Promise.reject(new Error('no such runner')), testsOf());
    expect(run.conclude('')).toBe(1);
    expect(lines.join('\n')).toMatch(/FAILED {2}build\n +Error: no such tool/);
    expect(lines.at(-1)).toBe('0 passed, 2 failed');
  });
});

describe('test runner of a run', () => {
  it('counts a runner that fails without a failing test as one failure', async () => {
    for (const [code, outcomes] of [
      [1, ['passed']],
      [0, []],
    ] as const) {
      const { run, lines } = watchedRun();
      await run.testStep('journeys', async () => code, testsOf(...outcomes));
      run.conclude('');
      expect(lines.at(-1)).toBe(`${outcomes.length} passed, 1 failed`);
    }
  });

  it('counts skipped, flaky and unrun tests as failures', async () => {
    const { run, lines } = watchedRun();
    await run.testStep('journeys', async () => 0, testsOf('passed', 'skipped', 'flaky', 'not-run'));
    run.conclude('');
    expect(lines).toContain('FAILED  journeys  1 passed, 3 failed (1 of them not run), 0 s');
  });
});

describe('parallel steps', () => {
  it('runs lanes in parallel and shows their steps in the order of the lists', async () => {
    const { run, lines } = watchedRun();
    const order: string[] = [];
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const makeStep = (name: string, until?: Promise<void>) => ({
      name,
      action: async ({ onOutput }: { onOutput: (text: string) => void }) => {
        onOutput(`${name} begins\n`);
        await until;
        onOutput(`${name} ends\n`);
        order.push(name);
        if (name === 'second of b') release();
        return 0;
      },
    });
    const passed = await run.sideBySide([
      [makeStep('a', slow)],
      [makeStep('first of b'), makeStep('second of b')],
    ]);
    expect(order).toEqual(['first of b', 'second of b', 'a']);
    expect([...passed]).toEqual(['a', 'first of b', 'second of b']);
    expect(lines.filter((line) => line !== '')).toEqual(
      ['a', 'first of b', 'second of b'].flatMap((name) => [`— ${name}`, `${name} begins`, `${name} ends`]),
    );
  });

  it('starts a step after what it waits for, and times it from then on', async () => {
    const { run, lines, clock } = watchedRun();
    let ready = () => {};
    const after = new Promise<void>((resolve) => {
      ready = resolve;
    });
    await run.sideBySide([
      [{ name: 'types', after, action: async () => 0 }],
      [
        {
          name: 'build',
          action: async () => {
            clock.ms += 5_000;
            ready();
            return 0;
          },
        },
      ],
    ]);
    run.conclude('');
    expect(lines).toContain('ok      types  0 s');
    expect(lines).toContain('ok      build  5 s');
  });

  it('omits steps that had nothing to do', async () => {
    const { run, lines } = watchedRun();
    const passed = await run.sideBySide([
      [
        { name: 'build', action: async () => 1 },
        { name: 'size budgets', action: async () => undefined },
      ],
    ]);
    expect(passed.size).toBe(0);
    run.conclude('');
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });
});
