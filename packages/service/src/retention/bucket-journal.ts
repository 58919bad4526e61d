import type { Bucket } from '../media/s3/bucket.ts';
import {
  entriesOf,
  type JournalPiece,
  type JournalPlace,
  journalLine,
  type NotedPurge,
  type PurgeEntry,
  type PurgeJournal,
} from './purge-journal.ts';

/** Parts of a list of purges in a bucket. */
export interface BucketJournalParts {
  readonly bucket: Pick<Bucket, 'address' | 'get' | 'list' | 'modifiedAt' | 'putIfAbsent'>;
  /** A code of a text that only the master key makes, of letters, digits, `-` and `_`. */
  macOf(text: string): string;
}

/** Ids are grouped by their last digit, which is random, so that a start can list the groups in parallel. */
const parts = [...'0123456789abcdef'];
/** About as many as a piece of a file has. */
const perPiece = 500;
const nothingRead: JournalPlace = { inode: 0, offset: 0 };
const allRead: JournalPlace = { inode: 0, offset: 1 };

/**
 * Opens a list of purges in a bucket that several instances share: an object for each execution, with its entry and a MAC, so
 * that write access to the bucket alone cannot cause a purge. The keys tell which executions were purged; the time is read only
 * for those that an older copy brought back. It is read once, because later entries are in the shared database.
 */
export function openBucketJournal({ bucket, macOf }: BucketJournalParts): PurgeJournal {
  const place = `${bucket.address}/purges`;
  return {
    place,
    async note(entry) {
      const line = journalLine(entry);
      await bucket.putIfAbsent(keyOf(entry.executionId), Buffer.from(`${line}\n${macOf(line)}\n`));
    },
    async readTime(executionId) {
      const text = Buffer.from((await bucket.get(keyOf(executionId))) ?? []).toString('latin1');
      const [line = '', mac] = text.split('\n');
      const [entry] = entriesOf(line);
      if (entry?.executionId !== executionId || mac !== macOf(line))
        throw new Error(`The object of an execution in ${place} is not as the service wrote it.`);
      return entry.at;
    },
    async *pieces(from) {
      if (from?.offset === allRead.offset) return;
      yield* piecesOf(copiedEntries({ bucket, macOf }));
      yield* piecesOf(listedEntries(bucket));
      yield { entries: [], end: allRead };
    },
  };
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

const listFolder = 'purges/lists/';

function keyOf(executionId: string): string {
  return `purges/${executionId.at(-1)}/${executionId}`;
}

async function* copiedEntries({ bucket, macOf }: BucketJournalParts): AsyncGenerator<PurgeEntry[]> {
  for await (const keys of bucket.list(listFolder))
    for (const key of keys) {
      const text = Buffer.from((await bucket.get(key)) ?? []).toString('latin1');
      // Skips objects that somebody else put there or changed.
      if (key === `${listFolder}${macOf(text)}`) yield entriesOf(text);
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
  for await (const page of pages)
    for (let from = 0; from < page.length; from += perPiece)
      yield { entries: page.slice(from, from + perPiece), end: nothingRead };
}
