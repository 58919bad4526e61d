import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import type { Vault } from '../secrets/vault.ts';

/** The file of a data folder that says that trail and states were sealed. */
export const anchorName = 'integrity.anchor';

/** The first seal of the data, which is never done again. */
export interface FirstSeal {
  /** In ms since 1970. */
  readonly sealedAt: number;
  /** How many executions of an earlier version were sealed as they were. */
  readonly executions: number;
  /** How many API keys of an earlier version were sealed as they were; left out: rows that give rights were not sealed yet. */
  readonly rights?: number | undefined;
  /** How many people of an earlier version were sealed as they were; left out: they were not sealed yet. */
  readonly people?: number | undefined;
}

/** A first seal as it is kept. `changed`: it is there, and not as the service wrote it. Null: nothing was sealed yet, or it was removed. */
export type KeptSeal = FirstSeal | 'changed' | null;

/**
 * Keeps outside of the database that its trail and states were sealed, under a MAC with a key that is derived from the master key.
 * Whoever can write to the database alone, and empties the trail, does not make the service seal what he wrote.
 */
export interface IntegrityAnchor {
  read(): KeptSeal;
  /** Key of an object in a bucket that is not as the service wrote it; null or left out: there is none, or no bucket. */
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

/** A first seal as text, and the MAC in it. */
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

/** @returns null for a text that the service did not write. */
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

/** Joins what two places know of the first seal: the earlier one, with all that either sealed. */
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
