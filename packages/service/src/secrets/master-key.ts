import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyRing, newProof, openRing } from './key-ring.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import { createVault, masterKeyBytes, type Vault, WrongMasterKeyError } from './vault.ts';
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
  const given = masterKeyOf(source);
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
  const path = file ?? keyFileIn(directory);
  if (!file && !existsSync(path)) {
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
function masterKeyOf({ text, file, directory }: MasterKeySource): Uint8Array {
  if (text !== undefined) return parseMasterKey(text);
  if (file) return readMasterKeyFile(file);
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

/** Maximum size of a key file, in bytes. */
const maxKeyFileBytes = 1024;

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

/**
 * Explains why a secret cannot be read from a file that only its owner may read; null if it can.
 *
 * @param name - name for the explanation, such as `a master key`.
 * @param maxBytes - maximum size of the file.
 */
export function faultOfSecretFile(path: string, name: string, maxBytes = maxKeyFileBytes): string | null {
  let found: Stats;
  try {
    found = statSync(path);
    accessSync(path, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'does not exist';
    return `cannot be read by this user (${(error as NodeJS.ErrnoException).code})`;
  }
  if (!found.isFile()) return 'is not a file';
  if (isOpenToOthers(found, readProcess())) {
    if (found.uid === readProcess().user && !isOnReadOnlyMount(path))
      return `can be read by others. Run: chmod 600 ${path}`;
    return 'can be read by others, and this user cannot change that. For a Kubernetes secret, set defaultMode: 0440 on its volume and fsGroup on the pod; otherwise, let its owner run chmod 600';
  }
  if (found.size > maxBytes) return `is too large to be ${name}`;
  return null;
}

/** User and groups of this process. */
interface ProcessIds {
  /** Undefined if the system has no users. */
  readonly user: number | undefined;
  readonly groups: readonly number[];
}

function readProcess(): ProcessIds {
  const group = process.getegid?.();
  return {
    user: process.geteuid?.(),
    groups: [...(process.getgroups?.() ?? []), ...(group === undefined ? [] : [group])],
  };
}

/**
 * Returns whether others than the owner can access a file. systemd provides the credentials of a service (LoadCredential) as
 * files of root that root's group may read, and grants access to the user of the service by an access control list. Kubernetes
 * provides secrets as files of root, and grants access to the service by a group of its own (fsGroup).
 */
export function isOpenToOthers(
  { mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>,
  { user, groups }: ProcessIds,
): boolean {
  // Windows has no such permission bits; there, the permissions of the directory apply.
  if (process.platform === 'win32') return false;
  const isHandedOver = uid === 0 && (gid === 0 ? user !== 0 : groups.includes(gid));
  return (mode & (isHandedOver ? 0o037 : 0o077)) !== 0;
}

/**
 * Returns whether the file system is read-only, so that even the owner cannot change the permissions of a file. Only this error
 * reveals that.
 */
function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
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
