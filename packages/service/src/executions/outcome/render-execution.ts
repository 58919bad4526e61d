import {
  type CapturedMedia,
  type CaptureSlot,
  type Check,
  type Execution,
  evidenceSlots,
  type Inputs,
  type MediaOnlyExecution,
} from '@vendor/contract';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from '../sealed-data.ts';
import type { StoredCaptureRow, StoredCheck, StoredExecution } from '../stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'mediaLinks' | 'clock'>;

/**
 * Renders the execution object of section 2.6, for reads and webhooks. Decrypts personal data; members with purged data are null.
 */
export async function renderExecution(services: Services, execution: StoredExecution): Promise<Execution> {
  const checks = execution.status === 'PENDING' ? null : await renderChecks(services, execution);
  return { ...(await renderOutcome(services, execution)), checks };
}

/** Renders the execution object without its checks, which requires no decryption. */
export async function renderOutcome(
  services: Pick<Services, 'store'>,
  execution: StoredExecution,
): Promise<Execution> {
  return {
    id: execution.id,
    status: execution.status,
    workflow: { id: execution.workflowId, name: await services.store.workflowName(execution.workflowId) },
    createdAt: iso(execution.createdAt),
    dataPurgedAt: execution.dataPurgedAt === null ? null : iso(execution.dataPurgedAt),
    ...loipOf(execution),
    checks: null,
  };
}

/** Removes everything but the media from the checks of an execution. */
export function mediaOnly(execution: Execution): MediaOnlyExecution {
  if (execution.dataPurgedAt !== null) return { ...execution, checks: [] };
  const checks =
    execution.checks?.map(({ checkType, capturedMedia }) => ({ checkType, capturedMedia })) ?? null;
  return { ...execution, checks };
}

async function renderChecks(services: Services, execution: StoredExecution): Promise<Check[]> {
  const checks = await services.store.checksOf(execution.id);
  const captures = await services.store.capturesOf(execution.id);
  const key = dataKeyOf(services.vault, execution);
  const inputs = inputsOf(key, execution);
  return checks.map((check) =>
    renderCheck(check, inputs, {
      findings: key && check.sealed ? openJson(key, check.sealed, sealContext.check(check.id)) : null,
      media: key && capturedMedia(services, check, captures),
    }),
  );
}

/** @param inputs - null once purged: then only type, status and times are rendered. */
function renderCheck(
  check: StoredCheck,
  inputs: Inputs | null,
  { findings, media }: { findings: CheckFindings | null; media: CapturedMedia | null },
): Check {
  const known = inputs ? check : null;
  return {
    checkType: check.checkType,
    // A finished execution has no undecided check.
    status: check.status ?? 'ERROR',
    sessionId: known?.sessionId ?? null,
    transactionId: known?.transactionId ?? null,
    startedAt: iso(check.startedAt),
    finishedAt: check.finishedAt === null ? null : iso(check.finishedAt),
    platform: known?.platform ?? null,
    duplicatesFound: findings?.duplicatesFound ?? null,
    statusDetail: known?.statusDetail ?? null,
    referenceId: inputs?.transaction_id ?? null,
    email: inputs?.email ?? null,
    phoneNumber: inputs?.phone_number ?? null,
    userId: inputs?.user_id ?? null,
    documentCheckResult: findings?.documentCheckResult ?? null,
    documentCheckExtractedData: findings?.documentCheckExtractedData ?? null,
    selfieVerificationResult: findings?.selfieVerificationResult ?? null,
    proofOfAddressCheckResult: findings?.proofOfAddressCheckResult ?? null,
    proofOfAddressExtractedData: findings?.proofOfAddressExtractedData ?? null,
    creditCardVerificationResult: findings?.creditCardVerificationResult ?? null,
    evidenceCollectionCheckResult: findings?.evidenceCollectionCheckResult ?? null,
    capturedMedia: media,
  };
}

/** Captures that the object links to. For a selfie, only the straight frame, not those of the other poses. */
const mediaMembers: Partial<Record<CaptureSlot, Exclude<keyof CapturedMedia, 'evidence'>>> = {
  front: 'documentFront',
  back: 'documentBack',
  'selfie-1': 'selfieImage',
  'selfie-video': 'selfieVideo',
  'card-front': 'creditCard',
  address: 'proofOfAddress',
};

function isEvidence(slot: CaptureSlot): boolean {
  return (evidenceSlots as readonly CaptureSlot[]).includes(slot);
}

/** Builds links to the captures of the last submitted attempt, which decided the check. */
function capturedMedia(
  { mediaLinks, clock }: Services,
  check: StoredCheck,
  captures: readonly StoredCaptureRow[],
): CapturedMedia | null {
  const submitted = captures.filter(
    (capture) => capture.nodeId === check.nodeId && capture.sealedAt !== null,
  );
  const last = Math.max(...submitted.map((capture) => capture.attempt));
  const pictures = submitted.filter(
    ({ attempt, slot, contentType }) =>
      attempt === last &&
      (slot in mediaMembers || isEvidence(slot)) &&
      /^(?:(?:image|video)\/|application\/pdf$)/.test(contentType),
  );
  const media: CapturedMedia = {};
  for (const capture of pictures) {
    const { url, expiresAt } = mediaLinks.sign(capture.id, clock.lifetimesFrom());
    const link = { url, contentType: capture.contentType, expiresAt: iso(expiresAt) };
    const member = mediaMembers[capture.slot];
    if (member) media[member] = link;
    else media.evidence = [...(media.evidence ?? []), link];
  }
  return pictures.length > 0 ? media : null;
}

/** Returns the level determined when the execution ended; later decisions do not change it. */
function loipOf({ walk: { loip }, finishedAt }: StoredExecution): Pick<Execution, 'loip'> {
  return loip && finishedAt !== null ? { loip: { ...loip, evaluatedAt: iso(finishedAt) } } : {};
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
