import type { FlowProblem } from '../../flow/screen.ts';

/**
 * Rejects the loading of the capture code when the sandbox forces the flow to fail, even if the user could have chosen a file.
 */
export class ForcedFailure extends Error {
  /** Problem that the flow ends with. */
  readonly forced: FlowProblem;

  constructor(code: 'error_code_1' | 'error_code_4') {
    super(`The sandbox forces ${code}.`);
    this.forced = code === 'error_code_1' ? { kind: 'general', code } : { kind: 'capture-unavailable', code };
  }
}
