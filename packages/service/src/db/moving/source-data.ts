import { statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { databaseFile } from '../opening/open-database.ts';
import { keyOf, type MovedKey, type MovedRow, movedRow, sizeOfRow } from './moved-rows.ts';
import { isRowUnfit, type RowForm, sqliteColumn, sqliteRow } from './row-texts.ts';
import { listMovedTables, type MovedTable } from './source-schema.ts';

/** Some rows as one text: a JSON array of them, or their canonical texts as lines. */
export interface TextPage {
  readonly rows: number;
  readonly lastKey: MovedKey;
  readonly text: string;
}

/** SQLite data that nobody changes until it is closed. */
export interface SourceData {
  /** All tables, each after the tables that it refers to. */
  readonly tables: readonly MovedTable[];
  /** Another text after any change of the data. */
  readonly stamp: string;
  count(table: MovedTable): number;
  /** Rows behind a key in the order of the key, some at a time; null: from the first. */
  pages(table: MovedTable, after: MovedKey | null): Generator<MovedRow[]>;
  /** The same as texts, many times as fast. */
  texts(table: MovedTable, after: MovedKey | null, form: RowForm): Generator<TextPage>;
  /** Highest number that the database gave to a row of a table by itself; 0: it gave none. */
  lastNumber(table: string): number;
  /** May be called again. */
  close(): void;
}

/** Rows that are read at a time: fewer at first, until it is known how large they are. */
const rowsOfFirstPage = 50;
const rowsPerPage = 1000;
/** Bytes that are read at a time, roughly. */
const bytesPerPage = 4 * 1024 * 1024;

/**
 * Locks the database of a folder against writes, and reads its present state.
 *
 * @param numbered - tables whose `rowid` is read as one more column, `insertion`.
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
        // Closing alone leaves the transaction open until the statements are collected as garbage.
        database.exec('rollback');
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The log is empty by then, so that every change since shows in the file. */
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
    // Reads them value by value, which names the first that is none.
    if (some.unfit > 0) for (const _ of pagesOf(database, table, after));
    yield { rows: some.rows, lastKey, text: some.text };
    if (some.rows < limit) return;
    after = lastKey;
    limit = Math.min(rowsPerPage, Math.max(1, Math.floor((bytesPerPage * some.rows) / some.text.length)));
  }
}

/** Key of the last row of a page. */
export function lastKeyOf(table: MovedTable, page: readonly MovedRow[]): MovedKey {
  const last = page.at(-1);
  if (last === undefined) throw new RangeError('A page has rows.');
  return keyOf(table, last);
}
