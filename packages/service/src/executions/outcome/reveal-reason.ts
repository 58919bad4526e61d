import { SealBrokenError } from '../../secrets/sealed-box.ts';
import type { DataKey } from '../../secrets/vault.ts';
import { openJson, sealContext, sealJson } from '../sealed-data.ts';

/**
 * Changes of an event that personal data was revealed. What a person types may speak of the end user: it is sealed with the key of the
 * execution, so that a purge destroys it, and the trail stays as it was hashed.
 */
export function sealReason(key: DataKey, executionId: string, reason: string): { sealedReason: string } {
  const sealed = sealJson(key, reason, sealContext.reason(executionId));
  return { sealedReason: Buffer.from(sealed).toString('base64url') };
}

/**
 * Changes of an event with the reason in plain. Earlier versions recorded reasons of revealed deliveries unsealed (`reason`): whoever may
 * not read a sealed one does not read these either.
 *
 * @param key - null: the execution was purged, or the reason is not for whoever asks; it is left out.
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
