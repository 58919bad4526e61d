import { type RawBuilder, sql } from 'kysely';
import { spelt } from '../dialect.ts';

const most = Number.MAX_SAFE_INTEGER;

/**
 * A column that can be read in every row. An integer beyond the range of a JavaScript number is read as text: a single forged row
 * must not make the read of all others fail.
 */
export function readable<Value = number>(column: string): RawBuilder<Value> {
  return spelt({ sqlite: sql.raw(readableText(column)), postgres: sql.raw(column) });
}

/**
 * Several such columns, each under its name. They are one text that is built once, because queries of many parts are slow to
 * build.
 *
 * @param plain - columns that cannot hold an integer.
 */
export function readableColumns(
  table: string,
  columns: readonly string[],
  plain: ReadonlySet<string>,
): RawBuilder<unknown> {
  const named = (column: string) => {
    const place = `${table}.${column}`;
    return plain.has(column) ? place : `${readableText(place)} as ${column}`;
  };
  return spelt({
    sqlite: sql.raw(columns.map(named).join(', ')),
    postgres: sql.raw(columns.map((column) => `${table}.${column}`).join(', ')),
  });
}

/** Columns as members of JSON. Bytes are encoded as text that no other value has. */
export function readableInJson(columns: readonly string[]): RawBuilder<unknown> {
  const safe = columns.map(
    (column) => `case when typeof(${column}) = 'blob' then 'blob:' || hex(${column}) else ${column} end`,
  );
  return spelt({ sqlite: sql.raw(safe.join(', ')), postgres: sql.raw(columns.join(', ')) });
}

function readableText(column: string): string {
  return `case when typeof(${column}) = 'integer' and ${column} not between -${most} and ${most} then cast(${column} as text) else ${column} end`;
}

/**
 * The highest `execution_seq` of some events in the audit trail; null: there is none. One that is no number stands for the highest.
 *
 * @param events - condition as text, about columns of the query around it.
 */
export function newestSeq(events: string): RawBuilder<number | null> {
  const where = `where ${events} and execution_seq is not null`;
  return spelt({
    sqlite: sql.raw(
      `(select case typeof(newest) when 'null' then null when 'integer' then min(newest, ${most}) else ${most} end
        from (select max(execution_seq) as newest from audit_events ${where}))`,
    ),
    postgres: sql.raw(`(select max(execution_seq) from audit_events ${where})`),
  });
}
