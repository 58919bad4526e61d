import {
  type DocumentCheckMember,
  type DocumentCheckOutcomes,
  documentCheckResultSchema,
  type Outcome,
} from '@vendor/contract';
import type { DocumentFinding } from './document-task.ts';

const members = Object.keys(documentCheckResultSchema.shape).filter(
  (member): member is DocumentCheckMember => member !== 'overallResult',
);

/**
 * Derives the outcome of each member: the worst finding against an evaluated member, PASS without findings, and NOT_PERFORMED
 * for members that were not evaluated.
 */
export function memberOutcomes(
  evaluated: readonly DocumentCheckMember[],
  findings: readonly DocumentFinding[],
): DocumentCheckOutcomes {
  const outcomeOf = (member: DocumentCheckMember): Outcome => {
    if (!evaluated.includes(member)) return 'NOT_PERFORMED';
    const against = findings.filter((finding) => finding.member === member).map((finding) => finding.outcome);
    return against.includes('FAIL') ? 'FAIL' : against.includes('REVIEW') ? 'REVIEW' : 'PASS';
  };
  return Object.fromEntries(members.map((member) => [member, outcomeOf(member)])) as DocumentCheckOutcomes;
}
