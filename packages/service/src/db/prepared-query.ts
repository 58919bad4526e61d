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
 * A query that is written when it is first asked for; from then on only its values change. Building and compiling one
 * costs ten times what SQLite needs to run it, so those of every start of an execution are prepared.
 *
 * @param write the query. `value(name)` stands for the value of that name: the text must depend neither on what it is nor on
 * whether it is null.
 */
export function prepareQuery<Values extends object, Row>(
  db: Kysely<Schema>,
  write: (
    db: Kysely<Schema>,
    value: <Name extends keyof Values & string>(name: Name) => Values[Name],
  ) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  let written: CompiledQuery<Row> | undefined;
  return (values) => {
    written ??= write(db, (name) => new Placeholder(name) as never).compile();
    return withValues(written, values);
  };
}

/** An insertion of one row. Insertions into the same columns of a table can be merged. */
export interface RowInsertion extends CompiledQuery {
  readonly into: {
    readonly table: string;
    /** The insertion of several rows with their values as parameters. Each count that it is called with is kept for ever. */
    rows(count: number): CompiledQuery;
  };
}

export function isRowInsertion(query: CompiledQuery): query is RowInsertion {
  return 'into' in query;
}

/**
 * The insertion of a whole row into a table: written once for each set of columns that are null. Those are left out, since each
 * value that is handed to SQLite costs time; so no column that can be null may have a default.
 *
 * @returns the insertion of a row with the members of the first one that it is called with.
 */
export function prepareInsert<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
): (row: Schema[Table]) => RowInsertion {
  const written = new Map<number, RowInsertion>();
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
    let query = written.get(nulls);
    if (!query) {
      const given = columns.filter((_, index) => (nulls & (1 << index)) === 0);
      const rows = (count: number) => insertionOf(db, table, given, count);
      query = { ...rows(1), into: { table, rows: keepByCount(rows) } };
      written.set(nulls, query);
    }
    return { ...query, parameters: values };
  };
}

function keepByCount(write: (count: number) => CompiledQuery): (count: number) => CompiledQuery {
  const written: CompiledQuery[] = [];
  return (count) => {
    written[count] ??= write(count);
    return written[count];
  };
}

/** Number of bits in an integer. */
const mostColumns = 32;

function columnsOf(row: object): string[] {
  const columns = Object.keys(row);
  if (columns.length > mostColumns) throw new Error(`A row has more than ${mostColumns} columns.`);
  return columns;
}

function insertionOf<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly string[],
  count: number,
): CompiledQuery {
  const placeholders = columns.map((column) => [column, new Placeholder(column)]);
  const row = Object.fromEntries(placeholders) as Insertable<Schema[Table]>;
  return db.insertInto(table).values(new Array(count).fill(row)).compile();
}

/** The change of some columns of a row that its id names: written once for each set of columns. */
export function prepareUpdate<Table extends TableWithId>(
  db: Kysely<Schema>,
  table: Table,
): (id: string, changes: Partial<Schema[Table]>) => CompiledQuery {
  const written = new Map<string, CompiledQuery>();
  return (id, changes) => {
    const names = Object.keys(changes).join();
    let query = written.get(names);
    if (!query) {
      const assignments = Object.keys(changes).map(
        (column) => sql`${sql.ref(column)} = ${new Placeholder(column)}`,
      );
      query =
        sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${new Placeholder(' id')}`.compile(
          db,
        );
      written.set(names, query);
    }
    return withValues(query, { ...changes, ' id': id });
  };
}

/** The tables whose rows have an id. */
type TableWithId = {
  [Table in keyof Schema]: Schema[Table] extends { id: string } ? Table : never;
}[keyof Schema];

function withValues<Row>(written: CompiledQuery<Row>, values: object): CompiledQuery<Row> {
  const parameters = written.parameters.map((parameter) =>
    parameter instanceof Placeholder ? (values as Record<string, unknown>)[parameter.name] : parameter,
  );
  return { ...written, parameters };
}
