import {
  type DocumentCheckMember,
  type DocumentCheckResult,
  documentCheckResultSchema,
  type Outcome,
  type OverallResult,
} from '@vendor/contract';
import type { DocumentFinding } from './document-task.ts';

const members = Object.keys(documentCheckResultSchema.shape).filter(
  (member): member is DocumentCheckMember => member !== 'overallResult',
);

/**
 * The result with all its members: those that were evaluated are as bad as the worst finding against them, and PASS
 * without one; the others are NOT_PERFORMED.
 */
export function documentResult(
  evaluated: readonly DocumentCheckMember[],
  findings: readonly DocumentFinding[],
  required: readonly DocumentCheckMember[],
): DocumentCheckResult {
  const outcomeOf = (member: DocumentCheckMember): Outcome => {
    if (!evaluated.includes(member)) return 'NOT_PERFORMED';
    const against = findings.filter((finding) => finding.member === member).map((finding) => finding.outcome);
    return against.includes('FAIL') ? 'FAIL' : against.includes('REVIEW') ? 'REVIEW' : 'PASS';
  };
  const outcomes = Object.fromEntries(members.map((member) => [member, outcomeOf(member)])) as Record<
    DocumentCheckMember,
    Outcome
  >;
  return { overallResult: overallResultOf(outcomes, required), ...outcomes };
}

/**
 * What the required members say together: APPROVED when every one is PASS, DECLINED when one is FAIL, else REVIEW. Members
 * that are not required decide nothing.
 */
function overallResultOf<Member extends string>(
  outcomes: Readonly<Record<Member, Outcome>>,
  required: readonly Member[],
): OverallResult {
  const decisive = required.map((member) => outcomes[member]);
  if (decisive.includes('FAIL')) return 'DECLINED';
  return decisive.every((outcome) => outcome === 'PASS') ? 'APPROVED' : 'REVIEW';
}
