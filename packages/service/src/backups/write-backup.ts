import { constants, existsSync } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { anchorName } from '../audit/integrity-anchor.ts';
import type { Clock } from '../clock.ts';
import { countData, isMediaNamed, mediaRefsOf, sumCaptures } from '../db/backups/backup-queries.ts';
import { copyDatabase } from '../db/backups/copy-database.ts';
import {
  databaseFile,
  holdFile,
  refuseUnsupportedFolder,
  viewDatabase,
} from '../db/opening/open-database.ts';
import { migrationsDone } from '../db/opening/schema-history.ts';
import { createPace } from '../pace.ts';
import { isRotationOpen } from '../secrets/key-ring.ts';
import type { Vault } from '../secrets/vault.ts';
import { serviceVersion } from '../service-version.ts';
import type { Environment } from '../settings/environment.ts';
import { watchlistFolder, watchlistIds } from '../watchlists/list-folder.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { BackupError, isDiskFull } from './backup-error.ts';
import { databaseName, findLeftOutLists, listDataFiles, mediaPath, proofName } from './data-files.ts';
import { createEntryList } from './entry-list.ts';
import { type BackupSummary, headName, headOf, manifestName, writeManifest } from './manifest.ts';

/** Sources of a backup. */
export interface BackupSource {
  readonly environment: Pick<Environment, 'dataFolder' | 'networkLists'>;
  /** Address of the bucket with the media, which are then left out; null: the media are in the data folder. */
  readonly mediaIn: string | null;
  readonly vault: Pick<Vault, 'keyedHash'>;
  readonly clock: Clock;
  /** Adds the backup to the audit trail. Called before anything is copied, so that a killed backup is recorded, too. */
  readonly record: (createdAt: string) => Promise<void>;
}

/** A backup that was written. */
export interface WrittenBackup {
  readonly summary: BackupSummary;
  readonly files: number;
  readonly bytes: number;
  /** Whether a rotation of the master key had not ended, so that the previous key opens the backup, too. */
  readonly isRotationOpen: boolean;
}

const pieceBytes = 1024 * 1024;

/**
 * Writes a backup of a data folder into a new file, even while a service runs. The database is copied first, as it is at one
 * moment. Media are copied afterwards; a file never changes once its row exists. The file gets its name only when it is
 * complete and flushed to the disk, so a crash leaves nothing that looks like a backup.
 *
 * @throws {BackupError} if the file already exists, or the disk is too full.
 */
export async function writeBackup(source: BackupSource, target: string): Promise<WrittenBackup> {
  const { dataFolder } = source.environment;
  refuseUnsupportedFolder(dataFolder);
  await refuseTarget(dataFolder, target);
  const release = holdFile(
    join(dataFolder, 'backup.lock'),
    `Another backup of ${dataFolder} is being written.`,
  );
  // Only the holder of the lock writes there, so an existing draft was left by a killed process.
  const draft = `${target}.unfinished`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await refuseFullDisk(source, dirname(target));
    const written = await writeDraft(source, draft);
    await putInPlace(join(draft, 'archive'), target);
    return written;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new BackupError(
      `The disk of ${dirname(target)} is full: nothing was stored. Free some space, and try again.`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
    release();
  }
}

async function writeDraft(
  { environment, mediaIn, vault, clock, record }: BackupSource,
  draft: string,
): Promise<WrittenBackup> {
  const { dataFolder } = environment;
  const rest = createPace();
  const createdAt = new Date(clock.now());
  await record(createdAt.toISOString());
  // Read before the database is copied, so that everything the anchor records as sealed is also sealed in the copy.
  const anchor = await readIfExists(join(dataFolder, anchorName));
  await copyDatabase(databaseFile(dataFolder), databaseFile(draft));
  const copy = await viewDatabase(draft);
  const live = await viewDatabase(dataFolder);
  const entries = await createEntryList(join(draft, 'entries'));
  const file = await open(join(draft, 'archive'), 'wx', 0o600);
  try {
    const migrations = await migrationsDone(copy.reader);
    const head = headOf({ version: serviceVersion(), createdAt: createdAt.toISOString(), migrations });
    const archive = createArchiveWriter(file, createdAt);
    const addText = async (path: string, text: string) => {
      const bytes = Buffer.from(text, 'utf8');
      return archive.add(path, bytes.byteLength, piecesOf([bytes]));
    };
    const addFile = async (path: string, from: string) => {
      const handle = await openRegular(from);
      if (handle === null) return false;
      try {
        const { size } = await handle.stat();
        await entries.add(await archive.add(path, size, readPieces(handle, size, rest)));
        return true;
      } finally {
        await handle.close();
      }
    };
    await entries.add(await addText(headName, `${JSON.stringify(head)}\n`));
    // Read after the database was copied: a key that is rotated meanwhile still opens data that was sealed before. Copied
    // unchanged: until a rotation has ended, the next key may exist only in this file, wrapped by the previous key.
    const proof = await readFile(join(dataFolder, proofName), 'utf8');
    await entries.add(await addText(proofName, proof));
    if (anchor !== null) await entries.add(await addText(anchorName, anchor));
    if (!(await addFile(databaseName, databaseFile(draft)))) throw vanishedFile(databaseFile(draft));
    const listsBefore = await watchlistIds(watchlistFolder(dataFolder));
    await addDataFiles(environment, addFile);
    const listsAfter = await watchlistIds(watchlistFolder(dataFolder));
    // Lists that were neither removed nor added during the copy.
    const lists = listsBefore.filter((id) => listsAfter.includes(id));
    const removed: string[] = [];
    const missing: string[] = [];
    for await (const refs of mediaIn === null ? mediaRefsOf(copy.reader) : []) {
      for (const ref of refs) {
        if (await addFile(mediaPath(ref), join(dataFolder, mediaPath(ref)))) continue;
        ((await isMediaNamed(live.reader, ref)) ? missing : removed).push(ref);
      }
      await rest();
    }
    const counts = { ...(await countData(copy.reader)) };
    const leftOut = await findLeftOutLists(environment);
    const summary = {
      ...head,
      counts,
      removed,
      missing,
      lists,
      leftOut,
      ...(mediaIn !== null && { mediaIn }),
    };
    const manifest = writeManifest(vault, summary, entries);
    await archive.add(manifestName, manifest.size, manifest.pieces);
    await archive.finish();
    const { size } = await file.stat();
    return { summary, files: entries.files, bytes: size, isRotationOpen: isRotationOpen(proof) };
  } finally {
    await Promise.all([file.close(), entries.close()]);
    await Promise.all([copy.close(), live.close()]);
  }
}

