import type { Inputs } from '@vendor/contract';
import type { DataKey, Vault } from '../secrets/vault.ts';
import type { StoredExecution } from './stored-execution.ts';

/** Encrypts a JSON value; `context` names its kind and owner. */
export function sealJson(key: DataKey, value: unknown, context: string): Uint8Array {
  return key.seal(Buffer.from(JSON.stringify(value), 'utf8'), context);
}

/** Decrypts a value encrypted by {@link sealJson}. The result needs no validation, because the seal proves its origin. */
export function openJson<T>(key: DataKey, sealed: Uint8Array, context: string): T {
  return JSON.parse(Buffer.from(key.open(sealed, context)).toString('utf8')) as T;
}

/** Returns the data key of an execution; null once its personal data is purged. */
export function dataKeyOf(vault: Vault, execution: Pick<StoredExecution, 'wrappedKey'>): DataKey | null {
  return execution.wrappedKey && vault.openDataKey(execution.wrappedKey);
}

/** Encryption contexts: each names the kind of a sealed value and its owner. */
export const sealContext = {
  inputs: (executionId: string) => `inputs:${executionId}`,
  ip: (executionId: string) => `ip:${executionId}`,
  session: (executionId: string) => `session:${executionId}`,
  check: (checkId: string) => `check:${checkId}`,
  reading: (captureId: string) => `reading:${captureId}`,
  redirects: (executionId: string) => `redirects:${executionId}`,
  comment: (decisionId: string) => `comment:${decisionId}`,
  answer: (deliveryId: string) => `answer:${deliveryId}`,
  look: (executionId: string) => `look:${executionId}`,
  reason: (executionId: string) => `reason:${executionId}`,
} as const;

/** Decrypts the inputs of an execution; null once purged. */
export function inputsOf(
  key: DataKey | null,
  execution: Pick<StoredExecution, 'id' | 'sealedInputs'>,
): Inputs | null {
  if (!key || !execution.sealedInputs) return null;
  return openJson<Inputs>(key, execution.sealedInputs, sealContext.inputs(execution.id));
}
