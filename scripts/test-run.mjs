// One run of npm test: the results of its steps, and the summary at its end.
import { failureDigest } from './failure-digest.mjs';
import { noReport } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').TestResult} TestResult */

/**
 * Options of a step's output, which is passed on in pieces. With `isHeld`, the output of a parallel step is shown at once when
 * it is the step's turn.
 *
 * @typedef {{ onOutput: (text: string) => void, isHeld: boolean }} StepOutput
 */

/**
 * A step that passes or fails as a whole. `action` returns an exit code, or undefined if there was nothing to do; a thrown
 * error is a failure. `after` is what the step waits for in addition to the previous step.
 *
 * @typedef {{
 *   name: string,
 *   action: (output: StepOutput) => Promise<number | undefined>,
 *   after?: Promise<unknown>,
 * }} Step
 */

/** Maximum lines of summary and failures, so that they fit into the last thirty lines. */
const maxLines = 25;

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
   * @param {(text: string) => void} print - writes lines to the output of the run.
   * @param {() => number} now - a clock in milliseconds, with any origin.
   */
  constructor(print, now) {
    this.#print = print;
    this.#now = now;
  }

  /**
   * Runs a single step and shows its output as it arrives.
   *
   * @param {Step} step
   * @returns {Promise<boolean>} whether it passed.
   */
  async step({ name, action }) {
    this.#print(`\n— ${name}`);
    return this.#record(name, await this.#carryOut(action, false));
  }

  /**
   * Runs several lanes in parallel; the steps of a lane run one after the other. The output of each step is shown as a whole,
   * in the order of the lists, after the step and those before it have ended.
   *
   * @param {Step[][]} lanes
   * @returns {Promise<Set<string>>} the names of the steps that passed.
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
   * Runs a step with tests, each of which counts. A test that was skipped, or passed only when retried, has failed. A runner
   * that fails without a failing test (a crash, no test found) counts as one failure.
   *
   * @param {string} name
   * @param {() => Promise<number>} action - returns the runner's exit code.
   * @param {() => TestResult[]} readTests - called after the runner has ended.
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

  /** Records that a step could not be run; the reason is listed with the failures. */
  fail(name, reason) {
    this.#record(name, { code: 1, output: reason, seconds: 0 });
  }

  /**
   * Prints the result of each step, the failures, the duration, and as the very last line `N passed, N failed`.
   *
   * @param {string} time - a line with the duration.
   * @returns {number} the exit code of the run.
   */
  conclude(time) {
    const summary = this.#summary.join('\n');
    // Subtracts the lines around summary and failures: three blank ones, and the two at the very end.
    const digest = failureDigest(this.#tests, this.#failedSteps, maxLines - this.#summary.length - 5);
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
      // Output that was already shown need not be kept completely.
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

/** Counts a thrown error as a failure with the error as output. */
async function attempt(action) {
  try {
    return { code: await action(), output: '' };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
