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
import {
  keyFileIn,
  type MasterKeySource,
  openKeyRing,
  readMasterKey,
  readMasterKeyFile,
} from '../secrets/master-key.ts';
import { writePrivateFile } from '../secrets/private-file.ts';
import { masterKeyBytes, masterKeyId } from '../secrets/vault.ts';
import { writeOnce } from '../secrets/write-once.ts';
import { keepKeyBefore } from './keep-key-before.ts';
import { type KeyProof, RotationError } from './key-proof.ts';

/**
 * A step of a rotation, for the audit trail: `master-key.rotate` when one begins or continues, `master-key.retire` when no data
 * needs the previous key any more.
 */
export interface RotationStep {
  readonly act: 'master-key.rotate' | 'master-key.retire';
  /** Id of the next master key, as {@link masterKeyId} gives it. */
  readonly keyId: string;
  readonly isResumed?: boolean;
}

/** Result of a rotation. */
export interface Rotation {
  /** Number of data keys that were wrapped again. */
  readonly rewrapped: number;
  /** Stored data keys that do not open, and were left as they are. */
  readonly damaged: readonly DamagedKey[];
  /** Whether this rotation continues an interrupted one. */
  readonly isResumed: boolean;
  /** Whether no data needs the previous key any more. Otherwise the service ends the rotation once it runs with the next key. */
  readonly hasEnded: boolean;
  /** Whether the file of the next key was missing and was made. */
  readonly isMade: boolean;
  /** File with the key that `master.key` had in it before; null: it was not replaced. */
  readonly keyBefore: string | null;
}

export interface RotationParts {
  readonly database: Pick<OpenDatabase, 'main' | 'emptyLog'>;
  readonly proof: KeyProof;
  /** Source of the master key, as the settings name it. */
  readonly source: MasterKeySource;
  /** The file of the next master key, created if missing; null: a new key replaces `master.key` in the data folder. */
  readonly nextFile: string | null;
  /** In ms since 1970. */
  readonly now: number;
  /** Adds a step to the audit trail. Called before the step is taken: a step that cannot be recorded is not taken. */
  readonly record: (step: RotationStep) => Promise<void>;
}

/**
 * Wraps all data keys under another master key, also while a service runs.
 *
 * 1. The proof names both keys, each wrapped under the other. From then on, every process wraps under the next key, and can open
 *    data under both.
 * 2. All stored keys are wrapped again, some at a time.
 * 3. When none is left and the settings have the next key, the previous key is removed from the proof.
 *
 * A crash at any moment leaves data that both keys open, or that the next key alone opens; the same command continues from there.
 *
 * @throws {RotationError}
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
    `Another rotation of the master key of ${directory} is under way.`,
  );
  try {
    const given = readMasterKey(source);
    const text = await proof.read();
    const before = openKeyRing(directory, given, text);
    const isResumed = before.isRotating;
    if (!isResumed) await proof.refuseRunning();
    // Only the operator can replace a key that a setting names.
    const takesPlace = nextFile === null && isKeyInFolder(source);
    const isReplaced = isResumed && isSame(given, before.masterKey);
    // First: backups need this key, so it is kept before anything else can fail.
    const keyBefore = takesPlace && !isReplaced ? keepKeyBefore(directory, given, now) : null;
    const isMade = nextFile !== null && makeKeyFile(nextFile, before);
    const next = nextFile === null ? null : readMasterKeyFile(nextFile);
    if (isResumed) {
      refuseOtherKey(before, next);
      await record({ act: 'master-key.rotate', keyId: masterKeyId(before.masterKey), isResumed });
    } else await begin({ database, proof, record }, text, before, next);
    const ring = openKeyRing(directory, given, await proof.read());
    const { rewrapped, damaged } = await rewrapAll(database, ring);
    if (takesPlace) writePrivateFile(keyFileIn(directory), `${base64(ring.masterKey)}\n`);
    const hasEnded = takesPlace
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
 * Creates the file of the next key if it is missing: with a new key, or with the key of the rotation that has begun, which may
 * exist nowhere else.
 *
 * @returns whether it was missing.
 */
function makeKeyFile(file: string, { isRotating, masterKey }: KeyRing): boolean {
  if (existsSync(file)) return false;
  return writeOnce(file, `${base64(isRotating ? masterKey : randomBytes(masterKeyBytes))}\n`);
}

/**
 * Creates the part of a rotation that the service does: it wraps keys that were stored at its last moment, and ends the rotation
 * once the settings have the next key.
 *
 * @param onDamaged - called with keys that cannot be opened, and were left unchanged.
 * @param record - as in {@link RotationParts}.
 * @returns a function that does this, and resolves with the number of keys that it wrapped again.
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
    // One that was shared began while nothing was stored: there is nothing left to wrap.
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

/** Leaves it to a command that is under way. */
async function endUnlessRotating(
  directory: string,
  proof: KeyProof,
  ring: KeyRing,
  record: RotationParts['record'],
): Promise<void> {
  let release: () => void;
  try {
    release = holdFile(join(directory, 'rotation.lock'), 'A rotation is under way.');
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
    throw new RotationError('The new key is the master key of this data already. Name another one.');
  // The proof holds only one previous key: data that is still under an earlier key could never be opened again.
  await rewrapAll(database, ring);
  await record({ act: 'master-key.rotate', keyId: masterKeyId(fresh) });
  await proof.begin(text, beginRotation(text, ring.masterKey, fresh));
}

function refuseOtherKey({ masterKey }: KeyRing, next: Uint8Array | null): void {
  if (next === null || isSame(next, masterKey)) return;
  throw new RotationError(
    'A rotation to another key has begun and not ended. Run the command with the file of that key first, or name a file that is missing: that key is written to it.',
  );
}

/** Until a whole round finds none: rows are stored meanwhile. */
async function rewrapAll({ main }: RotationParts['database'], { vault }: KeyRing): Promise<RewrappedKeys> {
  const rest = createPace();
  let rewrapped = 0;
  for (;;) {
    const found = await rewrapKeys(main, vault.rewrap, rest);
    if (found.rewrapped === 0) return { rewrapped, damaged: found.damaged };
    rewrapped += found.rewrapped;
  }
}

/** The settings of a service that runs may still name the key before, with which its next start fails from then on. */
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
