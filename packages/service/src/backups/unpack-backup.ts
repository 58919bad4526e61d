import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, extract } from 'tar-stream';
import { noHistory } from '../db/opening/schema-history.ts';
import { findUnsupported } from '../db/opening/unsupported-data.ts';
import { OtherMasterKeyError } from '../secrets/master-key.ts';
import { openKeyRing, openVault } from '../secrets/open-vault.ts';
import type { Vault } from '../secrets/vault.ts';
import { BackupError, isDiskFull } from './backup-error.ts';
import { databaseName, isDataPath, proofName } from './data-files.ts';
import { createEntryList, type EntryList } from './entry-list.ts';
import {
  type BackupHead,
  type BackupSummary,
  headName,
  manifestName,
  parseHead,
  type ReadManifest,
  readManifest,
} from './manifest.ts';

/** An unpacked archive, verified to be unchanged since it was written. */
export interface UnpackedBackup {
  readonly summary: BackupSummary;
  readonly files: number;
  /** Decrypts the data of the archive. */
  readonly vault: Vault;
  /** Whether a rotation of the master key was unfinished, so that the previous key opens the data, too. */
  readonly isRotationOpen: boolean;
}

export interface UnpackOptions {
  /** An empty folder. */
  readonly into: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** Whether to flush files to the disk before resolving. */
  readonly isDurable: boolean;
}

/** Maximum size of the entries that are read into memory. This service writes no larger ones. */
const maxTextBytes = 64 * 1024;

/** Disk space that must remain free for the work that follows. */
const spareBytes = 16 * 1024 * 1024;

/**
 * Unpacks an archive into an empty folder. Before writing a file, refuses an archive of another program, of a newer version or
 * of another master key. At the end, refuses an archive in which any byte was changed.
 *
 * @throws {BackupError} if the archive is refused.
 */
export async function unpackBackup(archive: string, options: UnpackOptions): Promise<UnpackedBackup> {
  const { size } = await statArchive(archive);
  const { bavail, bsize } = await statfs(options.into);
  if (bavail * bsize < size + spareBytes)
    throw new BackupError(
      `The archive needs ${megabytes(size + spareBytes)}, but the disk of ${options.into} has only ${megabytes(bavail * bsize)} free. Free some space, or use a folder on another disk.`,
    );
  const seenFile = join(options.into, '.seen');
  const seen = await createEntryList(seenFile);
  const unpacking = createUnpacking(archive, options, seen);
  const tar = extract();
  const reading = pipeline(createReadStream(archive, { highWaterMark: 1024 * 1024 }), tar);
  reading.catch(() => {});
  try {
    for await (const entry of tar) await unpacking.take(entry);
    await reading;
    return unpacking.finish();
  } catch (error) {
    tar.destroy();
    throw explainError(archive, options.into, error);
  } finally {
    await seen.close();
    await rm(seenFile, { force: true });
  }
}

async function statArchive(archive: string) {
  const found = await stat(archive).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `The file ${archive} does not exist.`
        : `${archive} cannot be read by this user (${error.code}).`,
    );
  });
  if (!found.isFile()) throw new BackupError(`${archive} is not a file.`);
  if (found.size === 0) throw new BackupError(`${archive} is empty: use another backup.`);
  return found;
}

