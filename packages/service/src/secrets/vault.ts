import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';
import { open, SealBrokenError, seal } from './sealed-box.ts';

/** The key of one subject (an execution, a webhook endpoint). Destroying its wrapped form destroys what it sealed. */
export interface DataKey {
  /** Encrypts. `context` says what the bytes are and whose; they open only under the same context. */
  seal(plain: Uint8Array, context: string): Uint8Array;
  /**
   * Decrypts.
   *
   * @throws {SealBrokenError} when the bytes were changed, or sealed with another key or in another context.
   */
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** Keeps every secret of the service under one master key. */
export interface Vault {
  /** A new random data key, and the wrapped form to store. */
  createDataKey(): { wrapped: Uint8Array; key: DataKey };
  /**
   * The data key in a wrapped form.
   *
   * @throws {WrongMasterKeyError} when it was wrapped under another master key.
   * @throws {SealBrokenError} when it was changed.
   */
  openDataKey(wrapped: Uint8Array): DataKey;
  /**
   * The same data key wrapped under the master key of now; null: it is already.
   *
   * @throws as {@link Vault.openDataKey} does.
   */
  rewrap(wrapped: Uint8Array): Uint8Array | null;
  /**
   * The key that a text leads to, and only it: it is not stored. Equal texts have equal keys within one purpose and
   * unrelated ones across purposes.
   */
  derivedKey(purpose: string, text: string): DataKey;
  /**
   * A hash that nobody can compute without the master key: HMAC-SHA-256, 43 base64url characters. Equal texts have
   * equal hashes within one purpose and unrelated ones across purposes.
   */
  keyedHash(purpose: string, text: string): string;
}

/** The data was sealed under another master key than the one at hand. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';
  constructor() {
    super(
      'This data was sealed under another master key. Start the service with the key it was sealed under.',
    );
  }
}

export const masterKeyBytes = 32;
const dataKeyBytes = 32;
const keyIdBytes = 8;
const wrapContext = 'data-key';

/** Secrets of a vault besides its master key, once that was rotated. */
export interface VaultHistory {
  /** The master key before: what was wrapped under it is still opened. */
  readonly retired?: Uint8Array;
  /** The derived secrets of the first master key, as {@link derivedSecrets} gives them: hashes outlive a rotation. */
  readonly derived?: Uint8Array;
}

/**
 * A vault under a master key of 32 bytes. The master key itself encrypts nothing: a key for each use is derived from
 * it (HKDF-SHA-256, RFC 5869), so that no two uses can be played against each other.
 */
export function createVault(masterKey: Uint8Array, { retired, derived }: VaultHistory = {}): Vault {
  const current = createWrapping(masterKey);
  const others = retired === undefined ? [] : [createWrapping(retired)];
  const secrets = derived ?? derivedSecrets(masterKey);
  const hashingKey = createSecretKey(secrets.subarray(0, derivedBytes));
  const derivingKey = createSecretKey(secrets.subarray(derivedBytes));
  const unwrap = (wrapped: Uint8Array) => {
    const wrapping = [current, ...others].find(({ isOf }) => isOf(wrapped));
    if (!wrapping) throw wrapped.byteLength < keyIdBytes ? new SealBrokenError() : new WrongMasterKeyError();
    return wrapping.unwrap(wrapped, wrapContext);
  };

  return {
    createDataKey() {
      const bytes = randomBytes(dataKeyBytes);
      // Most keys are used once or twice when they are made: that costs less than an object around them.
      return { wrapped: current.wrap(bytes, wrapContext), key: dataKey(bytes) };
    },
    openDataKey: (wrapped) => dataKey(createSecretKey(unwrap(wrapped))),
    rewrap: (wrapped) => (current.isOf(wrapped) ? null : current.wrap(unwrap(wrapped), wrapContext)),
    derivedKey(purpose, text) {
      return dataKey(createSecretKey(keyedHash(derivingKey, purpose, text).digest()));
    },
    keyedHash(purpose, text) {
      return keyedHash(hashingKey, purpose, text).digest('base64url');
    },
  };
}

const derivedBytes = 32;

/** The secrets that hashes and derived keys of a master key come from: 64 bytes. */
export function derivedSecrets(masterKey: Uint8Array): Uint8Array {
  return Buffer.concat([derive(masterKey, 'hash'), derive(masterKey, 'derive')]);
}

/** Names a master key without telling anything of it: 16 hex digits, as they stand in front of each key that it wrapped. */
export function masterKeyId(masterKey: Uint8Array): string {
  return derive(masterKey, 'id').subarray(0, keyIdBytes).toString('hex');
}

/** Wraps keys under a master key, and names that in each. */
export interface Wrapping {
  wrap(plain: Uint8Array, context: string): Uint8Array;
  /** @throws {SealBrokenError} when it was changed, or wrapped in another context. */
  unwrap(wrapped: Uint8Array, context: string): Uint8Array;
  /** Whether something was wrapped under this master key, so that a wrong key is told from damaged data. */
  isOf(wrapped: Uint8Array): boolean;
}

/** @throws {RangeError} when the master key has not 32 bytes. */
export function createWrapping(masterKey: Uint8Array): Wrapping {
  if (masterKey.byteLength !== masterKeyBytes) {
    throw new RangeError(`A master key has ${masterKeyBytes} bytes.`);
  }
  const key = createSecretKey(derive(masterKey, 'wrap'));
  const keyId = derive(masterKey, 'id').subarray(0, keyIdBytes);
  return {
    wrap: (plain, context) => Buffer.concat([keyId, seal(key, plain, context)]),
    unwrap: (wrapped, context) => open(key, wrapped.subarray(keyIdBytes), context),
    isOf: (wrapped) => keyId.equals(wrapped.subarray(0, keyIdBytes)),
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
