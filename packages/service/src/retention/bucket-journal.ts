import type { Bucket } from '../media/s3/bucket.ts';
import {
  type CarriedOutPurges,
  type JournalPiece,
  type JournalPlace,
  journalLine,
  type NotedPurge,
  type PurgeEntry,
  type PurgeJournal,
  parseEntries,
} from './purge-journal.ts';
import {
  listFolder,
  listSegments,
  type PurgeMarks,
  type PurgeSegment,
  putSegment,
  readList,
} from './purge-segments.ts';

/** Dependencies of a purge journal in a bucket. */
export interface BucketJournalParts {
  readonly bucket: Pick<Bucket, 'address' | 'delete' | 'get' | 'list' | 'modifiedAt' | 'putIfAbsent'>;
  /** Returns a MAC of a text under the master key: letters, digits, `-` and `_`. */
  macOf(text: string): string;
  /** Default: no mark is read or moved, and no segment is sealed; enough for writing. */
  readonly marks?: PurgeMarks | undefined;
  /** Default: {@link defaultSizes}. */
  readonly sizes?: SegmentSizes;
  /** Called with the key of an object that the service did not write in this form. */
  onBroken?(key: string): void;
}

/** Folders by the last digit of the id, which is random, so that a start can list them in parallel. */
const parts = [...'0123456789abcdef'];
/** About as many entries as a piece of a journal file has. */
const entriesPerPiece = 500;
/** Positions in a bucket, which unlike a file has no offsets: before all entries were read once, and after. */
const nothingRead: JournalPlace = { inode: 0, offset: 0 };
const allRead: JournalPlace = { inode: 0, offset: 1 };

/** Sizes of segments. */
interface SegmentSizes {
  /** Minimum number of entries in a segment. */
  readonly minEntries: number;
  readonly perSegment: number;
  /** Maximum number of objects read before a segment is sealed, so that an aborted round keeps its work. */
  readonly readPerSegment: number;
  readonly perRound: number;
}

/**
 * Fewer than a thousand entries fit one page of a list; a segment has about 3 MB; a round must not block other chores for
 * hours.
 */
const defaultSizes: SegmentSizes = {
  minEntries: 1000,
  perSegment: 50_000,
  readPerSegment: 5000,
  perRound: 10,
};
const requestsAtOnce = 16;

/**
 * Opens a purge journal in a bucket that several instances share. Each execution has an object with its entry and a MAC, so
 * that write access to the bucket alone cannot cause a purge. The keys name the purged executions; times are read only for
 * executions that an older copy brought back.
 *
 * Purges that the database has carried out are merged into segments, and their own objects removed. A start reads the segments
 * after the mark of its database and all objects outside segments, so its work does not grow with the journal. An older copy of
 * the database has an older mark, so it reads all purges since. An older release without segments reads all of them.
 */
export function openBucketJournal(journal: BucketJournalParts): PurgeJournal {
  const { bucket, macOf, marks } = journal;
  const place = `${bucket.address}/purges`;
  return {
    place,
    async note(entry) {
      const line = journalLine(entry);
      await bucket.putIfAbsent(keyOf(entry.executionId), Buffer.from(`${line}\n${macOf(line)}\n`));
    },
    async readTime(executionId) {
      const at = await readTime(journal, executionId);
      if (at === null)
        throw new Error(`The object of an execution in ${place} differs from what the service wrote.`);
      return at;
    },
    async *pieces(from) {
      const segments = await listSegments(journal);
      yield* readSealedPieces(journal, segments, from ?? nothingRead);
      // Every instance has carried out later entries in the shared database.
      if (from?.offset === allRead.offset) return;
      yield* toPieces(readUnnamedLists(journal, segments));
      yield* toPieces(listEntries(bucket));
      yield { entries: [], end: allRead };
    },
    ...(marks && { seal: (purges, signal) => sealPurges({ ...journal, marks, purges }, signal) }),
  };
}

/**
 * Reads the entries of the segments after the mark. Asking for the next entries confirms that the previous ones were carried
 * out, so the mark then moves forward.
 */
async function* readSealedPieces(
  journal: BucketJournalParts,
  segments: readonly PurgeSegment[],
  end: JournalPlace,
): AsyncGenerator<JournalPiece> {
  const { marks, onBroken } = journal;
  const mark = (await marks?.read()) ?? 0;
  let isWhole = true;
  for (const [index, segment] of segments.entries()) {
    if (segment.number <= mark) continue;
    const entries = await readList(journal, segment.key);
    if (entries === null) {
      onBroken?.(segment.key);
      isWhole = false;
      continue;
    }
    yield* splitIntoPieces(entries, end);
    const isLastOfNumber = segments[index + 1]?.number !== segment.number;
    if (isWhole && isLastOfNumber) await marks?.advance(segment.number);
  }
}

/** Dependencies of {@link sealPurges}. */
interface SealingParts extends BucketJournalParts {
  readonly marks: PurgeMarks;
  readonly purges: CarriedOutPurges;
}

/**
 * Moves purges that the database has carried out into segments; the others keep their own objects. So a copy of the database in
 * which an execution is not purged has a mark before the segment that will name it.
 *
 * @returns how many purges were moved into segments.
 */
