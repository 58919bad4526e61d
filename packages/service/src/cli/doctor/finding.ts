/** `fail`: the service does not work, or not safely. `warn`: it does, and something is to be looked at. */
export type FindingState = 'ok' | 'warn' | 'fail';

/** What one look at the service found. */
export interface Finding {
  /** What was looked at. */
  readonly check: string;
  readonly state: FindingState;
  /** What was found. */
  readonly finding: string;
  /** What to do; there when something is to be done. */
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
