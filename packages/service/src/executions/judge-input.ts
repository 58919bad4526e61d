import type { Inputs } from '@vendor/contract';
import type { Evaluator, FraudEvaluation } from '../evaluations/evaluator.ts';
import type { CheckNode } from '../workflows/node.ts';
import { type DecidedStatus, statusFromOutcomes } from '../workflows/status-rules.ts';
import { codesOf, joinedCodes, type Verdict } from './verdict.ts';

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
      return judgeFraud('EMAIL', await evaluator.evaluateEmail(inputs.email ?? '', signal));
    case 'phone':
      return judgeFraud('PHONE', await evaluator.evaluatePhone(inputs.phone_number ?? '', signal));
  }
}

function judgeFraud(name: string, evaluation: FraudEvaluation): Verdict {
  return verdictOn(name, statusFromOutcomes({ outcome: evaluation.outcome }, ['outcome']), evaluation);
}

/** The detail names the node and every finding that is not PASS. */
export function verdictOn(
  name: string,
  status: Exclude<DecidedStatus, 'ERROR'>,
  { findings }: FraudEvaluation,
): Verdict {
  const doubts = findings.filter((finding) => finding.outcome !== 'PASS');
  const codes = joinedCodes(doubts);
  return {
    event: { kind: 'decided', status },
    statusDetail: codes === null ? name : `${name}: ${codes}`,
    findings: { findings: codesOf(doubts) },
  };
}
