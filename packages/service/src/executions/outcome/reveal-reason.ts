import { SealBrokenError } from '../../secrets/sealed-box.ts';
import type { DataKey } from '../../secrets/vault.ts';
import { openJson, sealContext, sealJson } from '../sealed-data.ts';

/**
 * Builds the changes of a reveal event. The typed reason may be about the end user, so it is encrypted with the key of the
 * execution: a purge destroys it without changing the hashed event.
 */
export function sealReason(key: DataKey, executionId: string, reason: string): { sealedReason: string } {
  const sealed = sealJson(key, reason, sealContext.reason(executionId));
  return { sealedReason: Buffer.from(sealed).toString('base64url') };
}

/**
 * Returns the changes of a reveal event with the decrypted reason. Reasons of revealed deliveries that earlier versions stored
 * unencrypted (`reason`) require the same permission.
 *
 * @param key - null if the execution was purged or the caller may not read the reason; the reason is then omitted.
 */
export function withPlainReason(
  key: DataKey | null,
  executionId: string,
  { sealedReason, reason, ...others }: Record<string, unknown>,
): Record<string, unknown> {
  if (key === null) return others;
  if (typeof sealedReason !== 'string') return typeof reason === 'string' ? { ...others, reason } : others;
  try {
    const sealed = Buffer.from(sealedReason, 'base64url');
    return { ...others, reason: openJson<string>(key, sealed, sealContext.reason(executionId)) };
  } catch (error) {
    if (error instanceof SealBrokenError) return others;
    throw error;
  }
}
