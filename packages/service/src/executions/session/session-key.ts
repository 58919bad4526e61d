import { hash } from 'node:crypto';
import { equalInConstantTime } from '../../secrets/equal-in-constant-time.ts';
import type { Vault } from '../../secrets/vault.ts';

/** Claim of a session key: the execution, and which of its successive sessions. */
export interface SessionKeyClaim {
  readonly executionId: string;
  /** Increases each time an init with a new nonce takes the session over. */
  readonly epoch: number;
}

/**
 * Derives the key of a session. The key is not stored, so a retried init gets the same key, an old key can be distinguished
 * from a forged one, and a stolen database contains no keys.
 */
export function sessionKeyOf(vault: Vault, { executionId, epoch }: SessionKeyClaim): string {
  const subject = Buffer.from(executionId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${subject}.${epoch}.${vault.keyedHash('session-key', `${executionId}.${epoch}`)}`;
}

/** Reads the claim of a presented key; null if this service did not issue it. */
export function readSessionKey(vault: Vault, presented: string): SessionKeyClaim | null {
  const parts = /^([A-Za-z0-9_-]{22})\.(\d{1,9})\.[A-Za-z0-9_-]{43}$/.exec(presented);
  if (!parts?.[1] || !parts[2]) return null;
  const hex = Buffer.from(parts[1], 'base64url').toString('hex');
  const executionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const claim = { executionId, epoch: Number(parts[2]) };
  return equalInConstantTime(presented, sessionKeyOf(vault, claim)) ? claim : null;
}

/** SHA-256 in hex. Sufficient for secrets of 256 random bits, which cannot be found in a dictionary. */
export function hashOfSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
