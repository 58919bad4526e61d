import type { Outcome } from '@vendor/contract';

/** Finding of one look at an address or number. */
export interface FraudFinding<Code extends string = string> {
  readonly code: Code;
  readonly outcome: Outcome;
}

/** Result of a check of an address or number: all it looked at, and what it did not look at. */
export interface FraudEvaluation<Code extends string = string> {
  /** The worst of what was looked at. */
  readonly outcome: Exclude<Outcome, 'NOT_PERFORMED'>;
  readonly findings: readonly FraudFinding<Code>[];
}

/** Puts findings together. What was not performed is told and decides nothing. */
export function combineFindings<Code extends string>(
  findings: readonly FraudFinding<Code>[],
): FraudEvaluation<Code> {
  const outcomes = findings.map((finding) => finding.outcome);
  const outcome = outcomes.includes('FAIL') ? 'FAIL' : outcomes.includes('REVIEW') ? 'REVIEW' : 'PASS';
  return { outcome, findings };
}
