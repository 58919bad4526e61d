import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';
import { BackupError } from './backup-error.ts';

/** Names of the two entries that describe an archive: `headName` is its first entry, `manifestName` its last. */
export const headName = 'backup.json';
export const manifestName = 'manifest.jsonl';

const format = 'orchestration-backup';
/** Incremented when earlier versions can no longer read new archives. */
const formatVersion = 1;

const headSchema = z.object({
  format: z.literal(format),
  formatVersion: z.number().int(),
  /** Version of the service that wrote the archive. */
  version: z.string(),
  /** Time of the backup, in ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Names of the migrations of the database. */
  migrations: z.array(z.string()),
});

/** First entry of an archive: its format version, and which data it contains. */
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
  /** Numbers of rows: accounts, executions, captures and endpoints. */
  counts: z.record(z.string(), z.number().int()),
  /** References of captures whose media were purged or replaced after the database was copied. */
  removed: z.array(z.string()),
  /** References of captures whose media were missing from the data folder. */
  missing: z.array(z.string()),
  /** Ids of the lists of people. Absent in archives of earlier versions. */
  lists: z.array(z.string()).optional(),
  /** Paths of network lists in the data folder that are not in the archive, because no setting named them. */
  leftOut: z.array(z.string()).optional(),
  /** Address of the bucket with the media, which are then not in the archive. */
  mediaIn: z.string().optional(),
});

/** First line of the manifest: the archive as a whole. */
export type BackupSummary = z.infer<typeof summarySchema>;

export function headOf(about: Pick<BackupHead, 'version' | 'createdAt' | 'migrations'>): BackupHead {
  return { format, formatVersion, ...about };
}

/**
 * Parses the first entry of an archive.
 *
 * @throws {BackupError} if the archive is not one of this service, or was written by a later version.
 */
export function parseHead(text: string): BackupHead {
  const head = headSchema.safeParse(parseJson(text));
  if (!head.success) throw new BackupError('The archive is not a backup of this service.');
  if (head.data.formatVersion > formatVersion) {
    throw new BackupError(
      `The backup was written by a newer version of the service (${head.data.version}). Use that version or a later one.`,
    );
  }
  return head.data;
}

/** A manifest to be written. */
export interface WrittenManifest {
  /** Total size of the pieces, in bytes. */
  readonly size: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Builds the manifest: one line for the whole archive, one for each file, and a MAC under the master key. It consists of
 * pieces, because it may be longer than the maximum length of a string.
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

/** A manifest whose MAC was verified. */
export interface ReadManifest {
  readonly summary: BackupSummary;
  /**
   * The first difference: a file according to the manifest (`named`), and the file in the archive (`found`). Null if there is
   * none.
   */
  readonly difference: { readonly named: ManifestEntry | null; readonly found: ManifestEntry | null } | null;
}

/**
 * Reads a manifest line by line, and compares it with the files that were found in the archive.
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
  // Holds each line back until the next one arrives, because the last line is the MAC instead of a file.
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
  const mac = z.object({ mac: z.string() }).safeParse(parseJson(held ?? ''));
  if (!mac.success || !equalInConstantTime(mac.data.mac, macOf(vault, hash))) throw changedManifest();
  if (different === null) {
    const seen = await nextFound();
    if (seen !== null) different = { named: null, found: seen };
  }
  await foundLines.return(undefined);
  return {
    summary: summarySchema.parse(parseJson(first ?? '')),
    difference: different && { named: entryOf(different.named), found: entryOf(different.found) },
  };
}

function entryOf(line: string | null): ManifestEntry | null {
  return line === null ? null : entrySchema.parse(parseJson(line));
}

function changedManifest(): BackupError {
  return new BackupError(
    `The archive was changed after it was written: ${manifestName} was not authenticated with this master key. Use another backup.`,
  );
}

/** Maximum length of a line, below that of a string. The first line names all missing media, so it may be very long. */
const maxLineBytes = 400 * 1024 * 1024;

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
    if (bytes > maxLineBytes) throw changedManifest();
  }
  if (bytes > 0) yield Buffer.concat(begun).toString('utf8');
}

const newline = 0x0a;

function macOf(vault: Pick<Vault, 'keyedHash'>, lines: Hash): string {
  return vault.keyedHash('backup-manifest', lines.digest('hex'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
