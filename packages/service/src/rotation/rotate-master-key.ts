import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DamagedKey, type RewrappedKeys, rewrapKeys } from '../db/integrity/rewrap-keys.ts';
import { holdFile, type OpenDatabase } from '../db/opening/open-database.ts';
import { createPace } from '../pace.ts';
import {
  beginRotation,
  endRotation,
  isOfRotation,
  isRotationOpen,
  type KeyRing,
} from '../secrets/key-ring.ts';
import { keyFileIn, type MasterKeySource, readMasterKey, readMasterKeyFile } from '../secrets/master-key.ts';
import { openKeyRing } from '../secrets/open-vault.ts';
import { writePrivateFile } from '../secrets/private-file.ts';
import { masterKeyBytes, masterKeyId } from '../secrets/vault.ts';
import { writeOnce } from '../secrets/write-once.ts';
import { keepKeyBefore } from './keep-key-before.ts';
import { type KeyProof, RotationError } from './key-proof.ts';

/**
 * A step of a rotation, for the audit trail: `master-key.rotate` when a rotation begins or continues, `master-key.retire` when
 * no data needs the previous key any longer.
 */
export interface RotationStep {
  readonly act: 'master-key.rotate' | 'master-key.retire';
  /** Id of the next master key, as returned by {@link masterKeyId}. */
  readonly keyId: string;
  readonly isResumed?: boolean;
}

/** Result of a rotation. */
export interface Rotation {
  /** Number of data keys that were rewrapped. */
  readonly rewrapped: number;
  /** Stored data keys that cannot be unwrapped, and were left unchanged. */
  readonly damaged: readonly DamagedKey[];
  /** Whether this rotation continues an interrupted one. */
  readonly isResumed: boolean;
  /**
   * Whether no data needs the previous key any longer. If false, the service ends the rotation once it runs with the next key.
   */
  readonly hasEnded: boolean;
  /** Whether the file of the next key was missing and was created. */
  readonly isMade: boolean;
  /** Path of the copy of the previous `master.key`; null if that file was not replaced. */
  readonly keyBefore: string | null;
}

export interface RotationParts {
  readonly database: Pick<OpenDatabase, 'main' | 'emptyLog'>;
  readonly proof: KeyProof;
  /** Source of the current master key, according to the settings. */
  readonly source: MasterKeySource;
  /** File of the next master key, created if missing; null: a new key replaces `master.key` in the data folder. */
  readonly nextFile: string | null;
  /** In ms since 1970. */
  readonly now: number;
  /** Adds a step to the audit trail. Called before the step, which is not carried out if recording fails. */
  readonly record: (step: RotationStep) => Promise<void>;
}

/**
 * Rewraps all data keys under another master key, even while a service runs.
 *
 * 1. The proof contains both keys, each wrapped under the other. From then on, every process wraps under the next key, and can
 *   open data under both.
 * 2. All stored keys are rewrapped in batches.
 * 3. When none is left and the settings have the next key, the previous key is removed from the proof.
 *
 * After a crash at any moment, either both keys open the data, or only the next key does. The same command continues from
 * there.
 *
 * @throws {RotationError} if the rotation cannot begin or continue.
 * @throws {MasterKeyError} if the settings do not have the master key of the data.
 */
export async function rotateMasterKey({
  database,
  proof,
  source,
  nextFile,
  now,
  record,
}: RotationParts): Promise<Rotation> {
  const { directory } = source;
  const release = holdFile(
    join(directory, 'rotation.lock'),
    `Another rotation of the master key of ${directory} is in progress.`,
  );
  try {
    const given = readMasterKey(source);
    const text = await proof.read();
    const before = openKeyRing(directory, given, text);
    const isResumed = before.isRotating;
    if (!isResumed) await proof.refuseRunning();
    // Only the operator can replace a key that a setting names.
    const replacesKeyFile = nextFile === null && isKeyInFolder(source);
    const isReplaced = isResumed && isSame(given, before.masterKey);
    // Copies the key first, before anything else can fail, because backups need it.
    const keyBefore = replacesKeyFile && !isReplaced ? keepKeyBefore(directory, given, now) : null;
    const isMade = nextFile !== null && makeKeyFile(nextFile, before);
    const next = nextFile === null ? null : readMasterKeyFile(nextFile);
    if (isResumed) {
      refuseOtherKey(before, next);
      await record({ act: 'master-key.rotate', keyId: masterKeyId(before.masterKey), isResumed });
    } else await begin({ database, proof, record }, text, before, next);
    const ring = openKeyRing(directory, given, await proof.read());
    const { rewrapped, damaged } = await rewrapAll(database, ring);
    if (replacesKeyFile) writePrivateFile(keyFileIn(directory), `${base64(ring.masterKey)}\n`);
    const hasEnded = replacesKeyFile
      ? await end(proof, ring, record)
      : isSame(given, ring.masterKey) &&
        (await proof.unlessServed(async () => {
          await end(proof, ring, record);
        }));
    await database.emptyLog();
    return { rewrapped, damaged, isResumed, hasEnded, isMade, keyBefore };
  } finally {
    release();
  }
}

