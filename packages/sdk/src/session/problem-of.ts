import { generalProblem } from '../flow/advance.ts';
import type { FlowProblem } from '../flow/screen.ts';
import { ServiceFailure } from './service-failure.ts';

/** Maps a failure that will not be retried to a problem for the user. */
export function toFlowProblem(failure: unknown): FlowProblem {
  if (failure instanceof ServiceFailure) {
    if (failure.kind === 'unauthorized') return { kind: 'session-expired', code: 'error_code_3' };
    if (failure.kind === 'taken-over') return { kind: 'taken-over', code: 'unknown' };
  }
  return generalProblem;
}
