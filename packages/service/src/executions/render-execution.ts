import type {
  CapturedMedia,
  Check,
  DocumentCheckResult,
  DocumentExtractedData,
  Execution,
  Inputs,
  MediaOnlyExecution,
} from '@vendor/contract';
import type { ExecutionServices } from './execution-services.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from './sealed-data.ts';
import type { StoredCaptureRow, StoredCheck, StoredExecution } from './stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'mediaLinks' | 'clock'>;

/** What a check found, as it is sealed with it. */
export interface CheckFindings {
  readonly documentCheckResult?: DocumentCheckResult;
  readonly documentCheckExtractedData?: DocumentExtractedData;
}

/**
 * The execution object of section 2.6: the one place that makes it, for reads and for webhooks alike. Personal data comes
 * out of its seal here; once purged, what held it is null.
 */
export async function renderExecution(services: Services, execution: StoredExecution): Promise<Execution> {
  return {
    id: execution.id,
    status: execution.status,
    workflow: { id: execution.workflowId, name: await services.store.workflowName(execution.workflowId) },
    createdAt: iso(execution.createdAt),
    dataPurgedAt: execution.dataPurgedAt === null ? null : iso(execution.dataPurgedAt),
    checks: execution.status === 'PENDING' ? null : await renderChecks(services, execution),
  };
}

/** The same execution with nothing of its checks but their media. */
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

/** @param inputs null once purged: then only type, status and times are told. */
function renderCheck(
  check: StoredCheck,
  inputs: Inputs | null,
  { findings, media }: { findings: CheckFindings | null; media: CapturedMedia | null },
): Check {
  const known = inputs ? check : null;
  return {
    checkType: check.checkType,
    // An execution that has ended has no undecided check.
    status: check.status ?? 'ERROR',
    sessionId: known?.sessionId ?? null,
    transactionId: known?.transactionId ?? null,
    startedAt: iso(check.startedAt),
    finishedAt: check.finishedAt === null ? null : iso(check.finishedAt),
    platform: known?.platform ?? null,
    duplicatesFound: null,
    statusDetail: known?.statusDetail ?? null,
    referenceId: null,
    email: inputs?.email ?? null,
    phoneNumber: inputs?.phone_number ?? null,
    userId: inputs?.user_id ?? null,
    documentCheckResult: findings?.documentCheckResult ?? null,
    documentCheckExtractedData: findings?.documentCheckExtractedData ?? null,
    selfieVerificationResult: null,
    proofOfAddressCheckResult: null,
    proofOfAddressExtractedData: null,
    creditCardVerificationResult: null,
    evidenceCollectionCheckResult: null,
    capturedMedia: media,
  };
}

/** Links to the pictures of the last attempt that was submitted: those the check was decided on. */
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
    ({ attempt, contentType }) => attempt === last && contentType.startsWith('image/'),
  );
  const media: CapturedMedia = {};
  for (const capture of pictures) {
    const { url, expiresAt } = mediaLinks.sign(capture.id, clock.now());
    const link = { url, contentType: capture.contentType, expiresAt: iso(expiresAt) };
    media[capture.slot === 'front' ? 'documentFront' : 'documentBack'] = link;
  }
  return pictures.length > 0 ? media : null;
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
