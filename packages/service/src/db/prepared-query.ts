import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Stands in a query for a value that each call gives. */
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

/** The insertion of a whole row into a table. */
export function prepareInsert<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
): (row: Schema[Table]) => CompiledQuery {
  let written: CompiledQuery | undefined;
  return (row) => {
    written ??= db.insertInto(table).values(placeholdersOf<Table>(row)).compile();
    return withValues(written, row);
  };
}

function placeholdersOf<Table extends keyof Schema>(row: Schema[Table]): Insertable<Schema[Table]> {
  const entries = Object.keys(row).map((column) => [column, new Placeholder(column)]);
  return Object.fromEntries(entries) as Insertable<Schema[Table]>;
}

function withValues<Row>(written: CompiledQuery<Row>, values: object): CompiledQuery<Row> {
  const parameters = written.parameters.map((parameter) =>
    parameter instanceof Placeholder ? (values as Record<string, unknown>)[parameter.name] : parameter,
  );
  return { ...written, parameters };
}
