import type { FraudEvaluation } from '@vendor/checks';
import { type DecidedStatus, statusFromOutcomes } from '../workflows/status-rules.ts';
import { codesOf, foundOf, joinedCodes, type Verdict } from './verdict.ts';

/** Lets the outcome of all findings together decide. */
export function verdictByOutcome(evaluation: FraudEvaluation): Verdict {
  return verdictOn(statusFromOutcomes({ outcome: evaluation.outcome }, ['outcome']), evaluation);
}

/** The detail names every finding that is not PASS. */
export function verdictOn(
  status: Exclude<DecidedStatus, 'ERROR'>,
  { findings }: Pick<FraudEvaluation, 'findings'>,
): Verdict {
  const doubts = findings.filter((finding) => finding.outcome !== 'PASS');
  return {
    event: { kind: 'decided', status },
    statusDetail: joinedCodes(doubts),
    findings: { findings: codesOf(doubts), found: foundOf(findings) },
  };
}
