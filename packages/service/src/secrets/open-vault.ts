import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { type KeyRing, newProof, openRing } from './key-ring.ts';
import {
  MasterKeyError,
  type MasterKeySource,
  OtherMasterKeyError,
  proofFileIn,
  readMasterKey,
  readOrCreateMasterKey,
} from './master-key.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import { createVault, type Vault, WrongMasterKeyError } from './vault.ts';
import { writeOnce } from './write-once.ts';

/**
 * Opens the vault of a data directory. The first start creates the key. Every later start verifies that the given key is the
 * one under which the data was sealed, so that a lost or mistyped key stops the start instead of surfacing later as data that
 * cannot be opened.
 *
 * A rotation of the master key by another process is noticed at the next use. To create data keys, the proof is checked only
 * once per turn of the event loop.
 *
 * @param onRetired - called if the key was rotated and the key in the source is not the new one, so that nothing can be opened
 *   any longer.
 * @throws {MasterKeyError} if the key is missing, unreadable, readable by others, or not the one of the data.
 */
export function openVault(
  source: MasterKeySource,
  onRetired: (error: OtherMasterKeyError) => void = () => {},
): Vault {
  mkdirSync(source.directory, { recursive: true, mode: 0o700 });
  const proofFile = proofFileIn(source.directory);
  const given = readOrCreateMasterKey(source);
  if (!existsSync(proofFile)) writeOnce(proofFile, newProof(given));
  let stamp = stampOf(proofFile);
  let ring = openKeyRing(source.directory, given);
  /** Returns the current vault. Reads files only if the proof was replaced. */
  const current = (): Vault => {
    const seen = stampOf(proofFile);
    if (seen === null || seen === stamp) return ring.vault;
    try {
      ring = reopen(source, ring);
    } catch (error) {
      if (error instanceof OtherMasterKeyError) onRetired(error);
      throw error;
    }
    stamp = seen;
    return ring.vault;
  };
  let hasChecked = false;
  const currentOfTurn = (): Vault => {
    if (hasChecked) return ring.vault;
    const vault = current();
    hasChecked = true;
    setImmediate(() => {
      hasChecked = false;
    });
    return vault;
  };
  return {
    createDataKey: () => currentOfTurn().createDataKey(),
    openDataKey(wrapped) {
      try {
        return ring.vault.openDataKey(wrapped);
      } catch (error) {
        if (!(error instanceof WrongMasterKeyError)) throw error;
        return current().openDataKey(wrapped);
      }
    },
    rewrap: (wrapped) => current().rewrap(wrapped),
    // Derived keys and hashes are the same under every master key.
    derivedKey: (purpose, text) => ring.vault.derivedKey(purpose, text),
    keyedHash: (purpose, text) => ring.vault.keyedHash(purpose, text),
  };
}

/**
 * Opens the vault of a data directory without writing anything. If the directory has no proof yet, uses the given key.
 *
 * @param shared - proof in a shared database, which takes precedence over the one in the directory; null if it has none.
 */
export function peekVault(source: MasterKeySource, shared: string | null = null): Vault {
  const masterKey = readMasterKey(source);
  if (shared !== null) return openSharedRing(shared, masterKey).vault;
  return existsSync(proofFileIn(source.directory))
    ? openKeyRing(source.directory, masterKey).vault
    : createVault(masterKey);
}

/**
 * Copies the proof in a shared database to a data directory, which is created if missing.
 *
 * @throws {MasterKeyError} if the proof is of another master key, or damaged; nothing was written then.
 */
export function takeOverProof(source: MasterKeySource, shared: string): void {
  openSharedRing(shared, readMasterKey(source));
  mkdirSync(source.directory, { recursive: true, mode: 0o700 });
  const file = proofFileIn(source.directory);
  if (readPrivateFile(file) !== shared) writePrivateFile(file, shared);
}

function openSharedRing(text: string, masterKey: Uint8Array): KeyRing {
  try {
    return openRing(text, masterKey);
  } catch (error) {
    if (error instanceof WrongMasterKeyError)
      throw new OtherMasterKeyError(
        'The data in the database is encrypted with another master key. Start with that key.',
      );
    throw new MasterKeyError(
      'The proof of the master key in the database (key_proof of installations) is damaged. Restore it from a dump.',
    );
  }
}

/**
 * Opens the keys of a data directory that has a proof.
 *
 * @param text - the proof. Default: the one in the directory.
 * @throws {MasterKeyError} if the proof is of another master key, or damaged.
 */
export function openKeyRing(directory: string, masterKey: Uint8Array, text?: string): KeyRing {
  const proofFile = proofFileIn(directory);
  try {
    return openRing(text ?? readFileSync(proofFile, 'utf8'), masterKey);
  } catch (error) {
    if (error instanceof WrongMasterKeyError) {
      throw new OtherMasterKeyError(
        `The data in ${directory} is encrypted with another master key. Start with that key.`,
      );
    }
    throw new MasterKeyError(
      `${proofFile} is damaged. Restore it from a backup; delete it only if you are certain that the master key is the right one and was never rotated.`,
    );
  }
}

/**
 * Opens the keys after a rotation, with the known master key. If the rotation has ended, uses the key that replaced it in the
 * source.
 */
function reopen(source: MasterKeySource, { masterKey }: KeyRing): KeyRing {
  try {
    return openKeyRing(source.directory, masterKey);
  } catch {
    return openKeyRing(source.directory, readMasterKey(source));
  }
}

/** Returns a text that changes whenever the file is replaced; null if the file does not exist. */
function stampOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}.${found.mtimeNs}` : null;
}
