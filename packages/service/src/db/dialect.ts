import { type Kysely, type OperationNode, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * SQL that databases write in different ways. Statements outside of `migrations/` use these parts and none that one database alone
 * understands, so that each query is written once. The compiler of a query chooses the text: {@link postgresNode}.
 */
interface Spellings {
  readonly sqlite: RawBuilder<unknown>;
  readonly postgres: RawBuilder<unknown>;
}

/** Node of a part with several spellings: as SQLite writes it, and beside it as PostgreSQL does. */
type SpeltNode = OperationNode & { readonly postgres?: OperationNode };

/** A part of a query, spelt for each database. */
export function spelt<Value>({ sqlite, postgres }: Spellings): RawBuilder<Value> {
  const node: SpeltNode = { ...sqlite.toOperationNode(), postgres: postgres.toOperationNode() };
  return sql<Value>`${{ toOperationNode: () => node }}`;
}

/** Returns the node that PostgreSQL compiles instead of a node from `spelt`; other nodes are returned unchanged. */
export function postgresNode<Node extends OperationNode>(node: Node): Node {
  return ((node as SpeltNode).postgres as Node | undefined) ?? node;
}

/**
 * Passes values as one parameter, so that the text of a statement does not depend on their number: compiled statements are cached
 * by their text.
 */
function jsonOf(values: readonly unknown[] | string): unknown {
  // In a prepared query, a placeholder replaces the text.
  return Array.isArray(values) ? JSON.stringify(values) : values;
}

/**
 * A list of values in parentheses, to stand behind `in`.
 *
 * @param values - strings, or the JSON array of them where a prepared query is given it.
 */
export function listOf(values: readonly string[] | string): RawBuilder<unknown> {
  const json = jsonOf(values);
  return spelt({
    sqlite: sql`(select value from json_each(${json}))`,
    postgres: sql`(select value from json_array_elements_text(${json}::json) as listed (value))`,
  });
}

/** Whether a column has one of some values, given as in {@link listOf}. */
export function isOneOf(column: string, values: readonly string[] | string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in ${listOf(values)}`;
}

/**
 * Values as rows with the columns `key`, their place from 0, and `value`: text, which is JSON where the value is an object.
 *
 * @param name - of the rows in the query.
 */
export function rowsOf(values: readonly unknown[], name: string): RawBuilder<unknown> {
  const json = jsonOf(values);
  return spelt({
    sqlite: sql`json_each(${json}) as ${sql.id(name)}`,
    postgres: sql`(
      select place - 1 as key, value from json_array_elements_text(${json}::json) with ordinality as listed (value, place)
    ) as ${sql.id(name)}`,
  });
}

/** A member of a JSON object that a column holds as text. */
export function jsonText(column: string, member: string): RawBuilder<string> {
  return spelt({
    sqlite: sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${member}`)})`,
    postgres: sql`(${sql.ref(column)}::json ->> ${sql.lit(member)})`,
  });
}

/** The same for a member that is an integer. */
export function jsonInteger(column: string, member: string): RawBuilder<number> {
  return spelt({
    sqlite: jsonText(column, member),
    postgres: sql`(${sql.ref(column)}::json ->> ${sql.lit(member)})::bigint`,
  });
}

/** Whether the text of a column contains another. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  return spelt({
    sqlite: sql`instr(${sql.ref(column)}, ${text}) > 0`,
    postgres: sql`strpos(${sql.ref(column)}, ${text}) > 0`,
  });
}

/** Tables whose rows are read in the order of their insertion. */
export const orderedTables = ['decisions', 'executions', 'webhook_deliveries', 'webhook_endpoints'] as const;
export type OrderedTable = (typeof orderedTables)[number];

/** Order in which the rows of a table were inserted. PostgreSQL keeps it in a column that its migrations add: `insertion`. */
export function insertionOrder(table: OrderedTable): RawBuilder<number> {
  return spelt({
    sqlite: sql.ref(`${table}.rowid`),
    postgres: sql.ref(`${table}.insertion`),
  });
}

/** 32 hexadecimal digits at random, another for each row. */
export const randomId: RawBuilder<string> = spelt({
  sqlite: sql`lower(hex(randomblob(16)))`,
  postgres: sql`replace(gen_random_uuid()::text, '-', '')`,
});

/** Bytes of a column in hexadecimal digits. */
export function hexOf(column: string): RawBuilder<string> {
  return spelt({
    sqlite: sql`hex(${sql.ref(column)})`,
    postgres: sql`upper(encode(${sql.ref(column)}, 'hex'))`,
  });
}

/** The greater of two numbers that a row has. */
export function greaterOf(a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<number> {
  return spelt({ sqlite: sql`max(${a}, ${b})`, postgres: sql`greatest(${a}, ${b})` });
}

/** A column for which SQLite's planner uses no index. */
export function withoutIndex(column: string): RawBuilder<string> {
  return spelt({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` });
}

/** A condition as a number: 1 if true, otherwise 0. */
export function asNumber(condition: RawBuilder<unknown>): RawBuilder<number> {
  return spelt({ sqlite: sql`(${condition})`, postgres: sql`(${condition})::int` });
}

/** Whether a column holds something other than an integer. SQLite stores any forged value; PostgreSQL refuses it. */
export function isNoInteger(value: RawBuilder<unknown>): RawBuilder<boolean> {
  return spelt({ sqlite: sql`typeof(${value}) <> 'integer'`, postgres: sql`${value} is null` });
}

/** End of the definition of a table that SQLite stores in the order of its primary key. */
export const withoutRowid: RawBuilder<unknown> = spelt({ sqlite: sql`without rowid`, postgres: sql`` });

/** End of a query for rows that the transaction will change: skips rows that another transaction has locked. */
export const skipLocked: RawBuilder<unknown> = spelt({
  sqlite: sql``,
  postgres: sql`for update skip locked`,
});

/** End of a query that locks a row against changes until the transaction ends. */
export const holdRow: RawBuilder<unknown> = spelt({ sqlite: sql``, postgres: sql`for update` });

/** The time by the database's clock, in ms since 1970: one for all who share it. */
export const databaseNow: RawBuilder<number> = spelt({
  sqlite: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
});

/** Returns whether a database is PostgreSQL, for work that needs other steps there. */
export function isPostgres(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
