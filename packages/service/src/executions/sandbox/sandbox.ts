import { type RetryReason, retryReasonSchema, type SandboxSession } from '@vendor/contract';
import type { CaptureStepKind } from '../../check-kinds/check-kind.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { DecidedStatus } from '../../workflows/status-rules.ts';
import { dataKeyOf, inputsOf } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** Order that the `user_id` of a test gives the sandbox (docs/sandbox.md). */
export type SandboxOrder =
  /** Every check comes to this. */
  | { readonly kind: 'status'; readonly status: DecidedStatus }
  /** The time of a flow is over soon after it was begun. */
  | { readonly kind: 'expired' }
  /** The first attempt at each step that knows the reason is asked for once more. */
  | { readonly kind: 'retry'; readonly reason: RetryReason }
  /** No attempt at these steps is good enough. */
  | { readonly kind: 'limit'; readonly step: CaptureStepKind }
  /** The flow ends with this error before anything is shown to the camera. */
  | { readonly kind: 'error'; readonly code: 'error_code_1' | 'error_code_3' | 'error_code_4' | 'unknown' }
  /** Every check takes so long. */
  | { readonly kind: 'delay'; readonly seconds: number };

/** Order of each user whose name is no pattern. */
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

/** The longest delay that can be asked for. */
const mostSeconds = 900;

/** Reads the order in a `user_id`; null for an ordinary one. Pure. */
export function parseSandboxUser(userId: string): SandboxOrder | null {
  if (Object.hasOwn(sandboxUsers, userId)) return sandboxUsers[userId] ?? null;
  const [, reason] = /^sandbox-retry-([a-z-]+)$/.exec(userId) ?? [];
  if (reason !== undefined) {
    const known = retryReasonSchema.safeParse(reason.toUpperCase().replaceAll('-', '_'));
    return known.success ? { kind: 'retry', reason: known.data } : null;
  }
  const [, seconds] = /^sandbox-delay-([1-9]\d{0,2})$/.exec(userId) ?? [];
  const wanted = Number(seconds ?? 0);
  return wanted > 0 && wanted <= mostSeconds ? { kind: 'delay', seconds: wanted } : null;
}

/** Reads the order of an execution that a test key started. With a live key no `user_id` means anything. */
export function sandboxOrderOf(vault: Vault, execution: StoredExecution): SandboxOrder | null {
  if (execution.mode !== 'test') return null;
  const inputs = inputsOf(dataKeyOf(vault, execution), execution);
  return inputs ? parseSandboxUser(inputs.user_id) : null;
}

/** Tells which part of an order the browser SDK carries out. */
export function sandboxSessionOf(order: SandboxOrder): SandboxSession {
  // The other codes are those of refusals, which the service makes itself.
  const failsInPage =
    order.kind === 'error' && (order.code === 'error_code_1' || order.code === 'error_code_4');
  return { camera: 'scripted', fails: failsInPage ? order.code : null };
}
