import type { ProblemCode, ProblemFault } from '@vendor/contract';

/** Why a request is not carried out. The edge turns it into a problem reply; the code decides the HTTP status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  /** Where in the request the faults are; empty when it is not a matter of single fields. */
  readonly faults: readonly ProblemFault[];

  constructor(code: ProblemCode, detail: string, faults: readonly ProblemFault[] = []) {
    super(detail);
    this.code = code;
    this.faults = faults;
  }
}

/** A body that is not what it must be as a whole: its one fault points at all of it. */
export function refuseBody(code: ProblemCode, detail: string): Refusal {
  return new Refusal(code, `The body ${detail}.`, [{ pointer: '', code, detail }]);
}
