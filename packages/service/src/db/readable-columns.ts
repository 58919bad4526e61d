import { type RawBuilder, sql } from 'kysely';

const most = Number.MAX_SAFE_INTEGER;

/**
 * A column as it is, but for an integer that no number holds, which comes as text: one row that somebody wrote by hand must not end
 * the read of all others.
 */
export function readable<Value = number>(column: string): RawBuilder<Value> {
  return sql.raw<Value>(readableText(column));
}

/**
 * Some columns so, each under its name. As one text, which is made once: queries of many parts are slow to put together.
 *
 * @param plain - those that can hold no integer.
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
  return sql.raw(columns.map(named).join(', '));
}

/** Columns that become members of JSON: bytes come as text that no other value is. */
export function readableInJson(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(
    columns
      .map(
        (column) => `case when typeof(${column}) = 'blob' then 'blob:' || hex(${column}) else ${column} end`,
      )
      .join(', '),
  );
}

function readableText(column: string): string {
  return `case when typeof(${column}) = 'integer' and ${column} not between -${most} and ${most} then cast(${column} as text) else ${column} end`;
}
