import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import type { Vault } from '../secrets/vault.ts';

/** The file in a data folder that records that audit trail and states were sealed. */
export const anchorName = 'integrity.anchor';

/** The first seal of the data, which is never repeated. */
export interface FirstSeal {
  /** In ms since 1970. */
  readonly sealedAt: number;
  /** Number of executions of an earlier version that were sealed without verification. */
  readonly executions: number;
  /**
   * Number of API keys of an earlier version that were sealed without verification; undefined if rows that give rights are not
   * sealed yet.
   */
  readonly rights?: number | undefined;
  /** Number of people of an earlier version that were sealed without verification; undefined if people are not sealed yet. */
  readonly people?: number | undefined;
}

/**
 * A stored first seal. `changed`: it exists, but was not written by the service in this form. Null: nothing is sealed yet, or
 * it was removed.
 */
export type KeptSeal = FirstSeal | 'changed' | null;

/**
 * Records outside the database that its audit trail and states were sealed, with a MAC under a key derived from the master key.
 * An attacker who can write only to the database cannot make the service seal forged data by emptying the trail.
 */
export interface IntegrityAnchor {
  read(): KeptSeal;
  /**
   * Returns the key of an object in the bucket that was not written by the service in this form; null if there is none. Omitted
   * without a bucket.
   */
  brokenKey?(): string | null;
  put(seal: FirstSeal): Promise<void>;
}

/** Opens the anchor of a data folder. */
export function openIntegrityAnchor(folder: string, vault: Pick<Vault, 'keyedHash'>): IntegrityAnchor {
  const file = join(folder, anchorName);
  return {
    read() {
      const text = readPrivateFile(file);
      return text === null ? null : (openSealText(text, vault)?.seal ?? 'changed');
    },
    async put(seal) {
      writePrivateFile(file, sealTextOf(seal, vault).text);
    },
  };
}

/** A first seal as text, with the MAC that the text contains. */
export interface SealText {
  readonly text: string;
  /** Letters, digits, `-` and `_`. */
  readonly mac: string;
}

export function sealTextOf(
  { sealedAt, executions, rights, people }: FirstSeal,
  vault: Pick<Vault, 'keyedHash'>,
): SealText {
  const seal = { sealedAt, executions, rights, people };
  const mac = macOf(seal, vault);
  return { text: `${JSON.stringify({ ...seal, mac })}\n`, mac };
}

/**
 * Verifies and parses a first seal.
 *
 * @returns null if the service did not write the text.
 */
export function openSealText(
  text: string,
  vault: Pick<Vault, 'keyedHash'>,
): { readonly seal: FirstSeal; readonly mac: string } | null {
  try {
    const { mac, ...seal } = JSON.parse(text) as FirstSeal & { mac: string };
    return mac === macOf(seal, vault) ? { seal, mac } : null;
  } catch {
    return null;
  }
}

/** Merges the first seals of two places: the earlier one, with everything that either sealed. */
export function joinSeals(one: KeptSeal, other: KeptSeal): KeptSeal {
  if (one === null || other === 'changed') return other;
  if (other === null || one === 'changed') return one;
  const [first, second] = one.sealedAt <= other.sealedAt ? [one, other] : [other, one];
  return { ...first, rights: first.rights ?? second.rights, people: first.people ?? second.people };
}

function macOf({ sealedAt, executions, rights, people }: FirstSeal, vault: Pick<Vault, 'keyedHash'>): string {
  return vault.keyedHash(
    'integrity-anchor',
    [
      `${sealedAt}.${executions}`,
      ...(rights === undefined ? [] : [rights]),
      ...(people === undefined ? [] : [`people ${people}`]),
    ].join('.'),
  );
}
