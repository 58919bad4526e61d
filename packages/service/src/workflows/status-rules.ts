import type { CheckStatus, FinalStatus, Outcome } from '@vendor/contract';

/** Status with which a single check can end. */
export type DecidedStatus = Extract<CheckStatus, 'APPROVED' | 'REVIEW' | 'DECLINED' | 'ERROR'>;

/**
 * Derives the status of a check from its members: a required FAIL declines it; a required member that is in doubt, or was not
 * performed, sends it to REVIEW. Other members have no effect.
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
 * Returns the status of an execution whose end node has BY_RULE, which is the status of its worst check. Without any check,
 * returns REVIEW, because nothing verified the user.
 */
export function statusFromChecks(checks: readonly DecidedStatus[]): DecidedStatus {
  return worstFirst.find((status) => checks.includes(status)) ?? 'REVIEW';
}
