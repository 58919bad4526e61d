import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ElapsedMs } from '../clock.ts';
import { findDamage } from '../db/backups/check-database.ts';
import { orderedTables } from '../db/dialect.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { beginMoveRecord, endMoveRecord } from '../db/moving/move-record.ts';
import { holdSource } from '../db/moving/source-data.ts';
import type { ComparedTable } from '../db/moving/target-tables.ts';
import { beginInstallation, replaceKeyProof } from '../db/opening/installation.ts';
import { type MoveNote, readMoveNote, writeMoveNote } from '../db/opening/moved-folder.ts';
import {
  databaseFile,
  FolderInUseError,
  findDataElsewhere,
  type OpenDatabase,
  openDatabase,
} from '../db/opening/open-database.ts';
import { openPostgres } from '../db/opening/postgres/open-postgres.ts';
import { connectToPostgres, nameOfDatabase } from '../db/opening/postgres/postgres-pool.ts';
import type { Database } from '../db/schema.ts';
import type { CopiedMedia } from '../media/copy-media.ts';
import { proofFileIn } from '../secrets/master-key.ts';
import { readPrivateFile } from '../secrets/private-file.ts';
import type { Vault } from '../secrets/vault.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { noLock } from '../transaction-locks.ts';
import { closeFolder, refuseEarlierMove } from './close-folder.ts';
import { examineTarget, type TargetState } from './examine-target.ts';
import { fillBucket, type MovedMedia, markBucket, requireUsableBucket } from './fill-bucket.ts';
import { fillDatabase } from './fill-database.ts';
import { MoveError } from './move-error.ts';
import { type MeterParts, MoveMeter } from './move-progress.ts';

export interface MoveOptions extends Omit<MeterParts, 'elapsed'> {
  readonly folder: string;
  /** Address of the PostgreSQL database. */
  readonly url: string;
  readonly vault: Pick<Vault, 'keyedHash'>;
  /** Bucket for the media after the move; null: they stay in the folder. */
  readonly media: MovedMedia | null;
  readonly elapsed: ElapsedMs;
  readonly now: () => number;
  /**
   * How long to wait for commands that are waiting to write, until they give up, in ms. Default: longer than any of them waits.
   */
  readonly settleMs?: number;
  /** Refuses a folder that is not ready. Called while it is locked, before the move writes anything. */
  readonly prepare: () => void;
  /** Adds the move to the audit trail of the target. Called in the transaction that ends the move. */
  readonly record: (db: Database, installation: string) => Promise<void>;
  /** Verifies the seals of the target before it is used. */
  readonly verify: (target: OpenDatabase) => Promise<void>;
}

/** A completed move. */
export interface MovedInstallation {
  readonly installation: string;
  /** Name of the database, without role and password. */
  readonly database: string;
  /** Empty if an earlier run had copied and compared all tables. */
  readonly tables: readonly ComparedTable[];
  /** Null if this run copied no media. */
  readonly media: CopiedMedia | null;
}

/** Longer than commands wait for their turn to write, so that no waiting command changes the data after it was copied. */
const defaultSettleMs = 5500;

/** No time-out: analyzing or comparing a large table may take long, and no request waits for it. */
const withoutTimeout = { timeoutMs: null } as const;

/**
 * Moves the data of a folder from SQLite into an empty PostgreSQL database. At any time, even after a crash, only one place is
 * in use: the folder until all rows were copied and compared, then the database. Calling it again continues an interrupted
 * move.
 *
 * @throws {MoveError} if the move cannot begin, before anything is written; or if it was stopped.
 */
export async function moveInstallation(options: MoveOptions): Promise<MovedInstallation> {
  const { folder, url, vault } = options;
  const note = readMoveNote(folder);
  if (!existsSync(databaseFile(folder))) {
    const elsewhere = findDataElsewhere(folder);
    throw new MoveError(
      elsewhere
        ? `${elsewhere.cause} There is nothing to move.`
        : `There is no service.db in ${folder}. Set the data folder with --data or DATA_DIR.`,
    );
  }
  const target = await examineTarget(url, note?.installation ?? null, vault);
  if (options.media) await requireUsableBucket(options.media, vault, note?.installation ?? null);
  if (note?.state === 'moved') {
    refuseOtherTarget(options, note, target);
    if (target.kind !== 'begun' || target.source.isCompared) return finish(options, note, target);
    // The target lacks data that the note records as moved, for example after its server was lost. It is not in use, so it is
    // filled again.
    writeMoveNote(folder, { ...note, state: 'copying' });
  }
  if (target.kind === 'filled')
    throw new MoveError(
      `${nameOfDatabase(url)} was filled from another copy of this folder, and may already be in use.`,
    );
  refuseEarlierMove(folder);
  const opened = await openSource(folder);
  let moved: MoveNote | undefined;
  try {
    const filled = await fill(options, opened, note, target);
    moved = filled.note;
    const { installation, database } = moved;
    return { installation, database, tables: filled.tables, media: filled.media };
  } finally {
    await opened.close();
    if (moved) closeFolder(folder, moved);
  }
}

