// Files for copied captures: `growDatabase` copies only their rows.
import { linkSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/**
 * Keeps the first captures and deletes the others. Each gets its own file, a hard link to the same picture.
 *
 * @returns the total size in bytes.
 */
export function keepPictures(folder, maxCount) {
  const database = new DatabaseSync(join(folder, 'service.db'), { timeout: 5000 });
  const kept = `select rowid from captures order by rowid limit ${maxCount}`;
  database.exec(`delete from captures where rowid not in (${kept})`);
  const refs = database.prepare('select media_ref from captures order by rowid').all();
  database.close();
  const fileOf = ({ media_ref: ref }) => join(folder, 'media', ref.slice(0, 2), ref);
  const [first, ...others] = refs.map(fileOf);
  for (const file of others) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    linkSync(first, file);
  }
  return statSync(first).size * refs.length;
}
