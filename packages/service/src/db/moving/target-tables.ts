import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { TableProgress } from './move-record.ts';
import { canonicalText, keyOf, type MovedKey, type MovedRow, movedRow } from './moved-rows.ts';
import { postgresRow } from './row-texts.ts';
import { lastKeyOf, type SourceData, type TextPage } from './source-data.ts';
import type { MovedTable } from './source-schema.ts';

/** Called with the number of additional rows. Throwing stops the move. */
export type OnRows = (rows: number) => void;

/** Copies the rows of a table that have not been copied yet. Reads the next page while the database stores the previous one. */
export async function copyTable(
  db: Database,
  source: SourceData,
  table: MovedTable,
  before: TableProgress | undefined,
  onRows: OnRows,
): Promise<void> {
  const insert = insertionInto(table);
  let rows = before?.rows ?? 0;
  let storing = { done: Promise.resolve() as Promise<unknown>, rows: 0 };
  const awaitStored = async () => {
    await storing.done;
    if (storing.rows > 0) onRows(storing.rows);
  };
  for (const page of source.texts(table, before?.lastKey ?? null, 'json')) {
    rows += page.rows;
    const values = [page.text, table.name, JSON.stringify(page.lastKey), rows];
    await awaitStored();
    storing = { done: db.executeQuery(CompiledQuery.raw(insert, values)), rows: page.rows };
    await startSending(storing.done);
  }
  await awaitStored();
}

/**
 * Builds the statement that inserts a page of rows, passed as one JSON parameter, and records the progress of the table. Its
 * commit does not wait for the disk: a crash loses rows and progress alike, and the commit at the end of the comparison flushes
 * everything.
 */
function insertionInto({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const types = columns.map((column) => `"${column.name}" ${column.type}`).join(', ');
  return `with copied as (
      insert into "${name}" (${names}) overriding system value
      select ${names} from json_to_recordset($1::json) as given (${types}) on conflict do nothing)
    insert into move_progress (name, last_key, rows)
    select $2::text, $3::text, $4::bigint from set_config('synchronous_commit', 'off', true)
    on conflict (name) do update set last_key = excluded.last_key, rows = excluded.rows`;
}

/** Lets a statement be sent before the thread becomes busy. Its failure is left to the code that awaits it. */
async function startSending(statement: Promise<unknown>): Promise<void> {
  statement.catch(() => {});
  await nextTurn();
}

/** Thrown if a row differs between the two databases. */
export class MovedRowsDifferError extends Error {
  override readonly name = 'MovedRowsDifferError';

  constructor(table: string, key: MovedKey) {
    super(`The row ${JSON.stringify(key)} of ${table} is not in the target as it is in the data folder.`);
  }
}

/** A table whose rows are equal in both databases. */
export interface ComparedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 over all values in the order of the key, in hex. */
  readonly sha256: string;
}

/**
 * Compares all rows of a table, value by value.
 *
 * @throws {MovedRowsDifferError} if a row differs.
 */
export async function compareTable(
  db: Database,
  source: SourceData,
  table: MovedTable,
  onRows: OnRows,
): Promise<ComparedTable> {
  const hash = createHash('sha256');
  let [after, rows]: [MovedKey | null, number] = [null, 0];
  let comparing: { page: TextPage; after: MovedKey | null; copy: Promise<string> } | undefined;
  const compare = async () => {
    if (!comparing) return;
    const { page } = comparing;
    if ((await comparing.copy) !== page.text)
      await compareRows(db, source, table, comparing.after, page.rows);
    hash.update(page.text);
    rows += page.rows;
    onRows(page.rows);
  };
  for (const page of source.texts(table, null, 'canonical')) {
    const copy = textOf(db, table, after, page.lastKey);
    // The database reads this page while the previous one is compared.
    await startSending(copy);
    await compare();
    comparing = { page, after, copy };
    after = page.lastKey;
  }
  await compare();
  const [more] = await rowsAfter(db, table, after, 1);
  if (more) throw new MovedRowsDifferError(table.name, keyOf(table, more));
  return { name: table.name, rows, sha256: hash.digest('hex') };
}

/**
 * Compares rows value by value, after their texts differed.
 *
 * @throws {MovedRowsDifferError} for the first row that differs.
 */
async function compareRows(
  db: Database,
  source: SourceData,
  table: MovedTable,
  from: MovedKey | null,
  count: number,
): Promise<void> {
  let [after, rest] = [from, count];
  for (const page of source.pages(table, from)) {
    const some = page.slice(0, rest);
    const copies = await rowsAfter(db, table, after, some.length);
    some.forEach((row, index) => {
      const copy = copies[index];
      if (copy === undefined || canonicalText(copy) !== canonicalText(row))
        throw new MovedRowsDifferError(table.name, keyOf(table, row));
    });
    after = lastKeyOf(table, some);
    rest -= some.length;
    if (rest === 0) return;
  }
}

/** Returns the canonical text of the rows after a key, up to and including another, as the source builds it. */
async function textOf(
  db: Database,
  table: MovedTable,
  after: MovedKey | null,
  last: MovedKey,
): Promise<string> {
  const key = table.key.map((name) => `"${name}"`).join(', ');
  const given = (from: number) => table.key.map((_, n) => `$${from + n + 1}`).join(', ');
  const behind = after === null ? '' : `and (${key}) > (${given(last.length)})`;
  const { rows } = await db.executeQuery<{ text: string | null }>(
    CompiledQuery.raw(
      `select string_agg(line, chr(10)) || chr(10) as text from (
         select ${postgresRow(table)} as line from "${table.name}"
         where (${key}) <= (${given(0)}) ${behind} order by ${key}) as lines`,
      [...last, ...(after ?? [])],
    ),
  );
  return rows[0]?.text ?? '';
}

async function rowsAfter(
  db: Database,
  table: MovedTable,
  after: MovedKey | null,
  limit: number,
): Promise<MovedRow[]> {
  const key = table.key.map((name) => `"${name}"`).join(', ');
  const behind =
    after === null ? '' : `where (${key}) > (${table.key.map((_, n) => `$${n + 1}`).join(', ')})`;
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`select ${columns} from "${table.name}" ${behind} order by ${key} limit ${limit}`, [
      ...(after ?? []),
    ]),
  );
  return rows.map((row) => movedRow(table, row as Record<string, unknown>));
}

/** Sets the counters of the target to continue after the copied numbers. */
export async function advanceNumbers(db: Database, source: SourceData): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname::text as table, attname::text as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and attidentity <> ''`.execute(db);
  for (const { table, column } of rows) {
    const last = column === 'insertion' ? 0 : source.lastNumber(table);
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), greatest(most, 1), most > 0)
      from (select greatest(coalesce(max(${sql.ref(column)}), 0), ${last}::bigint) as most from ${sql.table(table)}) as given`.execute(
      db,
    );
  }
}

/**
 * Compares the columns of both databases.
 *
 * @param tables - tables of the source.
 * @throws if only one of the databases has a table or column.
 */
export async function refuseOtherColumns(db: Database, tables: readonly MovedTable[]): Promise<void> {
  for (const { name, columns } of tables) {
    const { rows } = await sql<{ column: string }>`
      select attname::text as column from pg_attribute
      where attrelid = to_regclass(${name}) and attnum > 0 and not attisdropped`.execute(db);
    const names = (list: readonly string[]) => [...list].sort().join(', ');
    const [own, others] = [names(columns.map((column) => column.name)), names(rows.map((row) => row.column))];
    if (own !== others) throw new Error(`The table ${name} has other columns in the target: ${others}.`);
  }
}
