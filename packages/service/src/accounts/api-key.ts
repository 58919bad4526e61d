import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Whether a key runs real checks for real users, or is for trying out. Neither sees what the other has started: a test key may
 * lie where no personal data may be reached from, in continuous integration for one.
 */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/**
 * Purpose of a key: to start, read and decide executions, or to manage webhooks. One key never does both: who watches deliveries
 * needs to see nobody's data.
 */
export const keyPurposes = ['executions', 'webhooks'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** Caller, and what they may start. */
export interface AccountKey {
  /** Names the key; no secret. */
  readonly id: string;
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly purpose: KeyPurpose;
  /** The workflows the key may start and read; null: all of the account. */
  readonly workflowIds: readonly string[] | null;
}

/** A key as it is kept: never the key itself. */
export interface StoredApiKey extends Omit<AccountKey, 'mode'> {
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  readonly revokedAt: number | null;
  /** When it ends by itself, in ms since 1970; null: never. */
  readonly expiresAt: number | null;
}

/** Entry of a key that was handed out: not the key. Times are in ms since 1970. */
export interface ApiKeyEntry {
  readonly id: string;
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly purpose: KeyPurpose;
  readonly name: string | null;
  /** The workflows it is for; null: all of the account. */
  readonly workflowIds: readonly string[] | null;
  readonly createdAt: number;
  /** Time of the last use, to the minute; null: never. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** When it ends by itself; null: never. */
  readonly expiresAt: number | null;
}

export interface NewApiKey extends Pick<ApiKeyEntry, 'id' | 'accountId' | 'mode' | 'name' | 'workflowIds'> {
  /** For executions by default. */
  readonly purpose?: KeyPurpose;
  /** Never by default. */
  readonly expiresAt?: number | null;
  readonly hash: string;
  readonly now: number;
}

/** Store of keys. */
export interface ApiKeyStore {
  find(id: string): Promise<StoredApiKey | null>;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 12;
/** 43 characters of 62 hold 256 random bits. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(
  `^vo_(live|test)_([0-9A-Za-z]{${idLength}})[0-9A-Za-z]{${secretLength}}([0-9A-Za-z]{${checksumLength}})$`,
);

/**
 * A new key: `vo_live_` or `vo_test_`, an id to find it by, 256 random bits, and a checksum, so that a key that was cut
 * short or leaked into a text is recognised without asking the database.
 */
export function createApiKey(mode: KeyMode): { key: string; id: string; hash: string } {
  const id = randomCharacters(idLength);
  const body = `vo_${mode}_${id}${randomCharacters(secretLength)}`;
  const key = body + checksum(body);
  return { key, id, hash: hashOf(key) };
}

/**
 * Finds the stored key that a presented one is. Its hash is compared in constant time.
 *
 * @param now - in ms since 1970.
 * @returns null for a key that is unknown, revoked or has ended.
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
  // The hash is that of the whole key, so the mode it names is the one it was created with.
  const { accountId, purpose, workflowIds } = stored;
  return { id, accountId, purpose, workflowIds, mode: mode as KeyMode };
}

/** The id in a key that is well formed, whether or not there is one of that id; null: it is not. */
export function idInKey(presented: string): string | null {
  const [, , id, sum] = shape.exec(presented) ?? [];
  return id && checksum(presented.slice(0, -checksumLength)) === sum ? id : null;
}

function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Whether it is the key's hash, in a time that says nothing about where they differ. */
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
      // Bytes past the last whole multiple of 62 would make some characters likelier than others.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
