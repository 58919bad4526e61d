import { collectUserClaims, expectedNameOf } from '../../executions/evaluation/user-claims.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import type { CheckFindings } from '../check-findings.ts';
import type { Judge } from '../judge-call.ts';
import { submittedFiles } from '../submitted-files.ts';
import { codesOf, joinCodes, retryVerdict, uniqueFindings } from '../verdict.ts';
import { type AddressNode, requiredOfLetter } from './node.ts';

/**
 * Judges the submitted letter. Compares it with data of the start request, and with the name on an earlier document if no name
 * was sent.
 */
export const judgeAddress: Judge<AddressNode> = async (
  services,
  { execution, node, key, inputs },
  signal,
) => {
  const [file] = await submittedFiles(services, execution, key);
  if (!file) throw new Error('The capture of the attempt is missing.');
  const { onDocument } = await collectUserClaims(services.store, execution, key, inputs);
  const expected = {
    fullName: inputs.user_fullname ?? (onDocument && expectedNameOf(onDocument)),
    address: node.compareWith === 'trigger' ? (inputs.user_address ?? null) : null,
  };
  const { accepts, maxAgeDays, attempts } = node;
  const task = { file: file.cleaning, accepts, maxAgeDays, expected, now: services.clock.now() };
  const evaluation = await services.evaluator.run('address', task, signal);
  const isLast = execution.walk.attempt >= attempts;
  if (evaluation.kind === 'retry') return retryVerdict(evaluation.reasons, isLast);
  const required = requiredOfLetter(node, evaluation.outcomes);
  const reasons = evaluation.retryReasons
    .filter(({ member }) => required.includes(member))
    .map(({ reason }) => reason);
  if (reasons.length > 0 && !isLast) return retryVerdict(reasons, false);
  const status = reasons.length > 0 ? node.pastLimit : statusFromOutcomes(evaluation.outcomes, required);
  const findings: CheckFindings = {
    findings: codesOf(evaluation.findings),
    found: uniqueFindings(evaluation.findings),
    proofOfAddressCheckResult: { overallResult: status, ...evaluation.outcomes },
    proofOfAddressExtractedData: evaluation.extracted,
  };
  // Stores the findings past the limit too, so that people can see them.
  if (reasons.length > 0) return { ...retryVerdict(reasons, true), findings };
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinCodes(evaluation.findings),
    findings,
  };
};
