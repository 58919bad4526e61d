import type { RetryReason } from '@vendor/contract';
import { assertNever } from '@vendor/contract/assert-never';
import type { DecidedBySandbox } from '../../check-kinds/check-kind.ts';
import { kindOf } from '../../check-kinds/registry.ts';
import type { Verdict } from '../../check-kinds/verdict.ts';
import { type CaptureNode, type CheckNode, takesCaptures } from '../../workflows/node.ts';
import { capturesOfAttempt } from '../steps/capture-slots.ts';
import type { StoredCaptureRow, StoredCheck, StoredExecution } from '../stored-execution.ts';
import type { SandboxOrder } from './sandbox.ts';

/** `statusDetail` of every check that the sandbox decides. */
const detail = 'SANDBOX';

/** Replaces the real verdict with the one that the sandbox order demands. */
export function sandboxVerdict(
  order: SandboxOrder,
  node: CheckNode,
  { walk }: Pick<StoredExecution, 'walk'>,
  captures: readonly StoredCaptureRow[],
  real: Verdict,
): Verdict {
  const files = listSubmitted(walk, captures).length;
  switch (order.kind) {
    case 'status':
      return order.status === 'ERROR'
        ? { event: { kind: 'failed' }, statusDetail: detail, findings: null }
        : decideAs(node, order.status, real, files);
    case 'retry':
      return takesCaptures(node) &&
        walk.attempt === 1 &&
        // If the node allows a single attempt, a retry would exceed the limit and decline a user who should be approved.
        walk.attempt < node.attempts &&
        kindOf(node).retryReasons.includes(order.reason)
        ? requestRetry(node, walk.attempt, order.reason)
        : decideAs(node, 'APPROVED', real, files);
    case 'limit':
      return takesCaptures(node) && kindOf(node).step === order.step
        ? requestRetry(node, walk.attempt, 'IMAGE_TOO_SMALL')
        : decideAs(node, 'APPROVED', real, files);
    case 'delay':
    case 'expired':
    case 'error':
      return decideAs(node, 'APPROVED', real, files);
    default:
      return assertNever(order);
  }
}

/** Returns the time until which the sandbox delays a submitted check, in ms since 1970; null without a delay. */
export function delayedUntil(
  order: SandboxOrder,
  check: StoredCheck,
  { walk }: Pick<StoredExecution, 'walk'>,
  captures: readonly StoredCaptureRow[],
): number | null {
  if (order.kind !== 'delay') return null;
  const sealed = listSubmitted(walk, captures).map(({ sealedAt }) => sealedAt ?? 0);
  return Math.max(check.startedAt, ...sealed) + order.seconds * 1000;
}

/** Lists the captures that the user submitted in the current attempt. */
function listSubmitted({ at, attempt }: StoredExecution['walk'], captures: readonly StoredCaptureRow[]) {
  return capturesOfAttempt(captures, { stepId: at, attempt }).filter(({ sealedAt }) => sealedAt !== null);
}

function requestRetry(node: CaptureNode, attempt: number, reason: RetryReason): Verdict {
  const isPastLimit = attempt >= node.attempts;
  const statusDetail = isPastLimit ? `${detail}: RETRY_LIMIT_EXCEEDED` : `${detail}: ${reason}`;
  return { event: { kind: 'retry', reasons: [reason] }, statusDetail, findings: null };
}

/** Makes the findings match the requested status: a DECLINED check must not have only PASS members. */
function decideAs(node: CheckNode, status: DecidedBySandbox, { findings }: Verdict, files: number): Verdict {
  return {
    event: { kind: 'decided', status },
    statusDetail: detail,
    findings: {
      ...findings,
      findings: [],
      found: [],
      looked: {},
      ...(takesCaptures(node) ? kindOf(node).sandboxResult(node, status, findings, files) : {}),
    },
  };
}
