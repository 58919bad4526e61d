import { randomInt } from 'node:crypto';
import type { Vault } from '../../../secrets/vault.ts';
import { hashOfRecoveryCode } from '../credentials.ts';

/** Letters and digits that are not easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;
const count = 10;

/** Makes ten recovery codes, which are shown only once, and their hashes. */
export function createRecoveryCodes(vault: Vault, personId: string): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: count }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return {
    codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: plain.map((code) => hashOfRecoveryCode(vault, personId, code)),
  };
}

/** Returns the remaining hashes after a recovery code is used; null if the code is unknown or already used. */
export function withoutRecoveryCode(
  vault: Vault,
  { personId, hashes }: { personId: string; hashes: readonly string[] },
  typed: string,
): string[] | null {
  const used = hashOfRecoveryCode(vault, personId, typed);
  return hashes.includes(used) ? hashes.filter((hash) => hash !== used) : null;
}
