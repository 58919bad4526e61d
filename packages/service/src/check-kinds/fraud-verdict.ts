import type { FraudEvaluation } from '@vendor/checks';
import { type DecidedStatus, statusFromOutcomes } from '../workflows/status-rules.ts';
import { codesOf, joinCodes, uniqueFindings, type Verdict } from './verdict.ts';

/** Derives the verdict from the outcome of all findings together. */
export function verdictByOutcome(evaluation: FraudEvaluation): Verdict {
  return verdictOn(statusFromOutcomes({ outcome: evaluation.outcome }, ['outcome']), evaluation);
}

/** Builds a verdict with the given status. Its detail lists every finding that is not PASS. */
export function verdictOn(
  status: Exclude<DecidedStatus, 'ERROR'>,
  { findings }: Pick<FraudEvaluation, 'findings'>,
): Verdict {
  const doubts = findings.filter((finding) => finding.outcome !== 'PASS');
  return {
    event: { kind: 'decided', status },
    statusDetail: joinCodes(doubts),
    findings: { findings: codesOf(doubts), found: uniqueFindings(findings) },
  };
}
