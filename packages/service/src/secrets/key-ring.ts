import { z } from 'zod';
import { SealBrokenError } from './sealed-box.ts';
import { createVault, createWrapping, derivedSecrets, type Vault, WrongMasterKeyError } from './vault.ts';

const proofContext = 'data-key';
const derivedContext = 'derived-secrets';
const retiredContext = 'retired-key';
const bridgeContext = 'next-key';

const bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'));

/** Content of `master.key.proof` from the first rotation on: JSON, with bytes in base64. */
const ringSchema = z.object({
  /** A key wrapped under the master key, which proves the master key. */
  proof: bytes,
  /** Derived secrets of the first master key, wrapped under the master key. */
  derived: bytes,
  /** The previous master key, wrapped under the master key. */
  retired: bytes,
  /**
   * The master key, wrapped under the previous one. While it is present, either key opens everything. Null once the rotation
   * has ended.
   */
  bridge: bytes.nullable(),
});

type StoredRing = z.infer<typeof ringSchema>;

/** All keys needed to open the data of a folder. */
export interface KeyRing {
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  readonly vault: Vault;
  /** Whether a rotation has begun and not ended, so that the previous master key opens the data, too. */
  readonly isRotating: boolean;
}

/** Creates the proof of a master key, for new data. */
export function newProof(masterKey: Uint8Array): string {
  return `${base64(createVault(masterKey).createDataKey().wrapped)}\n`;
}

/**
 * Opens the keys in a proof.
 *
 * @throws {WrongMasterKeyError} if it was written under another master key.
 * @throws {SealBrokenError} if it was changed.
 */
export function openRing(text: string, masterKey: Uint8Array): KeyRing {
  const stored = parseRing(text);
  if (stored === null) {
    const vault = createVault(masterKey);
    vault.openDataKey(Buffer.from(text, 'base64'));
    return { masterKey, vault, isRotating: false };
  }
  const current = currentKey(stored, masterKey);
  const wrapping = createWrapping(current);
  wrapping.unwrap(stored.proof, proofContext);
  const vault = createVault(current, {
    derived: wrapping.unwrap(stored.derived, derivedContext),
    retired: wrapping.unwrap(stored.retired, retiredContext),
  });
  return { masterKey: current, vault, isRotating: stored.bridge !== null };
}

/** Creates the proof with which both the next and the current master key open everything. */
export function beginRotation(text: string, masterKey: Uint8Array, next: Uint8Array): string {
  const stored = parseRing(text);
  const derived =
    stored === null
      ? derivedSecrets(masterKey)
      : createWrapping(masterKey).unwrap(stored.derived, derivedContext);
  const wrapping = createWrapping(next);
  return textOf({
    proof: createVault(next).createDataKey().wrapped,
    derived: wrapping.wrap(derived, derivedContext),
    retired: wrapping.wrap(masterKey, retiredContext),
    bridge: createWrapping(masterKey).wrap(next, bridgeContext),
  });
}

/** Creates the proof that the previous master key no longer opens. */
export function endRotation(text: string): string {
  const stored = parseRing(text);
  return stored === null ? text : textOf({ ...stored, bridge: null });
}

/** Returns whether a proof comes from a rotation of the master key, ended or not. */
export function isOfRotation(text: string): boolean {
  return text.startsWith('{');
}

/** Returns whether a proof comes from a rotation that has not ended, so that the previous master key opens the data, too. */
export function isRotationOpen(text: string): boolean {
  return (parseRing(text)?.bridge ?? null) !== null;
}

function currentKey({ proof, bridge }: StoredRing, masterKey: Uint8Array): Uint8Array {
  const wrapping = createWrapping(masterKey);
  if (wrapping.hasWrapped(proof)) return masterKey;
  if (bridge !== null && wrapping.hasWrapped(bridge)) return wrapping.unwrap(bridge, bridgeContext);
  throw new WrongMasterKeyError();
}

/**
 * Parses the proof of a rotated key.
 *
 * @returns null for the proof of a key that was never rotated.
 */
function parseRing(text: string): StoredRing | null {
  if (!isOfRotation(text)) return null;
  try {
    return ringSchema.parse(JSON.parse(text));
  } catch {
    throw new SealBrokenError();
  }
}

function textOf(ring: StoredRing): string {
  const texts = Object.entries(ring).map(([name, value]) => [name, value === null ? null : base64(value)]);
  return `${JSON.stringify(Object.fromEntries(texts))}\n`;
}

function base64(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
