import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';
import { open, SealBrokenError, seal } from './sealed-box.ts';

/**
 * The key of one subject (an execution, a webhook endpoint). Destroying the wrapped key makes everything that it sealed
 * unreadable.
 */
export interface DataKey {
  /** Encrypts. `context` names the kind and owner of the bytes; they can be opened only with the same context. */
  seal(plain: Uint8Array, context: string): Uint8Array;
  /**
   * Decrypts.
   *
   * @throws {SealBrokenError} if the bytes were changed, or sealed with another key or in another context.
   */
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** Protects all secrets of the service with one master key. */
export interface Vault {
  /** Creates a random data key, with its wrapped form to store. */
  createDataKey(): { wrapped: Uint8Array; key: DataKey };
  /**
   * Unwraps a data key.
   *
   * @throws {WrongMasterKeyError} if it was wrapped under another master key.
   * @throws {SealBrokenError} if it was changed.
   */
  openDataKey(wrapped: Uint8Array): DataKey;
  /**
   * Rewraps a data key under the current master key; null if it already is under that key.
   *
   * @throws the errors of {@link Vault.openDataKey}.
   */
  rewrap(wrapped: Uint8Array): Uint8Array | null;
  /**
   * Derives a key from a text; it is not stored. Equal texts have equal keys within one purpose and unrelated keys across
   * purposes.
   */
  derivedKey(purpose: string, text: string): DataKey;
  /**
   * Computes a hash that nobody can compute without the master key: HMAC-SHA-256, 43 base64url characters. Equal texts have
   * equal hashes within one purpose and unrelated hashes across purposes.
   */
  keyedHash(purpose: string, text: string): string;
}

/** Thrown if the data was encrypted with another master key than the given one. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';
  constructor() {
    super('This data is encrypted with another master key. Start the service with that key.');
  }
}

export const masterKeyBytes = 32;
const dataKeyBytes = 32;
const keyIdBytes = 8;
const wrapContext = 'data-key';

/** Additional secrets of a vault whose master key was rotated. */
export interface VaultHistory {
  /** The previous master key, which still unwraps keys that were wrapped under it. */
  readonly retired?: Uint8Array;
  /**
   * The derived secrets of the first master key, as returned by {@link derivedSecrets}. They keep hashes and derived keys the
   * same after a rotation.
   */
  readonly derived?: Uint8Array;
}

/**
 * Creates a vault with a master key of 32 bytes. The master key itself encrypts nothing: a separate key is derived from it for
 * each use (HKDF-SHA-256, RFC 5869), so that output of one use can never be passed off as that of another.
 */
export function createVault(masterKey: Uint8Array, { retired, derived }: VaultHistory = {}): Vault {
  const current = createWrapping(masterKey);
  const others = retired === undefined ? [] : [createWrapping(retired)];
  const secrets = derived ?? derivedSecrets(masterKey);
  const hashingKey = createSecretKey(secrets.subarray(0, derivedBytes));
  const derivingKey = createSecretKey(secrets.subarray(derivedBytes));
  const unwrap = (wrapped: Uint8Array) => {
    const wrapping = [current, ...others].find(({ hasWrapped }) => hasWrapped(wrapped));
    if (!wrapping) throw wrapped.byteLength < keyIdBytes ? new SealBrokenError() : new WrongMasterKeyError();
    return wrapping.unwrap(wrapped, wrapContext);
  };

  return {
    createDataKey() {
      const bytes = randomBytes(dataKeyBytes);
      // Passes the bytes instead of a `KeyObject`: most new keys are used only once or twice, and creating the object would cost
      // more than it saves.
      return { wrapped: current.wrap(bytes, wrapContext), key: dataKey(bytes) };
    },
    openDataKey: (wrapped) => dataKey(createSecretKey(unwrap(wrapped))),
    rewrap: (wrapped) => (current.hasWrapped(wrapped) ? null : current.wrap(unwrap(wrapped), wrapContext)),
    derivedKey(purpose, text) {
      return dataKey(createSecretKey(keyedHash(derivingKey, purpose, text).digest()));
    },
    keyedHash(purpose, text) {
      return keyedHash(hashingKey, purpose, text).digest('base64url');
    },
  };
}

const derivedBytes = 32;

/** Returns the secrets from which the hashes and derived keys of a master key are computed: 64 bytes. */
export function derivedSecrets(masterKey: Uint8Array): Uint8Array {
  return Buffer.concat([derive(masterKey, 'hash'), derive(masterKey, 'derive')]);
}

/** Returns an id of a master key that reveals nothing about it: 16 hex digits. Each key that it wraps begins with this id. */
export function masterKeyId(masterKey: Uint8Array): string {
  return derive(masterKey, 'id').subarray(0, keyIdBytes).toString('hex');
}

/** Wraps keys under a master key. Each wrapped key contains the id of the master key. */
export interface Wrapping {
  wrap(plain: Uint8Array, context: string): Uint8Array;
  /**
   * Unwraps a key.
   *
   * @throws {SealBrokenError} if it was changed, or wrapped in another context.
   */
  unwrap(wrapped: Uint8Array, context: string): Uint8Array;
  /** Returns whether a key was wrapped under this master key, so that a wrong master key can be told from damaged data. */
  hasWrapped(wrapped: Uint8Array): boolean;
}

/**
 * Creates the wrapping of keys under a master key.
 *
 * @throws {RangeError} if the master key does not have 32 bytes.
 */
export function createWrapping(masterKey: Uint8Array): Wrapping {
  if (masterKey.byteLength !== masterKeyBytes) {
    throw new RangeError(`A master key must have ${masterKeyBytes} bytes.`);
  }
  const key = createSecretKey(derive(masterKey, 'wrap'));
  const keyId = derive(masterKey, 'id').subarray(0, keyIdBytes);
  return {
    wrap: (plain, context) => Buffer.concat([keyId, seal(key, plain, context)]),
    unwrap: (wrapped, context) => open(key, wrapped.subarray(keyIdBytes), context),
    hasWrapped: (wrapped) => keyId.equals(wrapped.subarray(0, keyIdBytes)),
  };
}

function keyedHash(key: KeyObject, purpose: string, text: string) {
  // The length in front keeps ("ab", "c") and ("a", "bc") apart.
  return createHmac('sha256', key).update(`${purpose.length}.${purpose}.${text}`, 'utf8');
}

function dataKey(key: KeyObject | Uint8Array): DataKey {
  return {
    seal: (plain, context) => seal(key, plain, context),
    open: (sealed, context) => open(key, sealed, context),
  };
}

function derive(masterKey: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), `orchestration/${use}/v1`, 32));
}
