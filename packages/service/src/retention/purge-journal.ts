import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One purge that was carried out, or was about to be. */
export interface PurgeEntry {
  readonly executionId: string;
  /** In ms since 1970. */
  readonly at: number;
}

/** A place between two lines of a journal. Of another file, or of one that has become shorter, it is the beginning. */
export interface JournalPlace {
  readonly inode: number;
  readonly offset: number;
}

/** An entry as a list gives it. */
export interface NotedPurge {
  readonly executionId: string;
  /** Null if the list reads the time only when it is needed. */
  readonly at: number | null;
}

/** Some entries that follow each other, and the place behind them. */
export interface JournalPiece {
  readonly entries: readonly NotedPurge[];
  readonly end: JournalPlace;
}

/** Purges that the database has carried out. */
export interface CarriedOutPurges {
  /**
   * Returns when each execution was purged, in ms since 1970; null if it was not. Executions that the database does not have are
   * left out.
   */
  purgeTimes(executionIds: readonly string[]): Promise<ReadonlyMap<string, number | null>>;
}

/**
 * A list of all purges outside the database. Restoring an older copy of the data brings back data purged since. The next start
 * reads the list and purges it again, or once the executions have ended. So the list must not be restored with the data. It is
 * never shortened, because a copy may be of any age.
 */
export interface PurgeJournal {
  /** Path or address of the list. */
  readonly place: string;
  /** Resolves when the entry is on the disk. Takes constant time, so an entry may be in the list twice. */
  note(entry: PurgeEntry): Promise<void>;
  /** The entries from a place on, or all of them, in the order they were noted: some hundreds at a time. */
  pieces(from?: JournalPlace): AsyncIterable<JournalPiece>;
  /**
   * Reads the time of an entry that `pieces` returned without one.
   *
   * @throws if the entry was changed.
   */
  readTime?(executionId: string): Promise<number>;
  /**
   * Shortens the list by entries that the database has carried out, in a round of limited length.
   *
   * @returns the number of these entries.
   */
  seal?(purges: CarriedOutPurges, signal: AbortSignal): Promise<number>;
}

/** Formats an entry of the list, without line breaks. */
export function journalLine({ executionId, at }: PurgeEntry): string {
  return `${new Date(at).toISOString()} ${executionId}`;
}

/** About five hundred lines. */
const pieceBytes = 32 * 1024;
const newline = 0x0a;

/**
 * A journal in a file: a line for each purge, time and execution. Several processes may write to it.
 *
 * @param openFile - how files are opened.
 */
export function openPurgeJournal(file: string, openFile: typeof open = open): PurgeJournal {
  return {
    place: file,
    async note({ executionId, at }) {
      const folder = dirname(file);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Appending is one write: lines of two processes never mix. It ends a line that a crash cut off, too.
      const isFirst = await durably(await openFile(file, 'a', 0o600), async (journal) => {
        const { size } = await journal.stat();
        await journal.writeFile(`\n${journalLine({ executionId, at })}\n`);
        return size === 0;
      });
      // Its name is to be there, too.
      if (isFirst) await durably(await openFile(folder, 'r'), async () => {});
    },
    async *pieces(from) {
      const journal = await openIfThere(file, openFile);
      if (!journal) return;
      try {
        const { ino: inode, size } = await journal.stat();
        yield* piecesOf(journal, inode, from?.inode === inode && from.offset <= size ? from.offset : 0);
      } finally {
        await journal.close();
      }
    },
  };
}

async function* piecesOf(journal: FileHandle, inode: number, start: number): AsyncGenerator<JournalPiece> {
  const buffer = Buffer.alloc(pieceBytes);
  let offset = start;
  for (;;) {
    const { bytesRead } = await journal.read(buffer, 0, pieceBytes, offset);
    if (bytesRead === 0) return;
    const read = buffer.subarray(0, bytesRead);
    const lines = read.lastIndexOf(newline) + 1;
    // A line without an end is the last one, and may become longer; none of ours is longer than a piece.
    const isTail = lines === 0 && bytesRead < pieceBytes;
    const length = lines || bytesRead;
    if (!isTail) offset += length;
    yield { entries: entriesOf(read.toString('latin1', 0, length)), end: { inode, offset } };
    if (isTail) return;
  }
}

async function openIfThere(file: string, openFile: typeof open): Promise<FileHandle | null> {
  try {
    return await openFile(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Brings a file, or the names in a folder, to the disk after a change. */
async function durably<Result>(
  handle: FileHandle,
  change: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await change(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

/** Without empty lines, and without one that a crash cut off: its purge had not begun. */
export function entriesOf(lines: string): PurgeEntry[] {
  return lines.split('\n').flatMap((line) => {
    const [, time, executionId] = /^(\S+) ([0-9a-f-]{36})$/.exec(line) ?? [];
    const at = Date.parse(time ?? '');
    return executionId === undefined || Number.isNaN(at) ? [] : { executionId, at };
  });
}
