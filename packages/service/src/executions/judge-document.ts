import type { DocumentCheckMember, DocumentCheckOutcomes, Inputs } from '@vendor/contract';
import type { Evaluator } from '../evaluations/evaluator.ts';
import type { DataKey } from '../secrets/vault.ts';
import type { DocumentNode } from '../workflows/node.ts';
import { statusFromOutcomes } from '../workflows/status-rules.ts';
import type { ExecutionServices } from './execution-services.ts';
import { findDuplicates } from './find-duplicates.ts';
import { expectedNameOf, saidOfUser } from './said-of-user.ts';
import type { StoredExecution } from './stored-execution.ts';
import { codesOf, foundOf, joinedCodes, retryVerdict, type Verdict } from './verdict.ts';

type Services = ExecutionServices & { readonly evaluator: Evaluator };

/** Judges the sides of the document that was handed in, and looks whether another user has shown it before. */
export async function judgeDocument(
  services: Services,
  execution: StoredExecution,
  node: DocumentNode,
  key: DataKey,
  inputs: Inputs,
  signal: AbortSignal,
): Promise<Verdict> {
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
  const before = node.sameHolder ? (await saidOfUser(store, execution, key, inputs)).onDocument : null;
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
  const duplicatesFound = await findDuplicates(services, execution, inputs, evaluation);
  const duplicates = duplicatesFound ? [{ code: 'DUPLICATE_DOCUMENT' }] : [];
  const named = status === 'APPROVED' ? duplicates : [...evaluation.findings, ...duplicates];
  return {
    event: { kind: 'decided', status },
    statusDetail: joinedCodes(named),
    findings: {
      findings: codesOf([...evaluation.findings, ...duplicates]),
      found: foundOf([...evaluation.findings, ...duplicates]),
      duplicatesFound,
      documentCheckResult: { overallResult: status, ...evaluation.outcomes },
      documentCheckExtractedData: evaluation.extracted,
      holderNames: evaluation.names,
      ...(evaluation.places && { places: evaluation.places }),
    },
  };
}

/**
 * Lists the members that must be PASS: those that the workflow lists, and, listed or not, those compared with what the backend
 * sent, a minimum age, the holder, and a barcode, which must follow its standard. A page that looks like a copy goes to REVIEW.
 */
export function requiredOfDocument(
  node: DocumentNode,
  outcomes: DocumentCheckOutcomes,
): readonly DocumentCheckMember[] {
  const looked = (
    [
      'nameMatchCheckResult',
      'dateOfBirthCheckResult',
      'barcodeAnomalyCheckResult',
      'matchCheckResult',
      'photocopyCheckResult',
    ] as const
  ).filter((member) => outcomes[member] !== 'NOT_PERFORMED');
  const age = node.minimumAge === undefined ? [] : (['ageVerificationCheckResult'] as const);
  const holder = node.sameHolder ? (['nameMatchCheckResult'] as const) : [];
  return [...node.requires, ...looked, ...age, ...holder];
}
