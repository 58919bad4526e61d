import type { CheckStatus, FinalStatus, Outcome } from '@vendor/contract';

/** A status that one check can come to by itself. */
export type DecidedStatus = Extract<CheckStatus, 'APPROVED' | 'REVIEW' | 'DECLINED' | 'ERROR'>;

/**
 * The status of a check from what its members say: one required FAIL declines it; a required member that is in doubt, or
 * was never looked at, sends it to review. Members that are not required decide nothing.
 */
export function statusFromOutcomes<Member extends string>(
  outcomes: Readonly<Record<Member, Outcome>>,
  required: readonly Member[],
): Exclude<DecidedStatus, 'ERROR'> {
  const found = required.map((member) => outcomes[member]);
  if (found.includes('FAIL')) return 'DECLINED';
  return found.every((outcome) => outcome === 'PASS') ? 'APPROVED' : 'REVIEW';
}

const worstFirst = ['ERROR', 'DECLINED', 'REVIEW', 'APPROVED'] as const satisfies readonly FinalStatus[];

/**
 * The status of an execution whose end node says BY_RULE: that of its worst check. Where no check has run nobody has looked at
 * the user, which approves nobody: REVIEW.
 */
export function statusFromChecks(checks: readonly DecidedStatus[]): DecidedStatus {
  return worstFirst.find((status) => checks.includes(status)) ?? 'REVIEW';
}
