import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A purge that was carried out, or was about to be. */
export interface PurgeEntry {
  readonly executionId: string;
  /** In ms since 1970. */
  readonly at: number;
}

/**
 * A position between two lines of a journal. For another file, or one that became shorter, reading starts from the beginning.
 */
export interface JournalPlace {
  readonly inode: number;
  readonly offset: number;
}

/** An entry as read from a journal. */
export interface NotedPurge {
  readonly executionId: string;
  /** Null: the journal reads the time only on request, by `readTime`. */
  readonly at: number | null;
}

/** Consecutive entries, and the position after them. */
export interface JournalPiece {
  readonly entries: readonly NotedPurge[];
  readonly end: JournalPlace;
}

/** Purges that the database has carried out. */
export interface CarriedOutPurges {
  /**
   * Returns when each execution was purged, in ms since 1970; null if it was not. Executions missing in the database are left
   * out.
   */
  purgeTimes(executionIds: readonly string[]): Promise<ReadonlyMap<string, number | null>>;
}

/**
 * A journal of all purges outside the database. A restored older copy of the data contains data that was purged since; the next
 * start reads the journal and purges it again, or once the executions have ended. So the journal must not be restored with the
 * data. Its entries are never dropped, because a copy may be of any age.
 */
export interface PurgeJournal {
  /** Path or address of the journal. */
  readonly place: string;
  /** Records an entry, and resolves once it is on the disk. Takes constant time, so an entry may occur twice. */
  note(entry: PurgeEntry): Promise<void>;
  /** Reads the entries after a position, or all of them, in the order they were recorded, a few hundred at a time. */
  pieces(from?: JournalPlace): AsyncIterable<JournalPiece>;
  /**
   * Reads the time of an entry that `pieces` returned without one.
   *
   * @throws if the entry was changed.
   */
  readTime?(executionId: string): Promise<number>;
  /**
   * Merges entries that the database has carried out, in a round of limited length.
   *
   * @returns the number of merged entries.
   */
  seal?(purges: CarriedOutPurges, signal: AbortSignal): Promise<number>;
}

/** Formats a journal entry, without line breaks. */
export function journalLine({ executionId, at }: PurgeEntry): string {
  return `${new Date(at).toISOString()} ${executionId}`;
}

/** Maximum size of a piece: about five hundred lines. */
const pieceBytes = 32 * 1024;
const newline = 0x0a;

/**
 * Opens a journal in a file, with one line of time and execution id for each purge. Several processes may write to it.
 *
 * @param openFile - opens files; replaced in tests.
 */
export function openPurgeJournal(file: string, openFile: typeof open = open): PurgeJournal {
  return {
    place: file,
    async note({ executionId, at }) {
      const folder = dirname(file);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Appending is a single write, so lines of two processes never mix. The leading line break ends a line that a crash cut
      // off.
      const isFirst = await changeAndSync(await openFile(file, 'a', 0o600), async (journal) => {
        const { size } = await journal.stat();
        await journal.writeFile(`\n${journalLine({ executionId, at })}\n`);
        return size === 0;
      });
      // A new file survives a crash only once its name is on the disk too.
      if (isFirst) await changeAndSync(await openFile(folder, 'r'), async () => {});
    },
    async *pieces(from) {
      const journal = await openIfThere(file, openFile);
      if (!journal) return;
      try {
        const { ino: inode, size } = await journal.stat();
        yield* readPieces(journal, inode, from?.inode === inode && from.offset <= size ? from.offset : 0);
      } finally {
        await journal.close();
      }
    },
  };
}

async function* readPieces(journal: FileHandle, inode: number, start: number): AsyncGenerator<JournalPiece> {
  const buffer = Buffer.alloc(pieceBytes);
  let offset = start;
  for (;;) {
    const { bytesRead } = await journal.read(buffer, 0, pieceBytes, offset);
    if (bytesRead === 0) return;
    const read = buffer.subarray(0, bytesRead);
    const lines = read.lastIndexOf(newline) + 1;
    // A chunk without a line break is the incomplete last line, which may still grow; every complete line is shorter than a
    // chunk.
    const isTail = lines === 0 && bytesRead < pieceBytes;
    const length = lines || bytesRead;
    if (!isTail) offset += length;
    yield { entries: parseEntries(read.toString('latin1', 0, length)), end: { inode, offset } };
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

/** Changes a file or folder, and flushes it to the disk. */
async function changeAndSync<Result>(
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

/** Parses entries. Skips empty lines, and a line that a crash cut off: its purge had not begun. */
export function parseEntries(lines: string): PurgeEntry[] {
  return lines.split('\n').flatMap((line) => {
    const [, time, executionId] = /^(\S+) ([0-9a-f-]{36})$/.exec(line) ?? [];
    const at = Date.parse(time ?? '');
    return executionId === undefined || Number.isNaN(at) ? [] : { executionId, at };
  });
}
