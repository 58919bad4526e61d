import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../refusal.ts';
import type { Vault } from '../../../secrets/vault.ts';

/** Minimum and maximum length of a password, in characters (code points). */
export const passwordLength = { shortest: 12, longest: 256 } as const;

/**
 * Message for a password that is too easy to guess. Also used for a password that another person with the same address has, so
 * as not to reveal that it works elsewhere.
 */
export const guessablePassword = 'is too easy to guess. Choose another one';

/** Cost of a hash: N = 2^`logN`, blocks of `r`, parallelism `p`; a hash needs 128 · N · r bytes. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** Cost recommended by OWASP, with 32 MiB for each hash. */
export const usualCost: ScryptCost = { logN: 15, r: 8, p: 3 };

const saltBytes = 16;
const hashBytes = 32;
/** Maximum number of hashes computed at a time. Each needs a thread and its memory. */
const maxConcurrent = 2;
/** Maximum length of each queue, one for unknown devices and one for known ones. Further sign-ins are refused. */
const maxWaiting = 32;

/** Hashes and compares passwords off the event loop, at most two at a time. */
export interface Passwords {
  /**
   * @param salt - made by `saltOf`: the same for all people with one e-mail address, so that one computation serves to compare
   *   with all of them.
   * @returns a hash in PHC string format.
   * @throws {Refusal} UNAVAILABLE while the queue is full.
   */
  hash(password: string, salt: Uint8Array): Promise<string>;
  /**
   * Compares a password with the hashes of all candidates, with one computation per salt. Takes equally long for no hash as for
   * many of one address.
   *
   * @param isKnown - whether the password comes from a device or network from which the person has signed in: it is then
   *   checked before those of unknown devices.
   * @returns for each hash whether it is of this password.
   * @throws {Refusal} UNAVAILABLE while the queue is full.
   */
  compare(password: string, hashes: readonly string[], isKnown?: boolean): Promise<readonly boolean[]>;
}

export function createPasswords(cost: ScryptCost = usualCost): Passwords {
  const turns = createTurns();
  const dummyHash = format(cost, randomBytes(saltBytes), randomBytes(hashBytes));
  return {
    hash: (password, salt) =>
      turns('unknown', async () => format(cost, salt, await compute(password, salt, cost))),
    compare: (password, hashes, isKnown = false) =>
      turns(isKnown ? 'known' : 'unknown', async () => {
        const digests = new Map<string, Buffer>();
        for (const hash of hashes.length === 0 ? [dummyHash] : hashes) {
          const { cost: hashCost, salt } = parse(hash);
          const key = saltedCost(hash);
          if (!digests.has(key)) digests.set(key, await compute(password, salt, hashCost));
        }
        return hashes.map((hash) => {
          const digest = digests.get(saltedCost(hash));
          return digest !== undefined && timingSafeEqual(digest, parse(hash).digest);
        });
      }),
  };
}

/**
 * Derives the salt for all people with one e-mail address. With a salt per person, the time of a sign-in would reveal how many
 * accounts know the address. The salt cannot be computed in advance without the master key.
 */
export function saltOf(vault: Vault, email: string): Uint8Array {
  return Buffer.from(vault.keyedHash('admin-password-salt', email), 'base64url').subarray(0, saltBytes);
}

/** Describes why a chosen password is refused; null: it is acceptable. */
export function findPasswordFault(password: string, email: string): string | null {
  const { length } = [...normalise(password)];
  if (length < passwordLength.shortest) return `must have at least ${passwordLength.shortest} characters`;
  if (length > passwordLength.longest) return `must have at most ${passwordLength.longest} characters`;
  if (normalise(password).toLowerCase().includes(email)) return 'must not contain the e-mail address';
  return new Set(normalise(password)).size < 4 ? guessablePassword : null;
}

/** Normalises a password, because keyboards compose letters differently (RFC 8265, section 4.2). */
function normalise(password: string): string {
  return password.normalize('NFC');
}

function compute(password: string, salt: Uint8Array, { logN, r, p }: ScryptCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    scrypt(normalise(password), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function format({ logN, r, p }: ScryptCost, salt: Uint8Array, digest: Uint8Array): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${base64(salt)}$${base64(digest)}`;
}

function parse(hash: string): { cost: ScryptCost; salt: Buffer; digest: Buffer } {
  const [, logN, r, p, salt = '', digest = ''] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash) ?? [];
  if (logN === undefined) throw new Error('A stored password hash has an unknown format.');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
}

/** Returns the cost and salt of a hash, on which its computation depends besides the password. */
function saltedCost(hash: string): string {
  return hash.slice(0, hash.lastIndexOf('$'));
}

/** Encodes base64 without padding, as required by the PHC string format. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

type Turns = <Result>(queue: 'known' | 'unknown', work: () => Promise<Result>) => Promise<Result>;

/** Runs at most `maxConcurrent` computations at a time, those for known devices and networks first. */
function createTurns(): Turns {
  let running = 0;
  const waiting = { known: [] as (() => void)[], unknown: [] as (() => void)[] };
  return async (queue, work) => {
    if (running >= maxConcurrent) {
      if (waiting[queue].length >= maxWaiting)
        throw new Refusal('UNAVAILABLE', 'Too many people are signing in at once. Try again in a moment.');
      await new Promise<void>((resolve) => waiting[queue].push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.known.shift() ?? waiting.unknown.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
