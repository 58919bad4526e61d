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

/**
 * Keeps outside of the database that its trail and states were sealed, under a MAC with a key that is derived from the master key.
 * Whoever can write to the database alone, and empties the trail, does not make the service seal what he wrote.
 */
export interface IntegrityAnchor {
  /** `changed`: it is there, and not as the service wrote it. Null: nothing was sealed yet, or somebody removed the file. */
  read(): FirstSeal | 'changed' | null;
  put(seal: FirstSeal): void;
}

/** Opens the anchor of a data folder. */
export function openIntegrityAnchor(folder: string, vault: Pick<Vault, 'keyedHash'>): IntegrityAnchor {
  const file = join(folder, anchorName);
  const macOf = ({ sealedAt, executions, rights, people }: FirstSeal) =>
    vault.keyedHash(
      'integrity-anchor',
      [
        `${sealedAt}.${executions}`,
        ...(rights === undefined ? [] : [rights]),
        ...(people === undefined ? [] : [`people ${people}`]),
      ].join('.'),
    );
  return {
    read() {
      const text = readPrivateFile(file);
      return text === null ? null : (parseAnchor(text, macOf) ?? 'changed');
    },
    put({ sealedAt, executions, rights, people }) {
      const seal = { sealedAt, executions, rights, people };
      writePrivateFile(file, `${JSON.stringify({ ...seal, mac: macOf(seal) })}\n`);
    },
  };
}

function parseAnchor(text: string, macOf: (seal: FirstSeal) => string): FirstSeal | null {
  try {
    const { mac, ...seal } = JSON.parse(text) as FirstSeal & { mac: string };
    return mac === macOf(seal) ? seal : null;
  } catch {
    return null;
  }
}
