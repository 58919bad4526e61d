import { createHash } from 'node:crypto';
import { type Compilable, type CompiledQuery, type Insertable, type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Placeholder in a query for a value that each call passes. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Prepares a query that is built when it is first needed; afterwards only its values change. Building and compiling a query
 * costs ten times what SQLite needs to run it, so the queries that every start of an execution runs are prepared.
 *
 * @param build - builds the query. `value(name)` stands for the value with that name. The text must depend neither on the value
 *   nor on whether it is null.
 */
export function prepareQuery<Values extends object, Row>(
  db: Kysely<Schema>,
  build: (
    db: Kysely<Schema>,
    value: <Name extends keyof Values & string>(name: Name) => Values[Name],
  ) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (values) => {
    compiled ??= build(db, (name) => new Placeholder(name) as never).compile();
    return withValues(compiled, values);
  };
}

/** A query that inserts one row. Insertions into the same columns of a table can be merged. */
export interface RowInsertion extends CompiledQuery {
  readonly into: {
    readonly table: string;
    /**
     * Returns the query that inserts several rows, with their values as parameters. The query of each count is cached forever.
     */
    rows(count: number): CompiledQuery;
  };
}

export function isRowInsertion(query: CompiledQuery): query is RowInsertion {
  return 'into' in query;
}

/**
 * Prepares the insertion of rows into a table. Builds one query for each set of columns that are null, and leaves those columns
 * out, because each value passed to SQLite costs time. So no nullable column may have a default.
 *
 * @returns builds the insertion of a row. All rows must have the members of the first one.
 */
export function prepareInsert<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
): (row: Schema[Table]) => RowInsertion {
  const queries = new Map<number, RowInsertion>();
  let columns: string[] | undefined;
  return (row) => {
    const given = row as object as Readonly<Record<string, unknown>>;
    columns ??= columnsOf(row);
    const values: unknown[] = [];
    let nulls = 0;
    for (const [index, column] of columns.entries()) {
      const value = given[column];
      if (value === null) nulls |= 1 << index;
      else values.push(value);
    }
    let query = queries.get(nulls);
    if (!query) {
      const present = columns.filter((_, index) => (nulls & (1 << index)) === 0);
      const rows = (count: number) => insertionOf(db, table, present, count);
      query = { ...rows(1), into: { table, rows: keepByCount(rows) } };
      queries.set(nulls, query);
    }
    return { ...query, parameters: values };
  };
}

function keepByCount(build: (count: number) => CompiledQuery): (count: number) => CompiledQuery {
  const queries: CompiledQuery[] = [];
  return (count) => {
    queries[count] ??= build(count);
    return queries[count];
  };
}

/** Maximum number of columns: the number of bits in an integer. */
const maxColumns = 32;

function columnsOf(row: object): string[] {
  const columns = Object.keys(row);
  if (columns.length > maxColumns) throw new Error(`A row has more than ${maxColumns} columns.`);
  return columns;
}

/** Names of insertions by their text: a hash of it, so that no other process means another text by the same name. */
const names = new Map<string, string>();

/**
 * Returns the name by which a database server may keep an insertion that {@link prepareInsert} wrote, so that it parses and
 * plans it only once; undefined for any other text. Other queries are planned each time, for their values.
 */
export function nameOfInsertion(text: string): string | undefined {
  return names.get(text);
}

function insertionOf<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly string[],
  count: number,
): CompiledQuery {
  const placeholders = columns.map((column) => [column, new Placeholder(column)]);
  const row = Object.fromEntries(placeholders) as Insertable<Schema[Table]>;
  const insertion = db.insertInto(table).values(new Array(count).fill(row)).compile();
  names.set(insertion.sql, createHash('sha256').update(insertion.sql).digest('hex').slice(0, 32));
  return insertion;
}

/** Prepares changes of a row by id. Builds one query for each set of changed columns. */
export function prepareUpdate<Table extends TableWithId>(
  db: Kysely<Schema>,
  table: Table,
): (id: string, changes: Partial<Schema[Table]>) => CompiledQuery {
  const queries = new Map<string, CompiledQuery>();
  return (id, changes) => {
    const names = Object.keys(changes).join();
    let query = queries.get(names);
    if (!query) {
      const assignments = Object.keys(changes).map(
        (column) => sql`${sql.ref(column)} = ${new Placeholder(column)}`,
      );
      query =
        sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${new Placeholder(' id')}`.compile(
          db,
        );
      queries.set(names, query);
    }
    return withValues(query, { ...changes, ' id': id });
  };
}

/** The tables whose rows have an id. */
type TableWithId = {
  [Table in keyof Schema]: Schema[Table] extends { id: string } ? Table : never;
}[keyof Schema];

function withValues<Row>(query: CompiledQuery<Row>, values: object): CompiledQuery<Row> {
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Placeholder ? (values as Record<string, unknown>)[parameter.name] : parameter,
  );
  return { ...query, parameters };
}
