import { type Kysely, type OperationNode, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * SQL that SQLite and PostgreSQL write differently. Each query is written once: outside of `migrations/`, statements use these
 * helpers and nothing that only one database understands. The query compiler chooses the text, see {@link postgresNode}.
 */
interface Spellings {
  readonly sqlite: RawBuilder<unknown>;
  readonly postgres: RawBuilder<unknown>;
}

/** Node with two spellings: the node itself is for SQLite, and `postgres` for PostgreSQL. */
type DialectNode = OperationNode & { readonly postgres?: OperationNode };

/** Builds a part of a query from its spelling for each database. */
export function byDialect<Value>({ sqlite, postgres }: Spellings): RawBuilder<Value> {
  const node: DialectNode = { ...sqlite.toOperationNode(), postgres: postgres.toOperationNode() };
  return sql<Value>`${{ toOperationNode: () => node }}`;
}

/** Returns the node that PostgreSQL compiles instead of a node from `byDialect`; other nodes are returned unchanged. */
export function postgresNode<Node extends OperationNode>(node: Node): Node {
  return ((node as DialectNode).postgres as Node | undefined) ?? node;
}

/**
 * Passes values as one parameter, so that the text of a statement does not depend on their number: compiled statements are
 * cached by their text.
 */
function jsonOf(values: readonly unknown[] | string): unknown {
  // A prepared query passes a placeholder, which is a string already.
  return Array.isArray(values) ? JSON.stringify(values) : values;
}

/**
 * Builds a list of values in parentheses, for use after `in`.
 *
 * @param values - strings; in a prepared query, the placeholder of a JSON array of strings.
 */
export function listOf(values: readonly string[] | string): RawBuilder<unknown> {
  const json = jsonOf(values);
  return byDialect({
    sqlite: sql`(select value from json_each(${json}))`,
    postgres: sql`(select value from json_array_elements_text(${json}::json) as listed (value))`,
  });
}

/**
 * Builds the condition that a column has one of the values.
 *
 * @param values - as in {@link listOf}.
 */
export function isOneOf(column: string, values: readonly string[] | string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in ${listOf(values)}`;
}

/**
 * Builds rows of values. Column `key` is the index from 0; column `value` is text, and JSON if the value is an object.
 *
 * @param name - name of the rows in the query.
 */
export function rowsOf(values: readonly unknown[], name: string): RawBuilder<unknown> {
  const json = jsonOf(values);
  return byDialect({
    sqlite: sql`json_each(${json}) as ${sql.id(name)}`,
    postgres: sql`(
      select place - 1 as key, value from json_array_elements_text(${json}::json) with ordinality as listed (value, place)
    ) as ${sql.id(name)}`,
  });
}

/** Reads a text member of a JSON object from a text column. */
export function jsonText(column: string, member: string): RawBuilder<string> {
  return byDialect({
    sqlite: sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${member}`)})`,
    postgres: sql`(${sql.ref(column)}::json ->> ${sql.lit(member)})`,
  });
}

/** Reads an integer member of a JSON object from a text column. */
export function jsonInteger(column: string, member: string): RawBuilder<number> {
  return byDialect({
    sqlite: jsonText(column, member),
    postgres: sql`(${sql.ref(column)}::json ->> ${sql.lit(member)})::bigint`,
  });
}

/** Builds the condition that a text column contains a text. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  return byDialect({
    sqlite: sql`instr(${sql.ref(column)}, ${text}) > 0`,
    postgres: sql`strpos(${sql.ref(column)}, ${text}) > 0`,
  });
}

/** Tables whose rows are read in the order of their insertion. */
export const orderedTables = ['decisions', 'executions', 'webhook_deliveries', 'webhook_endpoints'] as const;
export type OrderedTable = (typeof orderedTables)[number];

/**
 * The order in which the rows of a table were inserted. PostgreSQL keeps it in the column `insertion`, which its migrations
 * add.
 */
export function insertionOrder(table: OrderedTable): RawBuilder<number> {
  return byDialect({
    sqlite: sql.ref(`${table}.rowid`),
    postgres: sql.ref(`${table}.insertion`),
  });
}

/** 32 random hexadecimal digits, different for each row. */
export const randomId: RawBuilder<string> = byDialect({
  sqlite: sql`lower(hex(randomblob(16)))`,
  postgres: sql`replace(gen_random_uuid()::text, '-', '')`,
});

/** Converts the bytes of a column to hexadecimal digits. */
export function hexOf(column: string): RawBuilder<string> {
  return byDialect({
    sqlite: sql`hex(${sql.ref(column)})`,
    postgres: sql`upper(encode(${sql.ref(column)}, 'hex'))`,
  });
}

/** Returns the greater of two numbers within a row. */
export function greaterOf(a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<number> {
  return byDialect({ sqlite: sql`max(${a}, ${b})`, postgres: sql`greatest(${a}, ${b})` });
}

/** Names a column in a way that keeps SQLite's planner from using an index on it. */
export function withoutIndex(column: string): RawBuilder<string> {
  return byDialect({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` });
}

/** Converts a condition to a number: 1 if true, otherwise 0. */
export function asNumber(condition: RawBuilder<unknown>): RawBuilder<number> {
  return byDialect({ sqlite: sql`(${condition})`, postgres: sql`(${condition})::int` });
}

/** Builds the condition that a value is not an integer. SQLite stores any forged value; PostgreSQL refuses it. */
export function isNotInteger(value: RawBuilder<unknown>): RawBuilder<boolean> {
  return byDialect({ sqlite: sql`typeof(${value}) <> 'integer'`, postgres: sql`${value} is null` });
}

/** End of a `create table` statement: SQLite stores the table in the order of its primary key. */
export const withoutRowid: RawBuilder<unknown> = byDialect({ sqlite: sql`without rowid`, postgres: sql`` });

/** End of a query for rows that the transaction will change. Skips rows that another transaction has locked. */
export const skipLocked: RawBuilder<unknown> = byDialect({
  sqlite: sql``,
  postgres: sql`for update skip locked`,
});

/** End of a query that locks a row against changes until the transaction ends. */
export const holdRow: RawBuilder<unknown> = byDialect({ sqlite: sql``, postgres: sql`for update` });

/**
 * End of a query for rows that the transaction will refer to. They are not removed until it ends; inserting a reference takes
 * the same lock.
 */
export const lockAgainstRemoval: RawBuilder<unknown> = byDialect({
  sqlite: sql``,
  postgres: sql`for key share`,
});

/** The time of the database's clock, in ms since 1970. All instances share it. */
export const databaseNow: RawBuilder<number> = byDialect({
  sqlite: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
});

/** Returns whether a database is PostgreSQL, for code that works differently there. */
export function isPostgres(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
