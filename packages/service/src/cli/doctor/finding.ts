/** `fail`: the service does not work, or not safely. `warn`: the service works, but something needs attention. */
export type FindingState = 'ok' | 'warn' | 'fail';

/** Result of one check of the service. */
export interface Finding {
  /** Subject of the check. */
  readonly check: string;
  readonly state: FindingState;
  /** Result, as a sentence. */
  readonly finding: string;
  /** Action to take; absent if none is needed. */
  readonly remedy?: string;
}

export const ok = (check: string, finding: string): Finding => ({ check, state: 'ok', finding });

export const warn = (check: string, finding: string, remedy: string): Finding => ({
  check,
  state: 'warn',
  finding,
  remedy,
});

export const fail = (check: string, finding: string, remedy: string): Finding => ({
  check,
  state: 'fail',
  finding,
  remedy,
});
