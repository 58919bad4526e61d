// One run of npm test: what its steps came to, and how that is told at its end.
import { failureDigest } from './failure-digest.mjs';
import { noReport } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').TestResult} TestResult */

/**
 * Options of a step's output: it is handed on piece by piece. A step beside others says `isHeld`: its output is shown
 * in one piece once it is its turn.
 *
 * @typedef {{ onOutput: (text: string) => void, isHeld: boolean }} StepOutput
 */

/**
 * A step that passes or fails as a whole. `action` answers an exit code, or undefined when there was nothing to be done;
 * what it throws is its failure. `after` is what it waits for besides the step before it.
 *
 * @typedef {{
 *   name: string,
 *   action: (output: StepOutput) => Promise<number | undefined>,
 *   after?: Promise<unknown>,
 * }} Step
 */

/** Summary and failures fit, with what is around them, into the last thirty lines. */
const mostLines = 25;

/** Length of the last output of a step that is kept, in characters: enough for the lines that name its failure. */
const keptOutput = 4_000;

export class TestRun {
  #print;
  #now;
  #summary = [];
  #tests = [];
  #failedSteps = [];
  #passed = 0;
  #failed = 0;

  /**
   * @param {(text: string) => void} print - writes lines to where the run is watched.
   * @param {() => number} now - milliseconds, from any moment on.
   */
  constructor(print, now) {
    this.#print = print;
    this.#now = now;
  }

  /**
   * A step alone, whose output is shown as it comes.
   *
   * @param {Step} step
   * @returns {Promise<boolean>} whether it passed.
   */
  async step({ name, action }) {
    this.#print(`\n— ${name}`);
    return this.#record(name, await this.#carryOut(action, false));
  }

  /**
   * The same for several lanes side by side; the steps of a lane follow one another. Each step is shown, whole and in the
   * order of the lists, when it and those before it have ended.
   *
   * @param {Step[][]} lanes
   * @returns {Promise<Set<string>>} the names of those that passed.
   */
  async sideBySide(lanes) {
    const begun = lanes.flatMap((steps) => {
      let before = Promise.resolve();
      return steps.map(({ name, action, after }) => {
        const ended = Promise.all([before, after]).then(() => this.#carryOut(action, true));
        before = ended;
        return { name, ended };
      });
    });
    const passed = new Set();
    for (const { name, ended } of begun) {
      const outcome = await ended;
      if (outcome.code === undefined) continue;
      this.#print(`\n— ${name}\n${outcome.output.trimEnd()}`);
      if (this.#record(name, outcome)) passed.add(name);
    }
    return passed;
  }

  /**
   * A step that runs tests, each of which counts. A test that was skipped, or passed only when tried again, has failed; a
   * runner that fails without a failing test (a crash, no test found) counts as one failure.
   *
   * @param {string} name
   * @param {() => Promise<number>} action - answers the runner's exit code.
   * @param {() => TestResult[]} readTests - asked once it has ended.
   */
  async testStep(name, action, readTests) {
    this.#print(`\n— ${name}`);
    const began = this.#now();
    const { code, output } = await attempt(action);
    if (output) this.#print(output);
    const tests = readTests();
    const count = (wanted) => tests.filter(({ outcome }) => outcome === wanted).length;
    const passed = count('passed');
    if (tests.length === 0 || (code !== 0 && passed === tests.length)) tests.push(noReport(name));
    this.#tests.push(...tests);
    const failed = tests.length - passed;
    const notRun = count('not-run') > 0 ? ` (${count('not-run')} of them not run)` : '';
    this.#passed += passed;
    this.#failed += failed;
    this.#summarize(
      name,
      failed === 0,
      `${passed} passed, ${failed} failed${notRun}, `,
      this.#secondsSince(began),
    );
  }

  /** Notes that a step could not be carried out; the reason is told with the failures. */
  fail(name, reason) {
    this.#record(name, { code: 1, output: reason, seconds: 0 });
  }

  /**
   * Prints how each step went, what failed, the time that was taken, and as the very last line `N passed, N failed`.
   *
   * @param {string} time - a line that tells how long it took.
   * @returns {number} the exit code of the run.
   */
  conclude(time) {
    const summary = this.#summary.join('\n');
    // Around the two: three blank lines, and the two at the very end.
    const digest = failureDigest(this.#tests, this.#failedSteps, mostLines - this.#summary.length - 5);
    this.#print(`\n${summary}`);
    if (digest.length > 0) this.#print(`\n${digest.join('\n')}`);
    this.#print(`\n${time}`);
    this.#print(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0 ? 0 : 1;
  }

  async #carryOut(action, isHeld) {
    const began = this.#now();
    let output = '';
    const onOutput = (text) => {
      output += text;
      // Output that is shown at once need not be kept whole.
      if (!isHeld) output = output.slice(-keptOutput);
    };
    const { code, output: thrown } = await attempt(() => action({ onOutput, isHeld }));
    return { code, output: output + thrown, seconds: this.#secondsSince(began) };
  }

  #record(name, { code, output, seconds }) {
    const isPassed = code === 0;
    if (isPassed) this.#passed += 1;
    else {
      this.#failed += 1;
      this.#failedSteps.push({ name, lastLines: output.slice(-keptOutput).split('\n') });
    }
    this.#summarize(name, isPassed, '', seconds);
    return isPassed;
  }

  #summarize(name, isPassed, numbers, seconds) {
    this.#summary.push(`${isPassed ? 'ok    ' : 'FAILED'}  ${name}  ${numbers}${seconds} s`);
  }

  #secondsSince(began) {
    return Math.round((this.#now() - began) / 1000);
  }
}

/** Counts a thrown error as a failure and tells it as its output. */
async function attempt(action) {
  try {
    return { code: await action(), output: '' };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
