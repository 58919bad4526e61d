import { backup, DatabaseSync } from '@photostructure/sqlite';

/** How many pages are copied before another thread may use the connection. */
const pagesAtATime = 256;

/**
 * Copies a database file as of one moment, also while a service writes to it. One read transaction spans the copy; a copy that
 * restarted after each write would never end. Meanwhile, the log grows, because it cannot be emptied.
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
