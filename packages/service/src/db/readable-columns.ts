import { type RawBuilder, sql } from 'kysely';

const most = sql.lit(Number.MAX_SAFE_INTEGER);
const least = sql.lit(-Number.MAX_SAFE_INTEGER);

/**
 * A column as it is, but for an integer that no number holds, which comes as text: one row that somebody wrote by hand must not end
 * the read of all others.
 */
export function readable<Value = number>(column: string): RawBuilder<Value> {
  const ref = sql.ref(column);
  return sql<Value>`case when typeof(${ref}) = 'integer' and ${ref} not between ${least} and ${most}
    then cast(${ref} as text) else ${ref} end`;
}

/** The same for what becomes a member of JSON: bytes come as text that no other value is. */
export function readableInJson(column: string): RawBuilder<unknown> {
  const ref = sql.ref(column);
  return sql`case when typeof(${ref}) = 'blob' then 'blob:' || hex(${ref}) else ${ref} end`;
}
