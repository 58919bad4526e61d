import { type RawBuilder, sql } from 'kysely';
import { byDialect } from '../dialect.ts';

const most = Number.MAX_SAFE_INTEGER;

/**
 * Selects a column so that every row can be read. An integer beyond the safe range of JavaScript is read as text, because one
 * forged row must not make all others unreadable.
 */
export function readable<Value = number>(column: string): RawBuilder<Value> {
  return byDialect({ sqlite: sql.raw(readableText(column)), postgres: sql.raw(column) });
}

/**
 * Selects several columns like {@link readable}, under their names. Builds one SQL text, because queries with many parts are
 * slow to build.
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
  return byDialect({
    sqlite: sql.raw(columns.map(named).join(', ')),
    postgres: sql.raw(columns.map((column) => `${table}.${column}`).join(', ')),
  });
}

/** Lists columns for a JSON array. Bytes become text that no other value has. */
export function readableInJson(columns: readonly string[]): RawBuilder<unknown> {
  const safe = columns.map(
    (column) => `case when typeof(${column}) = 'blob' then 'blob:' || hex(${column}) else ${column} end`,
  );
  return byDialect({ sqlite: sql.raw(safe.join(', ')), postgres: sql.raw(columns.join(', ')) });
}

function readableText(column: string): string {
  return `case when typeof(${column}) = 'integer' and ${column} not between -${most} and ${most} then cast(${column} as text) else ${column} end`;
}

/**
 * Selects the highest `execution_seq` of some events in the audit trail; null if there is none. A value that is not a number
 * counts as the highest.
 *
 * @param events - SQL condition on the events; it may use columns of the outer query.
 */
export function newestSeq(events: string): RawBuilder<number | null> {
  const where = `where ${events} and execution_seq is not null`;
  return byDialect({
    sqlite: sql.raw(
      `(select case typeof(newest) when 'null' then null when 'integer' then min(newest, ${most}) else ${most} end
        from (select max(execution_seq) as newest from audit_events ${where}))`,
    ),
    postgres: sql.raw(`(select max(execution_seq) from audit_events ${where})`),
  });
}
