import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfSecretFile } from './secret-file.ts';
import { masterKeyBytes } from './vault.ts';
import { writeOnce } from './write-once.ts';

/**
 * Thrown if the master key is missing, unreadable, readable by others, or not the one of the data. The message says what to do.
 */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/** Thrown if the data was encrypted with another master key than the given one. */
export class OtherMasterKeyError extends MasterKeyError {}

export interface MasterKeySource {
  /** The key itself, in hex or base64, if it is stored outside the data directory. */
  text: string | undefined;
  /** Path of a file outside the data directory that contains the key. */
  file?: string | null;
  /** Directory with the proof of which key seals the data, and with `master.key` if neither `text` nor `file` is given. */
  directory: string;
}

/**
 * Parses a master key from a setting or file: 32 bytes in hex (64 characters) or base64 (43 or 44).
 *
 * @throws {MasterKeyError} if the text is anything else.
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
    `A master key must be ${masterKeyBytes} bytes in hex (64 characters) or base64 (44 characters).`,
  );
}

/**
 * Reads the master key from its source. Never creates one.
 *
 * @throws {MasterKeyError} if the key is missing, or others can read it.
 */
export function readMasterKey({ text, file, directory }: MasterKeySource): Uint8Array {
  if (text !== undefined) return parseMasterKey(text);
  if (file) return readConfiguredFile(file);
  const path = keyFileIn(directory);
  if (!existsSync(path)) {
    throw new MasterKeyError(
      `A master key is required: set MASTER_KEY_FILE to its file, or put it at ${path}.`,
    );
  }
  return readMasterKeyFile(path);
}

/**
 * Reads the master key from its source. Creates `master.key` if the source names no key and nothing is sealed yet.
 *
 * @throws {MasterKeyError} if the key is missing although data is sealed, or others can read it.
 */
export function readOrCreateMasterKey({ text, file, directory }: MasterKeySource): Uint8Array {
  if (text !== undefined) return parseMasterKey(text);
  if (file) return readConfiguredFile(file);
  const path = keyFileIn(directory);
  if (!existsSync(path)) {
    if (existsSync(proofFileIn(directory))) {
      throw new MasterKeyError(
        `${path} is missing, but this data is encrypted with it. Restore it, or set MASTER_KEY_FILE or MASTER_KEY.`,
      );
    }
    writeOnce(path, `${randomBytes(masterKeyBytes).toString('base64')}\n`);
  }
  return readMasterKeyFile(path);
}

/** Reads the file in MASTER_KEY_FILE. */
function readConfiguredFile(file: string): Uint8Array {
  const fault = existsSync(file) ? null : faultOfKeyFile(file);
  // Without the path, which may be the key itself, set by mistake.
  if (fault !== null) throw new MasterKeyError(`The file in MASTER_KEY_FILE ${fault}.`);
  return readMasterKeyFile(file);
}

/**
 * Reads a master key from a file that nobody else can read.
 *
 * @throws {MasterKeyError} if the file does not exist, others can read it, or it does not contain a master key.
 */
export function readMasterKeyFile(path: string): Uint8Array {
  const fault = faultOfKeyFile(path);
  if (fault !== null) throw new MasterKeyError(`${path} ${fault}.`);
  return parseMasterKey(readFileSync(path, 'utf8'));
}

/** Explains why a master key cannot be read from a file; null if it can. */
export function faultOfKeyFile(path: string): string | null {
  const fault = faultOfSecretFile(path, 'a master key');
  if (fault !== null) return fault;
  try {
    parseMasterKey(readFileSync(path, 'utf8'));
    return null;
  } catch (error) {
    return `does not contain a master key. ${(error as Error).message.replace(/\.$/, '')}`;
  }
}

/** Returns the path of the key that the first start creates. */
export function keyFileIn(directory: string): string {
  return join(directory, 'master.key');
}

/**
 * Returns the path of a key that a rotation replaced.
 *
 * @param when - a date, followed by a number if several keys were replaced on that day.
 */
export function retiredKeyFileIn(directory: string, when: string): string {
  return `${keyFileIn(directory)}.before-${when}`;
}

/** Returns whether a file with that name, at the top of a data folder, contains the current or a replaced master key. */
export function isKeyFileName(name: string): boolean {
  return /^master\.key(\.before-[\d-]+)?$/.test(name);
}

export function proofFileIn(directory: string): string {
  return join(directory, 'master.key.proof');
}
