import type { FlowProblem } from '../../flow/screen.ts';

/** Rejects the loading of the capture code where the sandbox wants the flow to fail, whatever other way there would be. */
export class ForcedFailure extends Error {
  /** Problem that the flow ends with. */
  readonly forced: FlowProblem;

  constructor(code: 'error_code_1' | 'error_code_4') {
    super(`The sandbox forces ${code}.`);
    this.forced = code === 'error_code_1' ? { kind: 'general', code } : { kind: 'capture-unavailable', code };
  }
}
