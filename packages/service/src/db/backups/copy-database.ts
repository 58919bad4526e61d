import { backup, DatabaseSync } from '@photostructure/sqlite';

/** How many pages are copied before another thread may use the connection. */
const pagesAtATime = 256;

/**
 * Copies a database file, as it is at one moment, while a service may be writing to it. One
 * read transaction lasts from the first page to the last: a copy that begins anew with every write would never end. Meanwhile the
 * log grows, as it cannot be emptied.
 */
export async function copyDatabase(file: string, into: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    source.exec('begin; select count(*) from sqlite_master');
    await backup(source, into, { rate: pagesAtATime });
    source.exec('commit');
  } finally {
    source.close();
  }
  // The copy is one file from here on, without a log beside it.
  const copy = new DatabaseSync(into);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}
