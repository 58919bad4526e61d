import { type RetryReason, retryReasonSchema, type SandboxSession } from '@vendor/contract';
import type { CaptureStepKind } from '../../check-kinds/check-kind.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { DecidedStatus } from '../../workflows/status-rules.ts';
import { dataKeyOf, inputsOf } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** Result that the `user_id` of a test requests from the sandbox (docs/sandbox.md). */
export type SandboxOrder =
  /** Gives every check this status. */
  | { readonly kind: 'status'; readonly status: DecidedStatus }
  /** Expires the flow shortly after its begin. */
  | { readonly kind: 'expired' }
  /** Requests a retry of the first attempt, at each step that supports this retry reason. */
  | { readonly kind: 'retry'; readonly reason: RetryReason }
  /** Rejects every attempt at steps of this kind. */
  | { readonly kind: 'limit'; readonly step: CaptureStepKind }
  /** Ends the flow with this error before any capture. */
  | { readonly kind: 'error'; readonly code: 'error_code_1' | 'error_code_3' | 'error_code_4' | 'unknown' }
  /** Delays the result of every check. */
  | { readonly kind: 'delay'; readonly seconds: number };

/** Orders of the users with a fixed name; `parseSandboxUser` also recognises name patterns. */
export const sandboxUsers: Readonly<Record<string, SandboxOrder>> = {
  'sandbox-approved': { kind: 'status', status: 'APPROVED' },
  'sandbox-review': { kind: 'status', status: 'REVIEW' },
  'sandbox-declined': { kind: 'status', status: 'DECLINED' },
  'sandbox-error': { kind: 'status', status: 'ERROR' },
  'sandbox-expired': { kind: 'expired' },
  'sandbox-limit-document': { kind: 'limit', step: 'document' },
  'sandbox-limit-liveness': { kind: 'limit', step: 'selfie' },
  'sandbox-limit-address': { kind: 'limit', step: 'address' },
  'sandbox-limit-card': { kind: 'limit', step: 'card' },
  'sandbox-limit-evidence': { kind: 'limit', step: 'evidence' },
  'sandbox-code-1': { kind: 'error', code: 'error_code_1' },
  'sandbox-code-3': { kind: 'error', code: 'error_code_3' },
  'sandbox-code-4': { kind: 'error', code: 'error_code_4' },
  'sandbox-code-unknown': { kind: 'error', code: 'unknown' },
};

/** Maximum delay that can be requested, in seconds. */
const maxDelaySeconds = 900;

/** Parses the order in a `user_id`; null for an ordinary `user_id`. Pure. */
export function parseSandboxUser(userId: string): SandboxOrder | null {
  if (Object.hasOwn(sandboxUsers, userId)) return sandboxUsers[userId] ?? null;
  const [, reason] = /^sandbox-retry-([a-z-]+)$/.exec(userId) ?? [];
  if (reason !== undefined) {
    const known = retryReasonSchema.safeParse(reason.toUpperCase().replaceAll('-', '_'));
    return known.success ? { kind: 'retry', reason: known.data } : null;
  }
  const [, seconds] = /^sandbox-delay-([1-9]\d{0,2})$/.exec(userId) ?? [];
  const wanted = Number(seconds ?? 0);
  return wanted > 0 && wanted <= maxDelaySeconds ? { kind: 'delay', seconds: wanted } : null;
}

/** Returns the sandbox order of an execution that a test key started. With a live key, no `user_id` has a special meaning. */
export function sandboxOrderOf(vault: Vault, execution: StoredExecution): SandboxOrder | null {
  if (execution.mode !== 'test') return null;
  const inputs = inputsOf(dataKeyOf(vault, execution), execution);
  return inputs ? parseSandboxUser(inputs.user_id) : null;
}

/** Returns the part of an order that the browser SDK carries out. */
export function sandboxSessionOf(order: SandboxOrder): SandboxSession {
  // The service itself produces the other codes by refusing requests.
  const failsInPage =
    order.kind === 'error' && (order.code === 'error_code_1' || order.code === 'error_code_4');
  return { camera: 'scripted', fails: failsInPage ? order.code : null };
}
