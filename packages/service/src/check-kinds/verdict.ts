import type { Outcome, RetryReason } from '@vendor/contract';
import type { WalkEvent } from '../workflows/walk.ts';
import type { CheckFindings, FoundByCheck } from './check-findings.ts';

/** Result of a check: the event that advances the walk, and the data to store. */
export interface Verdict {
  readonly event: Exclude<WalkEvent, { kind: 'decided' }> | Decision;
  readonly statusDetail: string | null;
  readonly findings: CheckFindings | null;
}

/** Decision for the walk without the facts, which are collected when it is stored. */
type Decision = Omit<Extract<WalkEvent, { kind: 'decided' }>, 'facts'>;

/** Builds the verdict on an attempt that cannot be judged. */
export function retryVerdict(reasons: readonly RetryReason[], isPastLimit: boolean): Verdict {
  const statusDetail = isPastLimit ? 'RETRY_LIMIT_EXCEEDED' : reasons.join(', ');
  return { event: { kind: 'retry', reasons }, statusDetail, findings: null };
}

export function joinCodes(findings: readonly { readonly code: string }[]): string | null {
  return codesOf(findings).join(', ') || null;
}

export function codesOf(findings: readonly { readonly code: string }[]): string[] {
  return [...new Set(findings.map((finding) => finding.code))];
}

/** Builds the stored findings of a check, without duplicates. */
export function uniqueFindings(
  findings: readonly { readonly code: string; readonly member?: string; readonly outcome?: Outcome }[],
): FoundByCheck[] {
  const found = findings.map(({ code, member = null, outcome = null }) => ({ code, member, outcome }));
  return [...new Map(found.map((finding) => [`${finding.member}/${finding.code}`, finding])).values()];
}
