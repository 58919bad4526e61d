import type { AdminKey } from '@vendor/contract/admin';

/** Whether a key can be used. `soon`: it can, but expires within two weeks. */
export type KeyState = 'active' | 'soon' | 'ended' | 'revoked';

const soonMs = 14 * 24 * 3_600_000;

/** Returns the state of a key at a time, and when it expired or expires or was revoked; null if it does not expire. */
export function stateOfKey(
  { revokedAt, expiresAt }: Pick<AdminKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): { readonly state: KeyState; readonly at: string | null } {
  // A key that expired before it was revoked counts as expired.
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= now;
  if (revokedAt !== null && !(hasEnded && expiresAt < revokedAt)) return { state: 'revoked', at: revokedAt };
  if (hasEnded) return { state: 'ended', at: expiresAt };
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - now <= soonMs;
  return { state: isSoon ? 'soon' : 'active', at: expiresAt };
}
