import { evidenceCollectionCheckResultSchema, evidenceRetryReasons, evidenceSlots } from '@vendor/contract';
import { type CaptureKind, duplicateFaults, reasonsAmong } from '../check-kind.ts';
import { sandboxResultOf } from '../sandbox-result.ts';
import { evidenceFindings } from './findings.ts';
import { evidenceNodeSchema } from './node.ts';

/** Asks the user for files, with the texts of the workflow. */
export const evidenceKind: CaptureKind<typeof evidenceNodeSchema> = {
  schema: evidenceNodeSchema,
  label: 'File collection',
  checkType: 'EVIDENCE_COLLECTION',
  step: 'evidence',
  lane: 'letters',
  findings: evidenceFindings,
  facts: { evidenceCollectionCheckResult: evidenceCollectionCheckResultSchema },
  page: 'docs/address.md#evidence',
  retryReasons: evidenceRetryReasons,
  inputsOf: () => [],
  requiredOf: () => ['fileCheckResult'],
  faultsOf: ({ accepts, minFiles, maxFiles }) => [
    ...duplicateFaults(accepts, ['accepts'], 'accepts'),
    ...(minFiles > maxFiles ? ([[['minFiles'], 'must not exceed "maxFiles"']] as const) : []),
  ],
  stepOf: ({ fileAllowed, texts, minFiles, maxFiles, accepts }, common, attempt) => ({
    ...common,
    kind: 'evidence',
    fileAllowed,
    texts,
    minFiles,
    maxFiles,
    accepts,
    reasons: reasonsAmong(evidenceRetryReasons, attempt),
  }),
  slotFault: ({ maxFiles }, _, slot) =>
    evidenceSlots.slice(0, maxFiles).some((known) => known === slot) ? null : 'is not a slot of this step',
  submittedSlots({ minFiles, maxFiles }, _, isNamed) {
    // Slots can have gaps, because the user can remove a file. Slots beyond `maxFiles` are not returned, so the submission is
    // refused if it names one.
    const slots = evidenceSlots.slice(0, maxFiles);
    const named = slots.filter(isNamed);
    const others = slots.filter((slot) => !isNamed(slot));
    return [...named, ...others.slice(0, Math.max(0, minFiles - named.length))];
  },
  mediumOf({ accepts }) {
    const [first, ...more] = [...new Set(accepts)];
    return more.length > 0 || first === undefined ? 'file' : first;
  },
  sandboxResult: (_, status, __, files) => ({
    evidenceCollectionCheckResult: sandboxResultOf(
      evidenceCollectionCheckResultSchema,
      status,
      undefined,
      ['fileCheckResult'],
      { files },
    ),
  }),
};
