import { createHash } from 'node:crypto';
import { z } from 'zod';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';
import { BackupError } from './backup-error.ts';

/** Names of the two entries of an archive that describe it: the first, and the last. */
export const headName = 'backup.json';
export const manifestName = 'manifest.jsonl';

const format = 'orchestration-backup';
/** Grows when archives can no longer be read by earlier versions. */
const formatVersion = 1;

const headSchema = z.object({
  format: z.literal(format),
  formatVersion: z.number().int(),
  /** Of the service that wrote it. */
  version: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Names of the migrations that the database went through. */
  migrations: z.array(z.string()),
});

/** What an archive says of itself before anything else. */
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
  /** References of captures whose media the data folder did not have, and should have had. */
  missing: z.array(z.string()),
  /** Ids of the lists of people. Archives of earlier versions do not name them. */
  lists: z.array(z.string()).optional(),
});

/** What the manifest says of the archive as a whole. */
export type BackupSummary = z.infer<typeof summarySchema>;

export function headOf(about: Pick<BackupHead, 'version' | 'createdAt' | 'migrations'>): BackupHead {
  return { format, formatVersion, ...about };
}

/** @throws {BackupError} when it is no archive of ours, or a later version of one. */
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

/**
 * Writes the manifest: a line for the whole, one for each file, and one with the code that nobody can compute without the master
 * key.
 */
export function writeManifest(
  vault: Pick<Vault, 'keyedHash'>,
  summary: BackupSummary,
  entries: readonly ManifestEntry[],
): string {
  const lines = [summary, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('');
  return `${lines}${JSON.stringify({ mac: macOf(vault, lines) })}\n`;
}

/** Reads a manifest. @throws {BackupError} when it was changed, or written under another master key. */
export function readManifest(
  vault: Pick<Vault, 'keyedHash'>,
  text: string,
): { readonly summary: BackupSummary; readonly entries: readonly ManifestEntry[] } {
  const lastLine = text.lastIndexOf('\n', text.length - 2) + 1;
  const lines = text.slice(0, lastLine);
  const mac = z.object({ mac: z.string() }).safeParse(parsed(text.slice(lastLine)));
  if (!mac.success || !equalInConstantTime(mac.data.mac, macOf(vault, lines))) {
    throw new BackupError(
      `The archive was changed after it was written: ${manifestName} does not carry the code of this master key. Use another backup.`,
    );
  }
  const [summary, ...entries] = lines.trimEnd().split('\n').map(parsed);
  return { summary: summarySchema.parse(summary), entries: z.array(entrySchema).parse(entries) };
}

function macOf(vault: Pick<Vault, 'keyedHash'>, lines: string): string {
  return vault.keyedHash('backup-manifest', createHash('sha256').update(lines).digest('hex'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