/** How often the files of a data folder may change while they are being listed. */
const maxListings = 10;

/**
 * Adds all files of a data folder except the database and media. Lists the folder again until no new files appear, because an
 * import of a list may replace files meanwhile.
 *
 * @throws {BackupError} if files keep disappearing.
 */
async function addDataFiles(
  environment: BackupSource['environment'],
  addFile: (path: string, from: string) => Promise<boolean>,
): Promise<void> {
  const added = new Set<string>();
  let vanished = '';
  for (let listing = 0; listing < maxListings; listing += 1) {
    const fresh = (await listDataFiles(environment)).filter((path) => !added.has(path));
    if (fresh.length === 0) return;
    for (const path of fresh) {
      if (await addFile(path, join(environment.dataFolder, path))) added.add(path);
      else vanished = join(environment.dataFolder, path);
    }
  }
  throw vanishedFile(vanished);
}

function vanishedFile(path: string): BackupError {
  return new BackupError(
    `${path} does not exist, or keeps being replaced, so the backup would lack it. Restore it, or correct the setting that names it, and try again.`,
  );
}

async function refuseTarget(dataFolder: string, target: string): Promise<void> {
  const inside = relative(dataFolder, target);
  if (!inside.startsWith('..') && !isAbsolute(inside))
    throw new BackupError(
      `${target} is in the data folder, and would be lost with it. Write the archive elsewhere, ideally to another machine.`,
    );
  if (existsSync(target))
    throw new BackupError(`${target} already exists and was not changed. Use another file name.`);
  const folder = await stat(dirname(target)).catch(() => null);
  if (!folder?.isDirectory())
    throw new BackupError(`The folder ${dirname(target)} does not exist. Create it, or use another one.`);
}

/** Refuses to start if the disk is too full. Files that are added meanwhile may still fill it. */
async function refuseFullDisk(
  { environment: { dataFolder }, mediaIn }: BackupSource,
  folder: string,
): Promise<void> {
  const live = await viewDatabase(dataFolder);
  try {
    const { size } = await stat(databaseFile(dataFolder));
    // Space for the copy of the database, and for the archive with that copy and the media.
    const needed = 2 * size + (mediaIn === null ? await sumCaptures(live.reader) : 0);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < needed)
      throw new BackupError(
        `The backup needs about ${megabytes(needed)}, but the disk of ${folder} has only ${megabytes(bavail * bsize)} free. Free some space, or write to another disk.`,
      );
  } finally {
    await live.close();
  }
}

async function readIfExists(file: string): Promise<string | null> {
  const handle = await openRegular(file);
  if (handle === null) return null;
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file. Fails for a symbolic link, which could lead out of the folder.
 *
 * @returns null if the file does not exist.
 */
async function openRegular(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a file of a known size in pieces, and rests between them. */
async function* readPieces(
  handle: FileHandle,
  size: number,
  rest: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  while (offset < size) {
    const buffer = Buffer.alloc(Math.min(pieceBytes, size - offset));
    const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, offset);
    if (bytesRead === 0) return;
    offset += bytesRead;
    yield buffer.subarray(0, bytesRead);
    await rest();
  }
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Renames a finished file, unless a file with that name was created meanwhile. */
async function putInPlace(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(
        `${to} was created by someone else in the meantime and was not changed. Use another file name.`,
      );
    // Some file systems do not support links.
    await rename(from, to);
  }
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