async function openSource(folder: string): Promise<OpenDatabase> {
  try {
    return await openDatabase(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new MoveError(`${error.message} Stop the service, and run the command again.`, { cause: error });
  }
}

/** Copies everything in the folder, and switches to the target. */
async function fill(
  options: MoveOptions,
  opened: OpenDatabase,
  before: MoveNote | null,
  target: TargetState,
): Promise<Pick<MovedInstallation, 'tables' | 'media'> & { note: MoveNote }> {
  const { folder, url, vault, now } = options;
  const meter = new MoveMeter(options);
  if (!(await opened.emptyLog()))
    throw new MoveError(`Another process is reading the data in ${folder}. Try again after it has ended.`);
  const [damage] = findDamage(folder);
  if (damage !== undefined)
    throw new MoveError(`service.db is damaged: ${damage}. Restore a backup before the move.`);
  options.prepare();
  const source = holdSource(folder, orderedTables);
  try {
    const note: MoveNote = {
      installation: before?.installation ?? timeOrderedId(now()),
      state: 'copying',
      database: lowerFirst(nameOfDatabase(url)),
      bucket: options.media?.isSource === false ? options.media.bucket.address : null,
      at: new Date(now()).toISOString(),
    };
    writeMoveNote(folder, note);
    // This first write shows whether the bucket is writable.
    if (options.media?.isSource === false) await markBucket(options.media, vault, note);
    if (target.kind === 'empty') await beginTarget(url, note.installation);
    const database = await openPostgres(url, withoutTimeout);
    try {
      await beginInstallation(database.main, vault, null, note.installation);
      const stamp = target.kind === 'begun' ? target.source.stamp : '';
      const tables = await fillDatabase(database, source, stamp, meter);
      await sql`analyze`.execute(database.main);
      const media = options.media?.isSource === false ? await fillBucket(folder, options.media, meter) : null;
      await options.verify(database);
      meter.throwIfStopped();
      const moved: MoveNote = { ...note, state: 'moved', at: new Date(now()).toISOString() };
      writeMoveNote(folder, moved);
      await sleep(options.settleMs ?? defaultSettleMs);
      await endTarget(database, options, moved);
      return { note: moved, tables, media };
    } finally {
      await database.close();
    }
  } finally {
    source.close();
  }
}

async function beginTarget(url: string, installation: string): Promise<void> {
  const db = connectToPostgres(url, undefined, withoutTimeout.timeoutMs);
  try {
    await beginMoveRecord(db, installation);
  } finally {
    await db.destroy();
  }
}

async function endTarget(
  { main }: OpenDatabase,
  { folder, record, media, vault }: MoveOptions,
  note: MoveNote,
): Promise<void> {
  const { installation } = note;
  const keyProof = readPrivateFile(proofFileIn(folder));
  if (media?.isSource) await markBucket(media, vault, note);
  await inTransaction(main, noLock, async (trx) => {
    // Stored only now, because the key may have been rotated between two runs.
    if (keyProof !== null) await replaceKeyProof(trx, keyProof);
    await record(trx, installation);
    await endMoveRecord(trx);
  });
}

/**
 * Checks that the named target is the database to which the data was moved.
 *
 * @throws {MoveError} if it is another one.
 */
function refuseOtherTarget({ folder, url }: MoveOptions, note: MoveNote, target: TargetState): void {
  // A database may have several names. If it contains the completed move, it is the right one.
  if (target.kind === 'filled') return;
  const name = lowerFirst(nameOfDatabase(url));
  if (target.kind === 'begun' && name === note.database) return;
  const state = target.kind === 'empty' ? 'is empty' : 'holds data of an interrupted move';
  throw new MoveError(
    `The data of ${folder} was moved to ${note.database}, and ${name} ${state}. Pass the same database with --to as before.`,
  );
}

/** Completes a move that was interrupted just before its end. */
async function finish(options: MoveOptions, note: MoveNote, target: TargetState): Promise<MovedInstallation> {
  const { folder, url } = options;
  if (target.kind === 'begun') {
    const database = await openPostgres(url, withoutTimeout);
    try {
      await endTarget(database, options, note);
    } finally {
      await database.close();
    }
  }
  closeFolder(folder, note);
  return { installation: note.installation, database: note.database, tables: [], media: null };
}

/** Converts a name at the beginning of a sentence to one within a sentence. */
function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
