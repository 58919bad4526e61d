import type { Outcome } from '@vendor/contract';

/** One finding about an address or number. */
export interface FraudFinding<Code extends string = string> {
  readonly code: Code;
  readonly outcome: Outcome;
}

/** Result of a check: everything that was checked, and everything that was not. */
export interface FraudEvaluation<Code extends string = string> {
  /** Worst outcome of the parts that were checked. */
  readonly outcome: Exclude<Outcome, 'NOT_PERFORMED'>;
  readonly findings: readonly FraudFinding<Code>[];
}

/** Combines findings. NOT_PERFORMED findings are reported, but do not affect the outcome. */
export function combineFindings<Code extends string>(
  findings: readonly FraudFinding<Code>[],
): FraudEvaluation<Code> {
  const outcomes = findings.map((finding) => finding.outcome);
  const outcome = outcomes.includes('FAIL') ? 'FAIL' : outcomes.includes('REVIEW') ? 'REVIEW' : 'PASS';
  return { outcome, findings };
}
