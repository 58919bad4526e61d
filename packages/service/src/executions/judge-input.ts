import type { FraudEvaluation } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import type { Evaluator } from '../evaluations/evaluator.ts';
import type { CheckNode } from '../workflows/node.ts';
import { type DecidedStatus, statusFromOutcomes } from '../workflows/status-rules.ts';
import { codesOf, foundOf, joinedCodes, type Verdict } from './verdict.ts';

/** A node that looks at an input, and asks the user for nothing. */
type InputNode = Extract<CheckNode, { kind: 'email' | 'phone' }>;

/** Judges what the start request said. */
export async function judgeInput(
  evaluator: Evaluator,
  node: InputNode,
  inputs: Inputs,
  signal: AbortSignal,
): Promise<Verdict> {
  switch (node.kind) {
    case 'email':
      return judgeFraud(await evaluator.run('email', inputs.email ?? '', signal));
    case 'phone':
      return judgeFraud(await evaluator.run('phone', inputs.phone_number ?? '', signal));
  }
}

function judgeFraud(evaluation: FraudEvaluation): Verdict {
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
