import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import type { Judge } from '../judge-call.ts';
import { submittedFiles } from '../submitted-files.ts';
import { codesOf, joinCodes, retryVerdict, uniqueFindings } from '../verdict.ts';
import type { EvidenceNode } from './node.ts';

/** Judges whether the collected files are usable. Their content is left to a person, if the workflow sends them to one. */
export const judgeEvidence: Judge<EvidenceNode> = async (services, { execution, node, key }, signal) => {
  const files = await submittedFiles(services, execution, key);
  if (files.length === 0) throw new Error('The captures of the attempt are missing.');
  const task = { files: files.map(({ cleaning }) => cleaning) };
  const evaluation = await services.evaluator.run('evidence', task, signal);
  if (evaluation.kind === 'retry')
    return retryVerdict(evaluation.reasons, execution.walk.attempt >= node.attempts);
  const { fileCheckResult } = evaluation;
  const found = statusFromOutcomes({ fileCheckResult }, ['fileCheckResult']);
  const status = found === 'APPROVED' ? node.outcome : found;
  return {
    event: { kind: 'decided', status },
    statusDetail: status === 'APPROVED' ? null : joinCodes(evaluation.findings),
    findings: {
      findings: codesOf(evaluation.findings),
      found: uniqueFindings(evaluation.findings),
      evidenceCollectionCheckResult: { overallResult: status, fileCheckResult, files: files.length },
    },
  };
};
