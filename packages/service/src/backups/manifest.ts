import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';
import { BackupError } from './backup-error.ts';

/** Names of the two entries of an archive that describe it: the first, and the last. */
export const headName = 'backup.json';
export const manifestName = 'manifest.jsonl';

const format = 'orchestration-backup';
/** Increased when earlier versions can no longer read new archives. */
const formatVersion = 1;

const headSchema = z.object({
  format: z.literal(format),
  formatVersion: z.number().int(),
  /** Version of the service that wrote the archive. */
  version: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Names of the migrations that the database went through. */
  migrations: z.array(z.string()),
});

/** First entry of an archive: its version, and of which data it is. */
export type BackupHead = z.infer<typeof headSchema>;

const entrySchema = z.object({
  path: z.string(),
  size: z.number().int().min(0),
  /** In hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One file of an archive. */
export type ManifestEntry = z.infer<typeof entrySchema>;

const summarySchema = headSchema.extend({
  counts: z.record(z.string(), z.number().int()),
  /** References of captures whose media were purged or replaced after the database was copied. */
  removed: z.array(z.string()),
  /** References of captures whose media were missing from the data folder. */
  missing: z.array(z.string()),
  /** Ids of the lists of people. Archives of earlier versions do not name them. */
  lists: z.array(z.string()).optional(),
  /** Paths of lists of networks in the data folder that are not in the archive, because no setting named them. */
  leftOut: z.array(z.string()).optional(),
  /** Address of the bucket that has the media: none are in the archive then. */
  mediaIn: z.string().optional(),
});

/** First line of the manifest, about the archive as a whole. */
export type BackupSummary = z.infer<typeof summarySchema>;

export function headOf(about: Pick<BackupHead, 'version' | 'createdAt' | 'migrations'>): BackupHead {
  return { format, formatVersion, ...about };
}

/** @throws {BackupError} if it is not an archive of this service, or one of a later version. */
export function parseHead(text: string): BackupHead {
  const head = headSchema.safeParse(parsed(text));
  if (!head.success) throw new BackupError('The archive is no backup of this service.');
  if (head.data.formatVersion > formatVersion) {
    throw new BackupError(
      `The backup was written by a newer version of the service (${head.data.version}). Use that version or a later one.`,
    );
  }
  return head.data;
}

/** A manifest that is about to be written. */
export interface WrittenManifest {
  /** Bytes of all pieces. */
  readonly size: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Writes the manifest: a line for the whole archive, a line for each file, and a MAC under the master key. It is written in
 * chunks, because it may be longer than a string can be.
 */
export function writeManifest(
  vault: Pick<Vault, 'keyedHash'>,
  summary: BackupSummary,
  entries: { readonly bytes: number; read(): AsyncIterable<Uint8Array> },
): WrittenManifest {
  const first = Buffer.from(`${JSON.stringify(summary)}\n`, 'utf8');
  const lastLine = (hash: Hash) => Buffer.from(`${JSON.stringify({ mac: macOf(vault, hash) })}\n`, 'utf8');
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256').update(first);
    yield first;
    for await (const piece of entries.read()) {
      hash.update(piece);
      yield piece;
    }
    yield lastLine(hash);
  }
  const size = first.byteLength + entries.bytes + lastLine(createHash('sha256')).byteLength;
  return { size, pieces: pieces() };
}

/** A manifest that carries the code of the master key. */
export interface ReadManifest {
  readonly summary: BackupSummary;
  /** The first file that differs: its entry in the manifest and what was found. Null if none differs. */
  readonly difference: { readonly named: ManifestEntry | null; readonly found: ManifestEntry | null } | null;
}

/**
 * Reads a manifest line by line, and compares it with the files that were found.
 *
 * @throws {BackupError} if it was changed, or was written under another master key.
 */
export async function readManifest(
  vault: Pick<Vault, 'keyedHash'>,
  pieces: AsyncIterable<Uint8Array>,
  found: AsyncIterable<Uint8Array>,
): Promise<ReadManifest> {
  const hash = createHash('sha256');
  const foundLines = linesOf(found);
  const nextFound = async () => (await foundLines.next()).value ?? null;
  let first: string | null = null;
  let different: { named: string | null; found: string | null } | null = null;
  // The last line is none of a file: which it is shows once no other follows.
  let held: string | null = null;
  for await (const line of linesOf(pieces)) {
    if (held !== null) hash.update(`${held}\n`);
    if (held !== null && first === null) first = held;
    else if (held !== null && different === null) {
      const seen = await nextFound();
      if (seen !== held) different = { named: held, found: seen };
    }
    held = line;
  }
  const mac = z.object({ mac: z.string() }).safeParse(parsed(held ?? ''));
  if (!mac.success || !equalInConstantTime(mac.data.mac, macOf(vault, hash))) throw changedManifest();
  if (different === null) {
    const seen = await nextFound();
    if (seen !== null) different = { named: null, found: seen };
  }
  await foundLines.return(undefined);
  return {
    summary: summarySchema.parse(parsed(first ?? '')),
    difference: different && { named: entryOf(different.named), found: entryOf(different.found) },
  };
}

function entryOf(line: string | null): ManifestEntry | null {
  return line === null ? null : entrySchema.parse(parsed(line));
}

function changedManifest(): BackupError {
  return new BackupError(
    `The archive was changed after it was written: ${manifestName} does not carry the code of this master key. Use another backup.`,
  );
}

/** The line of the whole names media that are missing, which may be many; a string can be little longer. */
const longestLine = 400 * 1024 * 1024;

async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let begun: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, at)]).toString('utf8');
      [begun, bytes, from] = [[], 0, at + 1];
    }
    begun.push(piece.subarray(from));
    bytes += piece.byteLength - from;
    if (bytes > longestLine) throw changedManifest();
  }
  if (bytes > 0) yield Buffer.concat(begun).toString('utf8');
}

const newline = 0x0a;

function macOf(vault: Pick<Vault, 'keyedHash'>, lines: Hash): string {
  return vault.keyedHash('backup-manifest', lines.digest('hex'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
