import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyRing, newProof, openRing } from './key-ring.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import { createVault, masterKeyBytes, type Vault, WrongMasterKeyError } from './vault.ts';
import { writeOnce } from './write-once.ts';

/** The master key is missing, unreadable, open to others, or not the one of this data. The message says what to do. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/** The data was sealed under another master key than the one that is named. */
export class OtherMasterKeyError extends MasterKeyError {}

export interface MasterKeySource {
  /** The key itself, in hex or base64, when it is kept outside the data directory. */
  text: string | undefined;
  /** A file that holds it, outside of the data directory. */
  file?: string | null;
  /** Holds `master.key` when neither is given, and the proof of which key seals this data. */
  directory: string;
}

/**
 * Opens the vault of a data directory. The first start creates the key; every later start proves that the key at hand
 * is the one this data was sealed under, so that a lost or mistyped key stops the start instead of surfacing later as
 * data that does not open.
 *
 * A rotation of the master key by another process is noticed at the next use. Of the data keys that are made in one turn of the
 * event loop, the first looks for all: those are wrapped under the new key from the next turn on.
 *
 * @param onRetired - called when the data was rotated and the key that the source names now is not the one of it: nothing opens any more.
 * @throws {MasterKeyError}
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
  /** The vault of now: nothing is read unless the proof was replaced. */
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
  let hasLooked = false;
  const currentOfTurn = (): Vault => {
    if (hasLooked) return ring.vault;
    const vault = current();
    hasLooked = true;
    setImmediate(() => {
      hasLooked = false;
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
    // The same under every master key.
    derivedKey: (purpose, text) => ring.vault.derivedKey(purpose, text),
    keyedHash: (purpose, text) => ring.vault.keyedHash(purpose, text),
  };
}

/**
 * Opens the vault of a data directory as it is now, and writes nothing: where nothing is proven yet, that of the key at hand.
 *
 * @param shared - the proof that a shared database keeps, which counts before that of the directory; null: it keeps none.
 */
export function peekVault(source: MasterKeySource, shared: string | null = null): Vault {
  const masterKey = readMasterKey(source);
  if (shared !== null) return openSharedRing(shared, masterKey).vault;
  return existsSync(proofFileIn(source.directory))
    ? openKeyRing(source.directory, masterKey).vault
    : createVault(masterKey);
}

/**
 * Makes the proof that a shared database keeps the one of a data directory, which is made where it is missing.
 *
 * @throws {MasterKeyError} when it is of another master key, or damaged; nothing was written then.
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
        'The data in the database was sealed under another master key. Start with the key it was sealed under.',
      );
    throw new MasterKeyError(
      'The proof of the master key in the database (key_proof of installations) is damaged. Restore it from a dump.',
    );
  }
}

/**
 * Opens the keys of a data directory that has a proof.
 *
 * @param text - the proof; left out: as the directory has it.
 * @throws {MasterKeyError}
 */
export function openKeyRing(directory: string, masterKey: Uint8Array, text?: string): KeyRing {
  const proofFile = proofFileIn(directory);
  try {
    return openRing(text ?? readFileSync(proofFile, 'utf8'), masterKey);
  } catch (error) {
    if (error instanceof WrongMasterKeyError) {
      throw new OtherMasterKeyError(
        `The data in ${directory} was sealed under another master key. Start with the key it was sealed under.`,
      );
    }
    throw new MasterKeyError(
      `${proofFile} is damaged. Restore it from a backup; delete it only if the master key is surely right and was never rotated.`,
    );
  }
}

/** After a rotation: by the key that is known, or where the rotation has ended by the one that took its place in the file. */
function reopen(source: MasterKeySource, { masterKey }: KeyRing): KeyRing {
  try {
    return openKeyRing(source.directory, masterKey);
  } catch {
    return openKeyRing(source.directory, readMasterKey(source));
  }
}

/** Changes whenever the file is replaced; null: it is not there. */
function stampOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}.${found.mtimeNs}` : null;
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

/**
 * Reads the key from where it is kept, and makes none.
 *
 * @throws {MasterKeyError} when there is none, or others can read it.
 */
export function readMasterKey({ text, file, directory }: MasterKeySource): Uint8Array {
  if (text !== undefined) return parseMasterKey(text);
  const path = file ?? keyFileIn(directory);
  if (!file && !existsSync(path)) {
    throw new MasterKeyError(
      `The master key is needed: name its file by MASTER_KEY_FILE, or put it at ${path}.`,
    );
  }
  return readMasterKeyFile(path);
}

/** Reads the key from where it is kept; where nothing is given and nothing was sealed yet, it is made. @throws {MasterKeyError} */
function masterKeyOf({ text, file, directory }: MasterKeySource): Uint8Array {
  if (text !== undefined) return parseMasterKey(text);
  if (file) return readMasterKeyFile(file);
  const path = keyFileIn(directory);
  if (!existsSync(path)) {
    if (existsSync(proofFileIn(directory))) {
      throw new MasterKeyError(
        `${path} is missing, but this data was sealed under it. Restore it, or name the key by MASTER_KEY_FILE or MASTER_KEY.`,
      );
    }
    writeOnce(path, `${randomBytes(masterKeyBytes).toString('base64')}\n`);
  }
  return readMasterKeyFile(path);
}

/**
 * Reads a master key from a file that nobody else can read.
 *
 * @throws {MasterKeyError} when there is none, others can read it, or it holds anything else.
 */
export function readMasterKeyFile(path: string): Uint8Array {
  const fault = faultOfKeyFile(path);
  if (fault !== null) throw new MasterKeyError(`${path} ${fault}.`);
  return parseMasterKey(readFileSync(path, 'utf8'));
}

/** Longer files are none that hold a key. */
const longestKeyFile = 1024;

/** Explains why a master key cannot be read from a file; null: it can. */
export function faultOfKeyFile(path: string): string | null {
  const fault = faultOfSecretFile(path, 'a master key');
  if (fault !== null) return fault;
  try {
    parseMasterKey(readFileSync(path, 'utf8'));
    return null;
  } catch (error) {
    return `holds no master key. ${(error as Error).message.replace(/\.$/, '')}`;
  }
}

/**
 * Explains why a secret cannot be read from a file that is for its owner alone; null: it can.
 *
 * @param name - as `a master key`.
 * @param longest - bytes of the longest file that has one.
 */
export function faultOfSecretFile(path: string, name: string, longest = longestKeyFile): string | null {
  let found: Stats;
  try {
    found = statSync(path);
    accessSync(path, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'is not there';
    return `cannot be read by this user (${(error as NodeJS.ErrnoException).code})`;
  }
  if (!found.isFile()) return 'is no file';
  if (isOpenToOthers(found, readProcess())) {
    if (found.uid === readProcess().user && !isOnReadOnlyMount(path))
      return `can be read by others. Run: chmod 600 ${path}`;
    return 'can be read by others, and this user cannot change that. For a secret of Kubernetes, set defaultMode: 0440 of its volume and fsGroup of the pod; else its owner runs chmod 600';
  }
  if (found.size > longest) return `is too long to hold ${name}`;
  return null;
}

/** User and groups of this process. */
interface ProcessIds {
  /** Undefined where the system knows no users. */
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
 * Whether more than its owner may touch a file. systemd shows the credentials of a service (LoadCredential) as files of root
 * that root's group may read, and lets the user of the service in by an access control list. Kubernetes shows secrets as files of
 * root, and lets the service in by a group of its own (fsGroup).
 */
export function isOpenToOthers(
  { mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>,
  { user, groups }: ProcessIds,
): boolean {
  // Windows keeps no such bits; there the directory's own protection counts.
  if (process.platform === 'win32') return false;
  const isHandedOver = uid === 0 && (gid === 0 ? user !== 0 : groups.includes(gid));
  return (mode & (isHandedOver ? 0o037 : 0o077)) !== 0;
}

/** Whether nobody can change the rights of a file: the owner of it is told so by this error alone. */
function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** Path of the key that the first start makes. */
export function keyFileIn(directory: string): string {
  return join(directory, 'master.key');
}

/** Path of a key that a rotation replaced. @param when - a date, and a number where there were several. */
export function retiredKeyFileIn(directory: string, when: string): string {
  return `${keyFileIn(directory)}.before-${when}`;
}

/** Whether a file of that name, at the top of a data folder, holds a master key: that of now, or one that was replaced. */
export function isKeyFileName(name: string): boolean {
  return /^master\.key(\.before-[\d-]+)?$/.test(name);
}

export function proofFileIn(directory: string): string {
  return join(directory, 'master.key.proof');
}
