import { backup, DatabaseSync } from '@photostructure/sqlite';

/** Number of pages that are copied before another thread may use the connection. */
const pagesPerStep = 256;

/**
 * Copies a database file as it is at one moment, even while a service writes to it. One read transaction spans the whole copy,
 * because a copy that restarted after each write would never end. The write-ahead log cannot be emptied until the copy ends, so
 * it grows.
 */
export async function copyDatabase(file: string, into: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    source.exec('begin; select count(*) from sqlite_master');
    await backup(source, into, { rate: pagesPerStep });
    source.exec('commit');
  } finally {
    source.close();
  }
  // Makes the copy a single file, without a log beside it.
  const copy = new DatabaseSync(into);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}
