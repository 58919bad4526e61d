import type { Bucket } from '../media/s3/bucket.ts';
import {
  type CarriedOutPurges,
  entriesOf,
  type JournalPiece,
  type JournalPlace,
  journalLine,
  type NotedPurge,
  type PurgeEntry,
  type PurgeJournal,
} from './purge-journal.ts';
import {
  listFolder,
  listSegments,
  type PurgeMarks,
  type PurgeSegment,
  putSegment,
  readList,
} from './purge-segments.ts';

/** Parts of a list of purges in a bucket. */
export interface BucketJournalParts {
  readonly bucket: Pick<Bucket, 'address' | 'delete' | 'get' | 'list' | 'modifiedAt' | 'putIfAbsent'>;
  /** A code of a text that only the master key makes, of letters, digits, `-` and `_`. */
  macOf(text: string): string;
  /** Left out: the list is written to alone. */
  readonly marks?: PurgeMarks | undefined;
  /** Left out: {@link usualSizes}. */
  readonly sizes?: SegmentSizes;
  /** Called with the key of an object that is not as the service wrote it. */
  tellBroken?(key: string): void;
}

/** Ids are grouped by their last digit, which is random, so that a start can list the groups in parallel. */
const parts = [...'0123456789abcdef'];
/** About as many as a piece of a file has. */
const perPiece = 500;
const nothingRead: JournalPlace = { inode: 0, offset: 0 };
const allRead: JournalPlace = { inode: 0, offset: 1 };

/** Sizes of segments. */
interface SegmentSizes {
  /** Fewer are sealed by no round of their own. */
  readonly fewest: number;
  readonly perSegment: number;
  /** Objects that are read for one segment, which is then sealed: a round that is cut off keeps what it has done. */
  readonly readPerSegment: number;
  readonly perRound: number;
}

/** Less than a thousand are one page of a list; a segment has about 3 MB; a round does not hold up other chores for hours. */
const usualSizes: SegmentSizes = {
  fewest: 1000,
  perSegment: 50_000,
  readPerSegment: 5000,
  perRound: 10,
};
const requestsAtOnce = 16;

/**
 * Opens a list of purges in a bucket that several instances share: an object for each execution, with its entry and a MAC, so
 * that write access to the bucket alone cannot cause a purge. The keys tell which executions were purged; the time is read only
 * for those that an older copy brought back.
 *
 * Purges that the database has carried out are merged into segments, and their own objects removed. A start reads the segments
 * after the mark of its database, and all objects that are in no segment, however long the list is. An older copy of the database
 * has an older mark, so it reads whatever was purged since. An older release that knows no segments reads all of them.
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
        throw new Error(`The object of an execution in ${place} is not as the service wrote it.`);
      return at;
    },
    async *pieces(from) {
      const segments = await listSegments(journal);
      yield* sealedPieces(journal, segments, from ?? nothingRead);
      // Later ones are in the database of all instances, too.
      if (from?.offset === allRead.offset) return;
      yield* piecesOf(otherLists(journal, segments));
      yield* piecesOf(listedEntries(bucket));
      yield { entries: [], end: allRead };
    },
    ...(marks && { seal: (purges, signal) => sealPurges({ ...journal, marks, purges }, signal) }),
  };
}

/**
 * Reads the entries of the segments after the mark. A caller that asks for the next entries has carried out the previous ones, so
 * the mark then moves forward.
 */
async function* sealedPieces(
  journal: BucketJournalParts,
  segments: readonly PurgeSegment[],
  end: JournalPlace,
): AsyncGenerator<JournalPiece> {
  const { marks, tellBroken } = journal;
  const mark = (await marks?.read()) ?? 0;
  let isWhole = true;
  for (const [index, segment] of segments.entries()) {
    if (segment.number <= mark) continue;
    const entries = await readList(journal, segment.key);
    if (entries === null) {
      tellBroken?.(segment.key);
      isWhole = false;
      continue;
    }
    yield* piecesIn(entries, end);
    const isLastOfNumber = segments[index + 1]?.number !== segment.number;
    if (isWhole && isLastOfNumber) await marks?.advance(segment.number);
  }
}

/** Parts of {@link sealPurges}. */
interface SealingParts extends BucketJournalParts {
  readonly marks: PurgeMarks;
  readonly purges: CarriedOutPurges;
}

/**
 * Moves purges that the database has carried out into segments. Others stay in their own objects. So a copy of the database in
 * which an execution is not purged has a mark before the segment that will name it.
 *
 * @returns how many purges are in segments from then on.
 */