/**
 * Creates the file of the next key if it is missing. Writes a new key, or the key of a rotation that has begun, which may exist
 * nowhere else.
 *
 * @returns whether it was missing.
 */
function makeKeyFile(file: string, { isRotating, masterKey }: KeyRing): boolean {
  if (existsSync(file)) return false;
  return writeOnce(file, `${base64(isRotating ? masterKey : randomBytes(masterKeyBytes))}\n`);
}

/**
 * Creates the part of a rotation that the running service does: it rewraps keys that were stored at the last moment, and ends
 * the rotation once the settings have the next key.
 *
 * @param onDamaged - called with keys that cannot be unwrapped, and were left unchanged.
 * @param record - as in {@link RotationParts}.
 * @returns a function that does this, and resolves with the number of rewrapped keys.
 */
export function createRotationSettling(
  { database, proof }: Pick<RotationParts, 'database' | 'proof'>,
  source: MasterKeySource,
  { onDamaged, record }: { onDamaged(damaged: readonly DamagedKey[]): void } & Pick<RotationParts, 'record'>,
): () => Promise<number> {
  let settled: string | null = null;
  return async () => {
    const text = await proof.read();
    if (text === settled || !isOfRotation(text)) return 0;
    // A shared rotation begins only while no instance runs, so no key is left to rewrap.
    if (proof.isShared && !isRotationOpen(text)) return 0;
    const given = readMasterKey(source);
    const ring = openKeyRing(source.directory, given, text);
    const { rewrapped, damaged } = await rewrapAll(database, ring);
    if (damaged.length > 0) onDamaged(damaged);
    if (!ring.isRotating) settled = text;
    else if (isSame(given, ring.masterKey)) await endUnlessRotating(source.directory, proof, ring, record);
    return rewrapped;
  };
}

/** Ends a rotation, unless a command holds the lock: that command will end it. */
async function endUnlessRotating(
  directory: string,
  proof: KeyProof,
  ring: KeyRing,
  record: RotationParts['record'],
): Promise<void> {
  let release: () => void;
  try {
    release = holdFile(join(directory, 'rotation.lock'), 'A rotation is in progress.');
  } catch {
    return;
  }
  try {
    await end(proof, ring, record);
  } finally {
    release();
  }
}

async function begin(
  { database, proof, record }: Pick<RotationParts, 'database' | 'proof' | 'record'>,
  text: string,
  ring: KeyRing,
  next: Uint8Array | null,
): Promise<void> {
  const fresh = next ?? randomBytes(masterKeyBytes);
  if (isSame(fresh, ring.masterKey))
    throw new RotationError('The new key is already the master key of this data. Use another key.');
  // Rewraps all keys first: the proof holds only one previous key, so data that is still under an earlier one could never be
  // opened again.
  await rewrapAll(database, ring);
  await record({ act: 'master-key.rotate', keyId: masterKeyId(fresh) });
  await proof.begin(text, beginRotation(text, ring.masterKey, fresh));
}

function refuseOtherKey({ masterKey }: KeyRing, next: Uint8Array | null): void {
  if (next === null || isSame(next, masterKey)) return;
  throw new RotationError(
    'A rotation to another key has begun and not ended. First run the command with the file of that key, or with a file that does not exist: the key is then written to it.',
  );
}

/** Repeats until a whole round finds no key to rewrap, because rows may be stored meanwhile. */
async function rewrapAll(
  { main }: RotationParts['database'],
  { vault }: KeyRing,
): Promise<Omit<RewrappedKeys, 'found'>> {
  const rest = createPace();
  let rewrapped = 0;
  for (;;) {
    const round = await rewrapKeys(main, vault.rewrap, rest);
    rewrapped += round.rewrapped;
    if (round.found === 0) return { rewrapped, damaged: round.damaged };
  }
}

/** Ends a rotation. If the settings still name the previous key, the next start of the service fails. */
async function end(proof: KeyProof, { masterKey }: KeyRing, record: RotationParts['record']): Promise<true> {
  const text = await proof.read();
  // Another process may have ended it before this one held the lock.
  if (!isRotationOpen(text)) return true;
  await record({ act: 'master-key.retire', keyId: masterKeyId(masterKey) });
  await proof.end(text, endRotation(text));
  return true;
}

function isKeyInFolder({ text, file }: MasterKeySource): boolean {
  return text === undefined && !file;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(Buffer.from(other));
}

function base64(key: Uint8Array): string {
  return Buffer.from(key).toString('base64');
}
