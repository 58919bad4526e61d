import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { entriesOf } from './pdf-objects.ts';
import type { PdfToken } from './pdf-tokens.ts';

/** Opens the strings and streams of one object. */
export type PdfCipher = (
  bytes: Buffer,
  of: 'string' | 'stream',
  object: { number: number; generation: number },
) => Buffer;

/** What a password is filled up with to 32 bytes; of an empty one all there is (ISO 32000-1, algorithm 2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

type Method = 'RC4' | 'AES-128' | 'AES-256' | 'NONE';

/**
 * The key of a PDF that anybody may open, since only changing it asks for a password: the standard security handler with
 * an empty user password (ISO 32000-1, 7.6, and ISO 32000-2 for AES-256).
 *
 * @param encrypt - the tokens of the dictionary of encryption.
 * @param id - the first of the two names of the file.
 * @returns null when it asks for a password, or is protected in another way.
 */
export function openWithoutPassword(encrypt: readonly PdfToken[], id: Buffer): PdfCipher | null {
  const entries = entriesOf(encrypt);
  const version = numberIn(entries, 'V') ?? 0;
  const revision = numberIn(entries, 'R') ?? 0;
  if (nameIn(entries, 'Filter') !== 'Standard' || ![1, 2, 4, 5].includes(version)) return null;
  const methods = { stream: methodOf(entries, version, 'StmF'), string: methodOf(entries, version, 'StrF') };
  if (!methods.stream || !methods.string) return null;
  const key = version === 5 ? keyOfAes256(entries, revision) : keyOfMd5(entries, version, revision, id);
  if (!key) return null;
  return (bytes, of, { number, generation }) => decrypt(methods[of]!, key, bytes, number, generation);
}

function methodOf(entries: Map<string, PdfToken[]>, version: number, use: 'StmF' | 'StrF'): Method | null {
  if (version < 4) return 'RC4';
  const name = nameIn(entries, use) ?? 'Identity';
  if (name === 'Identity') return 'NONE';
  const filter = entriesOf(entriesOf(entries.get('CF') ?? []).get(name) ?? []);
  const method = nameIn(filter, 'CFM');
  if (version === 5) return method === 'AESV3' ? 'AES-256' : null;
  return method === 'V2' ? 'RC4' : method === 'AESV2' ? 'AES-128' : null;
}

/** Algorithm 2, and 4 or 5 to find out whether the empty password is the right one. */
function keyOfMd5(
  entries: Map<string, PdfToken[]>,
  version: number,
  revision: number,
  id: Buffer,
): Buffer | null {
  const [owner, user] = [bytesIn(entries, 'O'), bytesIn(entries, 'U')];
  const permissions = numberIn(entries, 'P');
  if (!owner || !user || owner.length < 32 || user.length < 32 || permissions === null) return null;
  const bits = version === 1 ? 40 : version === 4 ? 128 : (numberIn(entries, 'Length') ?? 40);
  if (bits < 40 || bits > 128 || bits % 8 > 0) return null;
  const size = bits / 8;
  const word = Buffer.alloc(4);
  word.writeInt32LE(permissions | 0);
  const isMetadataPlain = revision >= 4 && wordIn(entries, 'EncryptMetadata') === 'false';
  const parts = [
    padding,
    owner.subarray(0, 32),
    word,
    id,
    isMetadataPlain ? Buffer.alloc(4, 0xff) : Buffer.alloc(0),
  ];
  let key: Buffer = md5(Buffer.concat(parts));
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, size));
  key = key.subarray(0, size);
  if (revision < 3) return rc4(key, padding).equals(user.subarray(0, 32)) ? key : null;
  let proof: Buffer = md5(Buffer.concat([padding, id]));
  for (let round = 0; round < 20; round++) proof = rc4(Buffer.from(key.map((byte) => byte ^ round)), proof);
  return proof.equals(user.subarray(0, 16)) ? key : null;
}