async function sealPurges(journal: SealingParts, signal: AbortSignal): Promise<number> {
  const { bucket, sizes = usualSizes } = journal;
  let waiting: PurgeEntry[] = [];
  let [sealed, segments, read] = [0, 0, 0];
  for await (const { entries } of piecesOf(listedEntries(bucket))) {
    const found = await carriedOut(journal, entries, signal);
    waiting.push(...found.entries);
    read += found.read;
    const isFull = waiting.length >= sizes.perSegment || read >= sizes.readPerSegment;
    if (!isFull || waiting.length < sizes.fewest) continue;
    sealed += await sealSome(journal, waiting, signal);
    [waiting, read] = [[], 0];
    segments += 1;
    if (segments >= sizes.perRound) return sealed;
  }
  return waiting.length < sizes.fewest ? sealed : sealed + (await sealSome(journal, waiting, signal));
}

/**
 * Finds entries that the database has carried out, or whose execution it does not have, with the times of their purges.
 *
 * @returns the entries, and how many objects had to be read for them.
 */
async function carriedOut(
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
  await inGroups(unknown, signal, async (executionId) => {
    // A changed entry stays; the next start reports it.
    found.push({ executionId, at: await readTime(journal, executionId) });
  });
  const whole = found.filter((entry): entry is PurgeEntry => entry.at !== null && isTime(entry.at));
  return { entries: whole, read: unknown.length };
}

/** Does work for some at a time. @throws the reason of the signal when it aborts. */
async function inGroups<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += requestsAtOnce) {
    signal.throwIfAborted();
    await Promise.all(items.slice(from, from + requestsAtOnce).map(work));
  }
}

/** Whoever can write to the database can put anything into the column. */
function isTime(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

async function sealSome(
  journal: SealingParts,
  entries: readonly PurgeEntry[],
  signal: AbortSignal,
): Promise<number> {
  const { bucket, marks } = journal;
  signal.throwIfAborted();
  const { number, isAlone } = await putSegment(journal, entries, await marks.read());
  // Otherwise the next replay reads both, and moves the mark.
  if (isAlone) await marks.advanceBy1(number);
  // Objects that stay are brought into another segment once more.
  await inGroups(entries, signal, ({ executionId }) => bucket.delete(keyOf(executionId)));
  return entries.length;
}

/** Time of an entry by its own object; null: that is not as the service wrote it. */
async function readTime({ bucket, macOf }: BucketJournalParts, executionId: string): Promise<number | null> {
  const text = Buffer.from((await bucket.get(keyOf(executionId))) ?? []).toString('latin1');
  const [line = '', mac] = text.split('\n');
  const [entry] = entriesOf(line);
  return entry?.executionId === executionId && mac === macOf(line) ? entry.at : null;
}

/**
 * Copies a list of purges from a file to the bucket, for all instances. The object is named by a MAC of its content, so an
 * existing list is not sent again.
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

/** Entries of lists that no segment names: copies of files, and of a process that was killed before it named one. */
async function* otherLists(
  journal: BucketJournalParts,
  segments: readonly PurgeSegment[],
): AsyncGenerator<PurgeEntry[]> {
  const named = new Set(segments.map(({ key }) => key));
  for await (const keys of journal.bucket.list(listFolder))
    for (const key of keys) {
      // Skips objects that somebody else put there or changed.
      const entries = named.has(key) ? null : await readList(journal, key);
      if (entries !== null) yield entries;
    }
}

async function* listedEntries(bucket: Pick<Bucket, 'list'>): AsyncGenerator<NotedPurge[]> {
  const lists = parts.map((part) => bucket.list(`purges/${part}/`)[Symbol.asyncIterator]());
  for (let open = lists; open.length > 0; ) {
    const pages = await Promise.all(open.map((list) => list.next()));
    yield pages.flatMap((page) => (page.done ? [] : page.value.flatMap(entryOfKey)));
    open = open.filter((_, index) => pages[index]?.done === false);
  }
}

function entryOfKey(key: string): NotedPurge[] {
  const executionId = key.slice(key.lastIndexOf('/') + 1);
  return /^[0-9a-f-]{36}$/.test(executionId) && key === keyOf(executionId) ? [{ executionId, at: null }] : [];
}

async function* piecesOf(pages: AsyncIterable<NotedPurge[]>): AsyncGenerator<JournalPiece> {
  for await (const page of pages) yield* piecesIn(page, nothingRead);
}

function* piecesIn(entries: readonly NotedPurge[], end: JournalPlace): Generator<JournalPiece> {
  for (let from = 0; from < entries.length; from += perPiece)
    yield { entries: entries.slice(from, from + perPiece), end };
}