function createUnpacking(archive: string, { into, masterKey, isDurable }: UnpackOptions, seen: EntryList) {
  let hasDatabase = false;
  let head: BackupHead | undefined;
  let vault: Vault | undefined;
  let manifest: ReadManifest | undefined;

  const keep = async (path: string, entry: AsyncIterable<Uint8Array>) => {
    const target = join(into, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // Never overwrites a file, so a second entry with the same name has no effect.
    const file = await open(target, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? changedArchive(archive, `it contains ${quoteName(path)} twice`) : error;
    });
    try {
      await writeAll(file, entry);
      if (isDurable) await file.sync();
    } finally {
      await file.close();
    }
  };

  return {
    async take(entry: Entry): Promise<void> {
      const { name, type, size = 0 } = entry.header;
      if (manifest !== undefined) throw changedArchive(archive, `${quoteName(name)} follows its manifest`);
      if (type !== 'file') throw changedArchive(archive, `${quoteName(name)} is a ${type}, not a file`);
      const isFirst = head === undefined;
      if (isFirst !== (name === headName)) {
        throw isFirst ? foreignArchive(archive) : changedArchive(archive, `it contains ${headName} twice`);
      }
      if (name === manifestName) {
        if (!vault) throw changedArchive(archive, `${proofName} is in the wrong place`);
        manifest = await readManifest(vault, entry, seen.read());
        return;
      }
      const hash = createHash('sha256');
      const hashed = hashPieces(entry, hash);
      if (name === headName) {
        head = parseHead(await readText(archive, hashed, size, maxTextBytes));
        refuseNewer(archive, head);
      } else {
        if (!isDataPath(name)) throw changedArchive(archive, `${quoteName(name)} is not a path of a backup`);
        // The proof comes first, so that a wrong key is reported before gigabytes are read.
        if ((vault === undefined) !== (name === proofName))
          throw changedArchive(archive, `${proofName} is in the wrong place`);
        await keep(name, hashed);
        if (name === proofName) {
          const text = Buffer.from(masterKey).toString('base64');
          vault = openVaultOf(archive, { text, directory: into });
        }
      }
      hasDatabase ||= name === databaseName;
      await seen.add({ path: name, size, sha256: hash.digest('hex') });
    },
    finish(): UnpackedBackup {
      if (head === undefined) throw foreignArchive(archive);
      if (!vault || manifest === undefined) {
        throw new BackupError(
          `${archive} is truncated: its manifest, which comes last, is missing. Use another backup.`,
        );
      }
      const { summary, difference } = manifest;
      if (difference) throw changedArchive(archive, describeDifference(difference));
      if (!hasDatabase) throw changedArchive(archive, `${databaseName} is missing`);
      return { summary, files: seen.files, vault, isRotationOpen: openKeyRing(into, masterKey).isRotating };
    },
  };
}

/**
 * Opens the vault of an archive.
 *
 * @throws {BackupError} if it was written under another master key.
 */
function openVaultOf(archive: string, options: Parameters<typeof openVault>[0]): Vault {
  try {
    return openVault(options);
  } catch (error) {
    if (!(error instanceof OtherMasterKeyError)) throw error;
    throw new BackupError(
      `${archive} was written with another master key. Set MASTER_KEY_FILE to that key; after a rotation it is the previous one, such as master.key.before-….`,
    );
  }
}

function describeDifference({ named, found }: NonNullable<ReadManifest['difference']>): string {
  if (named === null) return `${quoteName(found?.path ?? '')} is not in its manifest`;
  if (found?.path === named.path) return `${named.path} is not the file that was backed up`;
  return `${named.path} is missing${found ? `, ${quoteName(found.path)} is in its place` : ''}`;
}

function refuseNewer(archive: string, { migrations, version }: BackupHead): void {
  const unsupported = findUnsupported(archive, { ...noHistory, done: migrations });
  if (!unsupported) return;
  throw new BackupError(
    `${unsupported.cause} Use the version that wrote the backup, ${version}, or a later one.`,
  );
}

async function* hashPieces(
  pieces: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

async function writeAll(file: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) await file.writeFile(piece);
}

async function readText(
  archive: string,
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  maxBytes: number,
): Promise<string> {
  if (size > maxBytes) throw foreignArchive(archive);
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString('utf8');
}

function foreignArchive(archive: string): BackupError {
  return new BackupError(`${archive} is not a backup of this service.`);
}

function changedArchive(archive: string, how: string): BackupError {
  return new BackupError(
    `${archive} was damaged or changed after it was written: ${how}. Use another backup.`,
  );
}

/** Formats a name from an archive for a message. */
function quoteName(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

/** Converts errors of the tar library and of the disk to a {@link BackupError} with a remedy. */
function explainError(archive: string, into: string, error: unknown): unknown {
  const { code, message, name } = error as NodeJS.ErrnoException;
  if (isDiskFull(error))
    return new BackupError(
      `The disk of ${into} is full: nothing was stored. Free some space, and try again.`,
    );
  // The library reports an archive that ends within a file with either of these messages, depending on the chunks.
  const isCutOff = /^(unexpected end of data|stream was destroyed)$/i.test(message);
  if (!isCutOff && (name !== 'Error' || code !== undefined)) return error;
  if (isCutOff) return new BackupError(`${archive} is truncated. Use another backup.`);
  if (/header/i.test(message))
    return new BackupError(
      `${archive} is not a tar archive, or is damaged (${message.split('.')[0]}). Decompress a compressed archive first.`,
    );
  return error;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
