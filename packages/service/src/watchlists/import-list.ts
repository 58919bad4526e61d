import type { Readable } from 'node:stream';
import { type PublishList, replaceWatchlist } from './list-folder.ts';
import { openSanctionsColumns, readCsvList, simpleColumns } from './read-csv-list.ts';
import { readOfacList } from './read-ofac-list.ts';
import type { ListedEntry, ListFormat, Watchlist } from './watchlist.ts';
import { writeList } from './write-list.ts';

/** An imported list. */
export interface ImportedList extends Watchlist {
  /** Number of skipped entries: companies, ships and others that are not persons. */
  readonly skipped: number;
}

/**
 * Imports a new version of a list. Concurrent checks use either the whole previous version or the whole new one.
 *
 * @throws {ShrunkListError} if it has far fewer people or names than the previous version, unless that is allowed.
 * @throws if the file cannot be read or names no person: a list that was emptied by mistake must not clear everybody.
 */
export async function importList(
  folder: string,
  content: Readable,
  about: Pick<Watchlist, 'id' | 'format' | 'source' | 'importedAt'>,
  options: { readonly mayShrink: boolean; readonly publish?: PublishList | undefined },
): Promise<ImportedList> {
  let skipped = 0;
  let publishedAt: number | null = null;
  const onPublished = (at: number) => {
    publishedAt = at;
  };
  async function* persons(): AsyncGenerator<ListedEntry> {
    for await (const entry of readers[about.format](content, onPublished)) {
      if (entry) yield entry;
      else skipped += 1;
    }
  }
  const write = async (file: string) => {
    const counts = await writeList(file, persons());
    if (counts.entries === 0) throw new Error('The file contains no person.');
    return { ...counts, publishedAt };
  };
  const list = await replaceWatchlist(folder, about, write, options);
  return { ...list, skipped };
}

const readers: Record<
  ListFormat,
  (content: Readable, onPublished: (at: number) => void) => AsyncIterable<ListedEntry | null>
> = {
  'opensanctions-csv': (content) => readCsvList(content, openSanctionsColumns),
  'ofac-sdn-xml': readOfacList,
  'simple-csv': (content) => readCsvList(content, simpleColumns),
};
