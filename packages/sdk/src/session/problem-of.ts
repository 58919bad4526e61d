import { generalProblem } from '../flow/advance.ts';
import type { FlowProblem } from '../flow/screen.ts';
import { ServiceFailure } from './service-failure.ts';

/** Tells what a failure means for the user when nothing more can be tried. */
export function toFlowProblem(failure: unknown): FlowProblem {
  if (failure instanceof ServiceFailure) {
    if (failure.kind === 'unauthorized') return { kind: 'session-expired', code: 'error_code_3' };
    if (failure.kind === 'taken-over') return { kind: 'taken-over', code: 'unknown' };
  }
  return generalProblem;
}
