import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../refusal.ts';
import type { Vault } from '../../../secrets/vault.ts';

/** Shortest and longest password, in characters (code points). */
export const passwordLength = { shortest: 12, longest: 256 } as const;

/**
 * Words for a password that is too easy to guess. The same refuse one that somebody else of the address has: they must not tell
 * that it is right elsewhere.
 */
export const guessablePassword = 'is too easy to guess. Choose another one';

/** Cost of a hash: N = 2^`logN`, blocks of `r`, `p` times; it takes 128 · N · r bytes. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** Cost that OWASP recommends, with 32 MiB for each hash. */
export const usualCost: ScryptCost = { logN: 15, r: 8, p: 3 };

const saltBytes = 16;
const hashBytes = 32;
/** Hashes computed at a time. Each takes a thread and its memory. */
const mostAtOnce = 2;
/** Longest queue, one for unknown devices and one for known ones. Further sign-ins are refused. */
const mostWaiting = 32;

/** Hashes passwords and compares them. Never more than two at a time, off the event loop. */
export interface Passwords {
  /**
   * @param salt - by `saltOf`: the same for all people of an e-mail address, so that one computation compares with all of them.
   * @returns a hash in PHC string format.
   * @throws {Refusal} UNAVAILABLE while too many wait.
   */
  hash(password: string, salt: Uint8Array): Promise<string>;
  /**
   * Compares a password with the hashes of all people who may be meant, by one computation for each salt: it takes as long
   * without any hash as with many of one address.
   *
   * @returns for each hash whether it is of this password.
   * @param isKnown - whether it comes from a device or network that the person has signed in from: its turn comes before those of
   *   strangers.
   * @throws {Refusal} UNAVAILABLE while too many wait.
   */
  compare(password: string, hashes: readonly string[], isKnown?: boolean): Promise<readonly boolean[]>;
}

export function createPasswords(cost: ScryptCost = usualCost): Passwords {
  const turns = createTurns();
  const nobodys = format(cost, randomBytes(saltBytes), randomBytes(hashBytes));
  return {
    hash: (password, salt) =>
      turns('stranger', async () => format(cost, salt, await compute(password, salt, cost))),
    compare: (password, hashes, isKnown = false) =>
      turns(isKnown ? 'known' : 'stranger', async () => {
        const digests = new Map<string, Buffer>();
        for (const hash of hashes.length === 0 ? [nobodys] : hashes) {
          const { cost: itsCost, salt } = parse(hash);
          const key = saltedCost(hash);
          if (!digests.has(key)) digests.set(key, await compute(password, salt, itsCost));
        }
        return hashes.map((hash) => {
          const digest = digests.get(saltedCost(hash));
          return digest !== undefined && timingSafeEqual(digest, parse(hash).digest);
        });
      }),
  };
}

/**
 * The salt of all people of an e-mail address. Several accounts may each know somebody by it: with salts of their own, the time
 * of a sign-in would tell how many do. Nobody without the master key can compute it ahead.
 */
export function saltOf(vault: Vault, email: string): Uint8Array {
  return Buffer.from(vault.keyedHash('admin-password-salt', email), 'base64url').subarray(0, saltBytes);
}

/** Names the fault of a chosen password in words; null: it has none. */
export function findPasswordFault(password: string, email: string): string | null {
  const { length } = [...plain(password)];
  if (length < passwordLength.shortest) return `must have at least ${passwordLength.shortest} characters`;
  if (length > passwordLength.longest) return `must have at most ${passwordLength.longest} characters`;
  if (plain(password).toLowerCase().includes(email)) return 'must not contain the e-mail address';
  return new Set(plain(password)).size < 4 ? guessablePassword : null;
}

/** One password, however a keyboard composes its letters (RFC 8265, section 4.2). */
function plain(password: string): string {
  return password.normalize('NFC');
}

function compute(password: string, salt: Uint8Array, { logN, r, p }: ScryptCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    scrypt(plain(password), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function format({ logN, r, p }: ScryptCost, salt: Uint8Array, digest: Uint8Array): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${base64(salt)}$${base64(digest)}`;
}

function parse(hash: string): { cost: ScryptCost; salt: Buffer; digest: Buffer } {
  const [, logN, r, p, salt = '', digest = ''] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash) ?? [];
  if (logN === undefined) throw new Error('A stored password hash has no form that is known.');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
}

/** Cost and salt of a hash: what its computation depends on besides the password. */
function saltedCost(hash: string): string {
  return hash.slice(0, hash.lastIndexOf('$'));
}

/** Base64 without padding, as the PHC string format has it. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

type Turns = <Result>(whose: 'known' | 'stranger', work: () => Promise<Result>) => Promise<Result>;

/** Gives turns to people from a known place first. */
function createTurns(): Turns {
  let running = 0;
  const waiting = { known: [] as (() => void)[], stranger: [] as (() => void)[] };
  return async (whose, work) => {
    if (running >= mostAtOnce) {
      if (waiting[whose].length >= mostWaiting)
        throw new Refusal('UNAVAILABLE', 'Too many people are signing in at once. Try again in a moment.');
      await new Promise<void>((resolve) => waiting[whose].push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
