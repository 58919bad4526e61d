import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { noLock } from '../../transaction-locks.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Database, Schema } from '../schema.ts';
import { noteMoveProgress, type TableProgress } from './move-record.ts';
import { canonicalText, keyOf, type MovedKey, type MovedRow, movedRow } from './moved-rows.ts';
import { lastKeyOf, type SourceData } from './source-data.ts';
import type { MovedTable } from './source-schema.ts';

/** Tells how many rows were done more, and stops the move by throwing. */
export type OnRows = (rows: number) => void;

/** Copies the rows of a table that come behind those that were copied before. */
export async function copyTable(
  db: Kysely<Schema>,
  source: SourceData,
  table: MovedTable,
  before: TableProgress | undefined,
  onRows: OnRows,
): Promise<void> {
  const insert = insertionInto(table);
  let rows = before?.rows ?? 0;
  for (const page of source.pages(table, before?.lastKey ?? null)) {
    const values = table.columns.map((_, index) => page.map((row) => row[index]));
    const done = { lastKey: lastKeyOf(table, page), rows: rows + page.length };
    await inTransaction(db, noLock, async (trx) => {
      await trx.executeQuery(CompiledQuery.raw(insert, values));
      await noteMoveProgress(trx, table.name, done);
    });
    rows = done.rows;
    onRows(page.length);
  }
}

/** One array for each column: the text is the same however many rows there are. */
function insertionInto({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  return `insert into "${name}" (${names}) overriding system value
    select * from unnest(${arrays}) on conflict do nothing`;
}

/** A row that the two databases do not have alike. */
export class MovedRowsDifferError extends Error {
  override readonly name = 'MovedRowsDifferError';

  constructor(table: string, key: MovedKey) {
    super(`The row ${JSON.stringify(key)} of ${table} is not in the target as it is in the data folder.`);
  }
}

/** Rows of a table that are the same in both databases. */
export interface ComparedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 over all values in the order of the key, in hex. */
  readonly sha256: string;
}

/** Compares all rows of a table, value by value. @throws {MovedRowsDifferError} */
export async function compareTable(
  db: Database,
  source: SourceData,
  table: MovedTable,
  onRows: OnRows,
): Promise<ComparedTable> {
  const hash = createHash('sha256');
  let [after, rows]: [MovedKey | null, number] = [null, 0];
  for (const page of source.pages(table, null)) {
    const copies = await rowsBehind(db, table, after, page.length);
    page.forEach((row, index) => {
      const [text, copy] = [canonicalText(row), copies[index]];
      if (copy === undefined || canonicalText(copy) !== text)
        throw new MovedRowsDifferError(table.name, keyOf(table, row));
      hash.update(`${text}\n`);
    });
    after = lastKeyOf(table, page);
    rows += page.length;
    onRows(page.length);
  }
  const [more] = await rowsBehind(db, table, after, 1);
  if (more) throw new MovedRowsDifferError(table.name, keyOf(table, more));
  return { name: table.name, rows, sha256: hash.digest('hex') };
}

async function rowsBehind(
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

/** Lets the counters of the target go on behind the numbers that were copied. */
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
 * @param tables - of the source.
 * @throws where a table or column is in one of them alone.
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
