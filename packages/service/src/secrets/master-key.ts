import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createVault, masterKeyBytes, type Vault, WrongMasterKeyError } from './vault.ts';
import { writeOnce } from './write-once.ts';

/** The master key is missing, unreadable, open to others, or not the one of this data. The message says what to do. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

export interface MasterKeySource {
  /** The key itself, in hex or base64, when it is kept outside the data directory. */
  text: string | undefined;
  /** Holds `master.key` when `text` is not given, and the proof of which key seals this data. */
  directory: string;
}

/**
 * Opens the vault of a data directory. The first start creates the key; every later start proves that the key at hand
 * is the one this data was sealed under, so that a lost or mistyped key stops the start instead of surfacing later as
 * data that does not open.
 *
 * @throws {MasterKeyError}
 */
export function openVault(source: MasterKeySource): Vault {
  mkdirSync(source.directory, { recursive: true, mode: 0o700 });
  const proofFile = join(source.directory, 'master.key.proof');
  const vault = createVault(
    source.text === undefined
      ? keyFromFile(source.directory, existsSync(proofFile))
      : parseMasterKey(source.text),
  );
  writeOnce(proofFile, `${Buffer.from(vault.createDataKey().wrapped).toString('base64')}\n`);
  try {
    vault.openDataKey(Buffer.from(readFileSync(proofFile, 'utf8'), 'base64'));
  } catch (error) {
    if (error instanceof WrongMasterKeyError) {
      throw new MasterKeyError(
        `The data in ${source.directory} was sealed under another master key. Start with the key it was sealed under.`,
      );
    }
    throw new MasterKeyError(
      `${proofFile} is damaged. Restore it, or delete it if the master key is surely right.`,
    );
  }
  return vault;
}

/**
 * A master key as it is written in configuration: 32 bytes in hex (64 characters) or base64 (43 or 44).
 *
 * @throws {MasterKeyError} when the text is anything else.
 */
export function parseMasterKey(text: string): Uint8Array {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) {
    return Buffer.from(trimmed, 'hex');
  }
  if (/^([A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/.test(trimmed)) {
    return Buffer.from(trimmed, 'base64');
  }
  throw new MasterKeyError(
    `A master key is ${masterKeyBytes} bytes in hex (64 characters) or base64 (44 characters).`,
  );
}

function keyFromFile(directory: string, sealedBefore: boolean): Uint8Array {
  const path = join(directory, 'master.key');
  if (!existsSync(path)) {
    if (sealedBefore) {
      throw new MasterKeyError(
        `${path} is missing, but this data was sealed under it. Restore it, or give the key as MASTER_KEY.`,
      );
    }
    writeOnce(path, `${randomBytes(masterKeyBytes).toString('base64')}\n`);
  }
  const { mode } = statSync(path);
  // Windows keeps no such bits; there the directory's own protection counts.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new MasterKeyError(`${path} can be read by others. Run: chmod 600 ${path}`);
  }
  return parseMasterKey(readFileSync(path, 'utf8'));
}