async function sealPurges(journal: SealingParts, signal: AbortSignal): Promise<number> {
  const { bucket, sizes = defaultSizes } = journal;
  let waiting: PurgeEntry[] = [];
  let [sealed, segments, read] = [0, 0, 0];
  for await (const { entries } of toPieces(listEntries(bucket))) {
    const found = await findCarriedOut(journal, entries, signal);
    waiting.push(...found.entries);
    read += found.read;
    const isFull = waiting.length >= sizes.perSegment || read >= sizes.readPerSegment;
    if (!isFull || waiting.length < sizes.minEntries) continue;
    sealed += await sealEntries(journal, waiting, signal);
    [waiting, read] = [[], 0];
    segments += 1;
    if (segments >= sizes.perRound) return sealed;
  }
  return waiting.length < sizes.minEntries ? sealed : sealed + (await sealEntries(journal, waiting, signal));
}

/**
 * Finds entries that the database has carried out, or whose execution it lacks, with the times of their purges.
 *
 * @returns the entries, and how many objects were read for them.
 */
async function findCarriedOut(
  journal: SealingParts,
  entries: readonly NotedPurge[],
  signal: AbortSignal,
): Promise<{ entries: PurgeEntry[]; read: number }> {
  const times = await journal.purges.purgeTimes(entries.map(({ executionId }) => executionId));
  const found: { executionId: string; at: number | null }[] = [];
  const unknown: string[] = [];
  for (const { executionId } of entries) {
    const at = times.get(executionId);
    if (at === undefined) unknown.push(executionId);
    else found.push({ executionId, at });
  }
  await forEachInGroups(unknown, signal, async (executionId) => {
    // An object that was changed gets no time and stays; the next start reports it.
    found.push({ executionId, at: await readTime(journal, executionId) });
  });
  const whole = found.filter((entry): entry is PurgeEntry => entry.at !== null && isTime(entry.at));
  return { entries: whole, read: unknown.length };
}

/** Processes items with limited concurrency. @throws the reason of the signal if it aborts. */
async function forEachInGroups<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += requestsAtOnce) {
    signal.throwIfAborted();
    await Promise.all(items.slice(from, from + requestsAtOnce).map(work));
  }
}

/** Returns whether a stored number is a date: anyone with write access to the database can store another one. */
function isTime(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

async function sealEntries(
  journal: SealingParts,
  entries: readonly PurgeEntry[],
  signal: AbortSignal,
): Promise<number> {
  const { bucket, marks } = journal;
  signal.throwIfAborted();
  const { number, isAlone } = await putSegment(journal, entries, await marks.read());
  // If another segment has the same number, the mark stays: the next replay reads both and advances it.
  if (isAlone) await marks.advanceBy1(number);
  // Objects that are not deleted become part of another segment again.
  await forEachInGroups(entries, signal, ({ executionId }) => bucket.delete(keyOf(executionId)));
  return entries.length;
}

/** Reads the time of an entry from its own object; null if the service did not write the object. */
async function readTime({ bucket, macOf }: BucketJournalParts, executionId: string): Promise<number | null> {
  const text = Buffer.from((await bucket.get(keyOf(executionId))) ?? []).toString('latin1');
  const [line = '', mac] = text.split('\n');
  const [entry] = parseEntries(line);
  return entry?.executionId === executionId && mac === macOf(line) ? entry.at : null;
}

/**
 * Copies a journal file to the bucket, for all instances. The object is named by a MAC of its content, so an existing copy is
 * not sent again.
 */
export async function copyToBucket({ bucket, macOf }: BucketJournalParts, file: PurgeJournal): Promise<void> {
  const lines: string[] = [];
  for await (const { entries } of file.pieces())
    for (const { executionId, at } of entries) if (at !== null) lines.push(journalLine({ executionId, at }));
  if (lines.length === 0) return;
  const text = `${lines.join('\n')}\n`;
  const key = `${listFolder}${macOf(text)}`;
  if ((await bucket.modifiedAt(key)) === null) await bucket.putIfAbsent(key, Buffer.from(text));
}

function keyOf(executionId: string): string {
  return `purges/${executionId.at(-1)}/${executionId}`;
}

/**
 * Reads lists that no segment names: copies of journal files, and lists of a process that was killed before it stored the
 * segment.
 */
async function* readUnnamedLists(
  journal: BucketJournalParts,
  segments: readonly PurgeSegment[],
): AsyncGenerator<PurgeEntry[]> {
  const named = new Set(segments.map(({ key }) => key));
  for await (const keys of journal.bucket.list(listFolder))
    for (const key of keys) {
      // Skips objects that others wrote or changed.
      const entries = named.has(key) ? null : await readList(journal, key);
      if (entries !== null) yield entries;
    }
}

async function* listEntries(bucket: Pick<Bucket, 'list'>): AsyncGenerator<NotedPurge[]> {
  const lists = parts.map((part) => bucket.list(`purges/${part}/`)[Symbol.asyncIterator]());
  for (let open = lists; open.length > 0; ) {
    const pages = await Promise.all(open.map((list) => list.next()));
    yield pages.flatMap((page) => (page.done ? [] : page.value.flatMap(parseKey)));
    open = open.filter((_, index) => pages[index]?.done === false);
  }
}

function parseKey(key: string): NotedPurge[] {
  const executionId = key.slice(key.lastIndexOf('/') + 1);
  return /^[0-9a-f-]{36}$/.test(executionId) && key === keyOf(executionId) ? [{ executionId, at: null }] : [];
}

async function* toPieces(pages: AsyncIterable<NotedPurge[]>): AsyncGenerator<JournalPiece> {
  for await (const page of pages) yield* splitIntoPieces(page, nothingRead);
}

function* splitIntoPieces(entries: readonly NotedPurge[], end: JournalPlace): Generator<JournalPiece> {
  for (let from = 0; from < entries.length; from += entriesPerPiece)
    yield { entries: entries.slice(from, from + entriesPerPiece), end };
}
