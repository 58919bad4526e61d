import {
  addressRetryReasons,
  cardRetryReasons,
  creditCardVerificationResultSchema,
  documentCheckResultSchema,
  documentRetryReasons,
  evidenceCollectionCheckResultSchema,
  evidenceRetryReasons,
  type Outcome,
  proofOfAddressCheckResultSchema,
  type RetryReason,
  selfieRetryReasons,
  selfieVerificationResultSchema,
} from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import { requiredOfAddress, requiredOfCard } from '../workflows/file-nodes.ts';
import { type CaptureNode, type CheckNode, requiredOfSelfie, takesCaptures } from '../workflows/node.ts';
import { capturesOfAttempt } from './capture-slots.ts';
import type { CheckFindings } from './render-execution.ts';
import type { SandboxOrder } from './sandbox.ts';
import type { StoredCaptureRow, StoredCheck, StoredExecution } from './stored-execution.ts';
import type { Verdict } from './verdict.ts';

/** Detail of every check that the sandbox decided. */
const detail = 'SANDBOX';

type Status = 'APPROVED' | 'REVIEW' | 'DECLINED';

/** The reasons for another attempt that each kind of step knows. */
export const retryReasonsOf: Readonly<Record<CaptureNode['kind'], readonly RetryReason[]>> = {
  document: documentRetryReasons,
  selfie: selfieRetryReasons,
  address: addressRetryReasons,
  card: cardRetryReasons,
  evidence: evidenceRetryReasons,
};

const outcomeOf: Record<Status, Outcome> = { APPROVED: 'PASS', REVIEW: 'REVIEW', DECLINED: 'FAIL' };

/**
 * The verdict that the sandbox puts in place of the real one: the one place where a test differs from what a live key gets.
 * All that comes before it and after it is what always comes.
 */
export function sandboxVerdict(
  order: SandboxOrder,
  node: CheckNode,
  { walk }: Pick<StoredExecution, 'walk'>,
  captures: readonly StoredCaptureRow[],
  real: Verdict,
): Verdict {
  const files = handedInOf(walk, captures).length;
  switch (order.kind) {
    case 'status':
      return order.status === 'ERROR'
        ? { event: { kind: 'failed' }, statusDetail: detail, findings: null }
        : decided(node, order.status, real, files);
    case 'retry':
      return takesCaptures(node) &&
        walk.attempt === 1 &&
        // A node with a single attempt has none to give: the user was to be approved in the end, not declined by the limit.
        walk.attempt < node.attempts &&
        retryReasonsOf[node.kind].includes(order.reason)
        ? again(node, walk.attempt, order.reason)
        : decided(node, 'APPROVED', real, files);
    case 'limit':
      return node.kind === order.step
        ? again(node, walk.attempt, 'IMAGE_TOO_SMALL')
        : decided(node, 'APPROVED', real, files);
    case 'delay':
    case 'expired':
    case 'error':
      return decided(node, 'APPROVED', real, files);
    default:
      return assertNever(order);
  }
}

/** Until when a check that was handed in waits; null when nobody asked for a delay. In ms since 1970. */
export function delayedUntil(
  order: SandboxOrder,
  check: StoredCheck,
  { walk }: Pick<StoredExecution, 'walk'>,
  captures: readonly StoredCaptureRow[],
): number | null {
  if (order.kind !== 'delay') return null;
  const sealed = handedInOf(walk, captures).map(({ sealedAt }) => sealedAt ?? 0);
  return Math.max(check.startedAt, ...sealed) + order.seconds * 1000;
}

/** Lists the captures that the user submitted with the current attempt. */
function handedInOf({ at, attempt }: StoredExecution['walk'], captures: readonly StoredCaptureRow[]) {
  return capturesOfAttempt(captures, { stepId: at, attempt }).filter(({ sealedAt }) => sealedAt !== null);
}

function again(node: CaptureNode, attempt: number, reason: RetryReason): Verdict {
  const isPastLimit = attempt >= node.attempts;
  const statusDetail = isPastLimit ? `${detail}: RETRY_LIMIT_EXCEEDED` : `${detail}: ${reason}`;
  return { event: { kind: 'retry', reasons: [reason] }, statusDetail, findings: null };
}

/** Makes the findings agree with the status that was asked for: nobody shall read PASS in a check that is DECLINED. */
function decided(node: CheckNode, status: Status, { findings }: Verdict, files: number): Verdict {
  return {
    event: { kind: 'decided', status },
    statusDetail: detail,
    findings: {
      ...findings,
      findings: [],
      found: [],
      looked: {},
      ...resultsOf(node, status, findings, files),
    },
  };
}

/** Of a real verdict that found nothing, as one that asks for another try, all the more. */
function resultsOf(
  node: CheckNode,
  status: Status,
  findings: CheckFindings | null,
  files: number,
): Partial<CheckFindings> {
  const outcome = outcomeOf[status];
  const each = (members: readonly string[]) => Object.fromEntries(members.map((member) => [member, outcome]));
  const resultOf = <Result>(
    schema: { readonly shape: object; parse(result: unknown): Result },
    found: object | undefined,
    required: readonly string[],
    facts: object = {},
  ): Result => {
    const performed = Object.entries(found ?? {}).filter(([, value]) => isPerformed(value));
    return schema.parse({
      ...Object.fromEntries(Object.keys(schema.shape).map((member) => [member, 'NOT_PERFORMED'])),
      ...each(performed.map(([member]) => member)),
      ...each(required),
      ...facts,
      overallResult: status,
    });
  };
  switch (node.kind) {
    case 'document': {
      const found = findings?.documentCheckResult;
      return { documentCheckResult: resultOf(documentCheckResultSchema, found, node.requires) };
    }
    case 'selfie': {
      const required = requiredOfSelfie(node);
      return { selfieVerificationResult: resultOf(selfieVerificationResultSchema, undefined, required) };
    }
    case 'address': {
      const found = findings?.proofOfAddressCheckResult;
      const required = requiredOfAddress(node);
      return { proofOfAddressCheckResult: resultOf(proofOfAddressCheckResultSchema, found, required) };
    }
    case 'card': {
      const found = findings?.creditCardVerificationResult;
      const { brand = null, bin = null, lastFour = null } = found ?? {};
      const facts = { brand, bin, lastFour };
      const result = resultOf(creditCardVerificationResultSchema, found, requiredOfCard(node), facts);
      return { creditCardVerificationResult: result };
    }
    case 'evidence': {
      const result = resultOf(evidenceCollectionCheckResultSchema, undefined, ['fileCheckResult'], { files });
      return { evidenceCollectionCheckResult: result };
    }
    default:
      return {};
  }
}

const isPerformed = (value: unknown) => value === 'PASS' || value === 'REVIEW' || value === 'FAIL';
