import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Types of SQLite columns, with their PostgreSQL types. */
const types = { text: 'text', integer: 'bigint', bigint: 'bigint', blob: 'bytea' } as const;

/** A column of a table that is moved. */
export interface MovedColumn {
  readonly name: string;
  readonly type: (typeof types)[keyof typeof types];
}

/** A table that is moved. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly MovedColumn[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
}

/** Tables that are not moved: those of SQLite and Kysely, of migration phases, and of the instances that share a database. */
const unmovedTables = /^(sqlite_|kysely_|instances$|migration_phases$)/;

/**
 * Lists all tables of a SQLite database with their columns. Each comes after the tables to which it refers.
 *
 * @throws if a table cannot be moved: it has no primary key, or a column of an unknown type.
 */
export function listMovedTables(database: DatabaseSyncInstance): MovedTable[] {
  const names = rowsOf<{ name: string }>(
    database,
    "select name from sqlite_master where type = 'table' order by name",
  )
    .map(({ name }) => name)
    .filter((name) => !unmovedTables.test(name));
  const sorted: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (sorted.includes(name)) return;
    if (path.includes(name)) throw new Error(`Tables refer to each other: ${[...path, name].join(', ')}.`);
    for (const parent of parentsOf(database, name)) visit(parent, [...path, name]);
    sorted.push(name);
  };
  for (const name of names) visit(name, []);
  return sorted.map((name) => describeTable(database, name));
}

function parentsOf(database: DatabaseSyncInstance, table: string): string[] {
  const parents = rowsOf<{ parent: string }>(
    database,
    `select distinct "table" as parent from pragma_foreign_key_list('${table}')`,
  );
  return parents.map(({ parent }) => parent).filter((parent) => parent !== table);
}

function describeTable(database: DatabaseSyncInstance, table: string): MovedTable {
  const columns = rowsOf<{ name: string; type: string; pk: number }>(
    database,
    `select name, lower(type) as type, pk from pragma_table_info('${table}') order by cid`,
  );
  const key = columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
  if (key.length === 0) throw new Error(`The table ${table} has no primary key.`);
  return {
    name: table,
    key,
    columns: columns.map(({ name, type }) => {
      if (!Object.hasOwn(types, type)) throw new Error(`The column ${table}.${name} has the type ${type}.`);
      return { name, type: types[type as keyof typeof types] };
    }),
  };
}

function rowsOf<Row>(database: DatabaseSyncInstance, text: string): Row[] {
  return database.prepare(text).all() as Row[];
}
