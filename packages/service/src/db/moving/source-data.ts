import { statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { databaseFile } from '../opening/open-database.ts';
import { keyOf, type MovedKey, type MovedRow, movedRow, sizeOfRow } from './moved-rows.ts';
import { isRowUnfit, type RowForm, sqliteColumn, sqliteRow } from './row-texts.ts';
import { listMovedTables, type MovedTable } from './source-schema.ts';

/** Several rows as one text: a JSON array of them, or one line of canonical text for each. */
export interface TextPage {
  readonly rows: number;
  readonly lastKey: MovedKey;
  readonly text: string;
}

/** SQLite data, locked against writes until it is closed. */
export interface SourceData {
  /** All tables. Each comes after the tables to which it refers. */
  readonly tables: readonly MovedTable[];
  /** A text that differs after any change of the data. */
  readonly stamp: string;
  count(table: MovedTable): number;
  /**
   * Yields pages of rows in the order of their key.
   *
   * @param after - yields only rows with a greater key; null: all rows.
   */
  pages(table: MovedTable, after: MovedKey | null): Generator<MovedRow[]>;
  /** Yields the same rows as texts, many times faster. */
  texts(table: MovedTable, after: MovedKey | null, form: RowForm): Generator<TextPage>;
  /** Returns the highest number that the database has assigned to a row of a table; 0 if none. */
  lastNumber(table: string): number;
  /** Releases the lock. May be called again. */
  close(): void;
}

/** Rows of the first page; fewer than later, because the size of rows is not known yet. */
const rowsOfFirstPage = 50;
const rowsPerPage = 1000;
/** Approximate size of a page, in bytes. */
const bytesPerPage = 4 * 1024 * 1024;

/**
 * Locks the database of a folder against writes, and reads its present state.
 *
 * @param numbered - tables whose `rowid` is read as an additional column, `insertion`.
 */
export function holdSource(folder: string, numbered: readonly string[]): SourceData {
  const file = databaseFile(folder);
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    // Waits for a command that is writing. Later writers wait for this lock and give up.
    database.exec('begin immediate');
    const tables = listMovedTables(database).map((table) =>
      numbered.includes(table.name)
        ? { ...table, columns: [...table.columns, { name: 'insertion', type: 'bigint' as const }] }
        : table,
    );
    return {
      tables,
      stamp: stampOf(file),
      count: (table) => {
        const { rows } = database.prepare(`select count(*) as rows from "${table.name}"`).get() as {
          rows: number;
        };
        return rows;
      },
      pages: (table, after) => pagesOf(database, table, after),
      texts: (table, after, form) => textsOf(database, table, after, form),
      lastNumber(table) {
        const row = database.prepare('select seq from sqlite_sequence where name = ?').get(table);
        return (row as { seq: number } | undefined)?.seq ?? 0;
      },
      close() {
        if (!database.isOpen) return;
        // Closing alone would keep the transaction open until the statements are garbage-collected.
        database.exec('rollback');
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns size and time of change of the file. The log is empty by now, so every later change shows in the file. */
function stampOf(file: string): string {
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size}.${mtimeNs}`;
}

function* pagesOf(
  database: DatabaseSyncInstance,
  table: MovedTable,
  from: MovedKey | null,
): Generator<MovedRow[]> {
  const key = table.key.map((name) => `"${name}"`).join(', ');
  const columns = table.columns.map((column) => `${sqliteColumn(column)} as "${column.name}"`);
  const statement = (behind: string) =>
    database.prepare(`select ${columns.join(', ')} from "${table.name}" ${behind} order by ${key} limit ?`);
  const first = statement('');
  const further = statement(`where (${key}) > (${table.key.map(() => '?').join(', ')})`);
  let [after, limit] = [from, rowsOfFirstPage];
  for (;;) {
    const found = after === null ? first.all(limit) : further.all(...after, limit);
    const page = found.map((row) => movedRow(table, row as Record<string, unknown>));
    if (page.length === 0) return;
    yield page;
    if (page.length < limit) return;
    after = lastKeyOf(table, page);
    const bytes = page.reduce((sum, row) => sum + sizeOfRow(row), 1);
    limit = Math.min(rowsPerPage, Math.max(1, Math.floor((bytesPerPage * page.length) / bytes)));
  }
}

function* textsOf(
  database: DatabaseSyncInstance,
  table: MovedTable,
  from: MovedKey | null,
  form: RowForm,
): Generator<TextPage> {
  const key = table.key.map((name) => `"${name}"`).join(', ');
  const given = `(${table.key.map(() => '?').join(', ')})`;
  const behind = `where (${key}) > ${given}`;
  const last = (where: string) =>
    database.prepare(
      `select * from (select ${key} from "${table.name}" ${where} order by ${key} limit ?)
       order by ${table.key.map((name) => `"${name}" desc`).join(', ')} limit 1`,
    );
  const text =
    form === 'json' ? `'[' || group_concat(line, ',') || ']'` : `group_concat(line, char(10)) || char(10)`;
  const page = (where: string) =>
    database.prepare(
      `select count(*) as rows, sum(unfit) as unfit, ${text} as text from (
         select ${sqliteRow(table, form)} as line, ${isRowUnfit(table)} as unfit
         from "${table.name}" ${where} (${key}) <= ${given} order by ${key})`,
    );
  const first = { last: last(''), page: page('where') };
  const further = { last: last(behind), page: page(`${behind} and`) };
  let [after, limit] = [from, rowsOfFirstPage];
  for (;;) {
    const { last: findLast, page: read } = after === null ? first : further;
    const found = findLast.get(...(after ?? []), limit) as Record<string, string | number> | undefined;
    if (found === undefined) return;
    const lastKey = table.key.map((name) => found[name] ?? '');
    const some = read.get(...(after ?? []), ...lastKey) as { rows: number; unfit: number; text: string };
    // Reads the page value by value, which throws an error that names the first unfit value.
    if (some.unfit > 0) for (const _ of pagesOf(database, table, after));
    yield { rows: some.rows, lastKey, text: some.text };
    if (some.rows < limit) return;
    after = lastKey;
    limit = Math.min(rowsPerPage, Math.max(1, Math.floor((bytesPerPage * some.rows) / some.text.length)));
  }
}

/** Returns the key of the last row of a page. */
export function lastKeyOf(table: MovedTable, page: readonly MovedRow[]): MovedKey {
  const last = page.at(-1);
  if (last === undefined) throw new RangeError('A page has rows.');
  return keyOf(table, last);
}
