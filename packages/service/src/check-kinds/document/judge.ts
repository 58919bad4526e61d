import { collectUserClaims, expectedNameOf } from '../../executions/evaluation/user-claims.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import type { Judge } from '../judge-call.ts';
import { codesOf, joinCodes, retryVerdict, uniqueFindings } from '../verdict.ts';
import { markDocument } from './mark-document.ts';
import { type DocumentNode, requiredOfDocument } from './node.ts';

/** Judges the submitted sides of a document, marks it, and reports whether another user has shown it before. */
export const judgeDocument: Judge<DocumentNode> = async (
  services,
  { execution, node, key, inputs },
  signal,
) => {
  const { store, media, clock, evaluator } = services;
  const { at, attempt, chosen } = execution.walk;
  const captures = await store.capturesOf(execution.id);
  const bytesOf = async (slot: 'front' | 'back') => {
    const capture = captures.find(
      (c) => c.nodeId === at && c.attempt === attempt && c.slot === slot && c.sealedAt !== null,
    );
    return capture ? media.get(capture.mediaRef, key) : null;
  };
  const front = await bytesOf('front');
  if (!front || !chosen) throw new Error('The captures of the attempt are missing.');
  const before = node.sameHolder ? (await collectUserClaims(store, execution, key, inputs)).onDocument : null;
  const evaluation = await evaluator.run(
    'document',
    {
      documentType: chosen,
      front,
      back: await bytesOf('back'),
      expected: {
        fullName:
          (node.sendName ? inputs.user_fullname : undefined) ??
          (before?.names ? expectedNameOf(before) : null),
        dateOfBirth: inputs.user_dob ?? before?.birthDate ?? null,
      },
      minimumAge: node.minimumAge ?? null,
      now: clock.now(),
      acceptsSpecimens: execution.mode === 'test',
    },
    signal,
  );
  if (evaluation.kind === 'retry') return retryVerdict(evaluation.reasons, attempt >= node.attempts);
  const status = statusFromOutcomes(evaluation.outcomes, requiredOfDocument(node, evaluation.outcomes));
  const duplicatesFound = await markDocument(services, execution, inputs, evaluation);
  const duplicates = duplicatesFound ? [{ code: 'DUPLICATE_DOCUMENT' }] : [];
  const named = status === 'APPROVED' ? duplicates : [...evaluation.findings, ...duplicates];
  return {
    event: { kind: 'decided', status },
    statusDetail: joinCodes(named),
    findings: {
      findings: codesOf([...evaluation.findings, ...duplicates]),
      found: uniqueFindings([...evaluation.findings, ...duplicates]),
      duplicatesFound,
      documentCheckResult: { overallResult: status, ...evaluation.outcomes },
      documentCheckExtractedData: evaluation.extracted,
      holderNames: evaluation.names,
      ...(evaluation.places && { places: evaluation.places }),
    },
  };
};
