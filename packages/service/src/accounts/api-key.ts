import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Mode of a key: `live` runs real checks for real users, `test` is for trying out. Neither sees what the other has started, so
 * a test key may be stored in places that must not reach personal data, such as continuous integration.
 */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/**
 * Purpose of a key: to start, read and decide executions, or to manage webhooks. No key does both, because monitoring
 * deliveries does not require access to personal data.
 */
export const keyPurposes = ['executions', 'webhooks'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** The account that a key belongs to, and what the key may start. */
export interface AccountKey {
  /** Identifies the key; not secret. */
  readonly id: string;
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly purpose: KeyPurpose;
  /** The workflows that the key may start and read; null: all of the account. */
  readonly workflowIds: readonly string[] | null;
}

/** A stored key, without the key itself. */
export interface StoredApiKey extends Omit<AccountKey, 'mode'> {
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  readonly revokedAt: number | null;
  /** Time at which it expires, in ms since 1970; null: never. */
  readonly expiresAt: number | null;
}

/** A key in a list, without the key itself. Times are in ms since 1970. */
export interface ApiKeyEntry {
  readonly id: string;
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly purpose: KeyPurpose;
  readonly name: string | null;
  /** The workflows that it may start and read; null: all of the account. */
  readonly workflowIds: readonly string[] | null;
  readonly createdAt: number;
  /** Time of the last use, to the minute; null: never. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** Time at which it expires; null: never. */
  readonly expiresAt: number | null;
}

export interface NewApiKey extends Pick<ApiKeyEntry, 'id' | 'accountId' | 'mode' | 'name' | 'workflowIds'> {
  /** Default: `executions`. */
  readonly purpose?: KeyPurpose;
  /** Default: never. */
  readonly expiresAt?: number | null;
  readonly hash: string;
  readonly now: number;
}

/** Reads stored keys. */
export interface ApiKeyStore {
  find(id: string): Promise<StoredApiKey | null>;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 12;
/** 43 characters of an alphabet of 62 hold 256 random bits. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(
  `^vo_(live|test)_([0-9A-Za-z]{${idLength}})[0-9A-Za-z]{${secretLength}}([0-9A-Za-z]{${checksumLength}})$`,
);

/**
 * Creates a key: `vo_live_` or `vo_test_`, an id for looking it up, 256 random bits, and a checksum. The checksum allows
 * truncated keys, and keys leaked into a text, to be recognised without the database.
 */
export function createApiKey(mode: KeyMode): { key: string; id: string; hash: string } {
  const id = randomCharacters(idLength);
  const body = `vo_${mode}_${id}${randomCharacters(secretLength)}`;
  const key = body + checksum(body);
  return { key, id, hash: hashOf(key) };
}

/**
 * Finds the stored key that matches a presented one. Compares hashes in constant time.
 *
 * @param now - in ms since 1970.
 * @returns null for a key that is unknown, revoked or expired.
 */
export async function findApiKey(
  store: ApiKeyStore,
  presented: string,
  now: number,
): Promise<AccountKey | null> {
  const [, mode] = shape.exec(presented) ?? [];
  const id = idInKey(presented);
  if (id === null) return null;
  const stored = await store.find(id);
  if (!stored || stored.revokedAt !== null || !isHash(stored.hash, presented)) return null;
  if (stored.expiresAt !== null && stored.expiresAt <= now) return null;
  // The hash covers the whole key, so its mode is the one with which it was created.
  const { accountId, purpose, workflowIds } = stored;
  return { id, accountId, purpose, workflowIds, mode: mode as KeyMode };
}

/** Returns the id in a well-formed key, which need not exist; null if the key is malformed. */
export function idInKey(presented: string): string | null {
  const [, , id, sum] = shape.exec(presented) ?? [];
  return id && checksum(presented.slice(0, -checksumLength)) === sum ? id : null;
}

function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Compares a stored hash with that of a key, in constant time. */
function isHash(stored: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(stored, 'latin1'), Buffer.from(hashOf(key), 'latin1'));
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

function randomCharacters(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Skips bytes from the last multiple of 62 on, which would make some characters more likely than others.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