/** ISO 32000-2, algorithms 2.A and 11. */
function keyOfAes256(entries: Map<string, PdfToken[]>, revision: number): Buffer | null {
  const [user, sealed] = [bytesIn(entries, 'U'), bytesIn(entries, 'UE')];
  if (!user || !sealed || user.length < 48 || sealed.length < 32 || (revision !== 5 && revision !== 6))
    return null;
  const hash = (salt: Buffer) => (revision === 5 ? sha(256, salt) : hardenedHash(salt));
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  const cipher = createDecipheriv(
    'aes-256-cbc',
    hash(user.subarray(40, 48)),
    Buffer.alloc(16),
  ).setAutoPadding(false);
  return Buffer.concat([cipher.update(sealed.subarray(0, 32)), cipher.final()]);
}

/** ISO 32000-2, algorithm 2.B, of an empty password. It ends after some 70 rounds, and with any input before a thousand. */
function hardenedHash(salt: Buffer): Buffer {
  let key: Buffer = sha(256, salt);
  for (let round = 0; round < 1000; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const mixed = Buffer.concat(Array.from({ length: 64 }, () => key));
    const turned = Buffer.concat([cipher.update(mixed), cipher.final()]);
    const rest = turned.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(rest === 0 ? 256 : rest === 1 ? 384 : 512, turned);
    if (round >= 63 && turned.at(-1)! <= round - 31) break;
  }
  return key.subarray(0, 32);
}

/** Algorithm 1; with AES-256 the key of the file is that of each object. */
function decrypt(method: Method, key: Buffer, bytes: Buffer, number: number, generation: number): Buffer {
  if (method === 'NONE' || bytes.length === 0) return bytes;
  const place = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8]);
  const salt = method === 'AES-128' ? Buffer.from('sAlT') : Buffer.alloc(0);
  const own = md5(Buffer.concat([key, place, salt])).subarray(0, Math.min(key.length + 5, 16));
  if (method === 'RC4') return rc4(own, bytes);
  // What is too short, or no whole number of blocks, was not sealed like this: it is as good as damaged.
  const content = bytes.subarray(16, bytes.length - (bytes.length % 16));
  if (content.length === 0) return Buffer.alloc(0);
  const [name, secret]: [string, Buffer] = method === 'AES-256' ? ['aes-256-cbc', key] : ['aes-128-cbc', own];
  const opened = createDecipheriv(name, secret, bytes.subarray(0, 16)).setAutoPadding(false);
  const plain = Buffer.concat([opened.update(content), opened.final()]);
  const filled = plain.at(-1)!;
  return filled >= 1 && filled <= 16 ? plain.subarray(0, plain.length - filled) : plain;
}

const identity = Uint8Array.from({ length: 256 }, (_, index) => index);

/** The cipher of old, which today's libraries of cryptography leave out. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = identity.slice();
  const swap = (one: number, other: number) => {
    const kept = state[one]!;
    state[one] = state[other]!;
    state[other] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  const turned = Buffer.alloc(bytes.length);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(i, j);
    turned[at] = bytes[at]! ^ state[(state[i]! + state[j]!) & 255]!;
  }
  return turned;
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();
const sha = (bits: 256 | 384 | 512, bytes: Buffer) => createHash(`sha${bits}`).update(bytes).digest();

function numberIn(entries: Map<string, PdfToken[]>, name: string): number | null {
  const [token] = entries.get(name) ?? [];
  return token?.kind === 'number' ? token.value : null;
}
function nameIn(entries: Map<string, PdfToken[]>, name: string): string | null {
  const [token] = entries.get(name) ?? [];
  return token?.kind === 'name' ? token.text : null;
}
function wordIn(entries: Map<string, PdfToken[]>, name: string): string | null {
  const [token] = entries.get(name) ?? [];
  return token?.kind === 'word' ? token.text : null;
}
function bytesIn(entries: Map<string, PdfToken[]>, name: string): Buffer | null {
  const [token] = entries.get(name) ?? [];
  return token?.kind === 'string' ? token.bytes : null;
}
