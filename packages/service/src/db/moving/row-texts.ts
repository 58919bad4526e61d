import type { MovedColumn, MovedTable } from './source-schema.ts';

/**
 * Text of a row that a database writes itself, so that none of its values passes through this process. `json`: an object that
 * PostgreSQL reads back. `canonical`: the same text for the same values in both databases.
 */
export type RowForm = 'json' | 'canonical';

/** The row of a table as an expression of SQLite. */
export function sqliteRow({ columns }: MovedTable, form: RowForm): string {
  if (form === 'json')
    return `json_object(${columns.map((column) => `'${column.name}', ${jsonValue(column)}`).join(', ')})`;
  return columns.map((column) => `coalesce(${canonicalOf(column, sqlite)}, '-')`).join(" || ',' || ");
}

/** The same of PostgreSQL, in the canonical form. */
export function postgresRow({ columns }: MovedTable): string {
  return columns.map((column) => `coalesce(${canonicalOf(column, postgres)}, '-')`).join(" || ',' || ");
}

/** Whether a row has a value that PostgreSQL cannot keep in its column, as an expression of SQLite. */
export function isRowUnfit({ columns }: MovedTable): string {
  return columns.map((column) => `(${isUnfit(column)})`).join(' or ');
}

/** A column of a row in SQLite: the order of rows that it keeps itself is a column of the target. */
export function sqliteColumn({ name }: Pick<MovedColumn, 'name'>): string {
  return name === 'insertion' ? 'rowid' : `"${name}"`;
}

/** Spellings of a database. */
interface Spelling {
  column(column: MovedColumn): string;
  integer(value: string): string;
  hex(value: string): string;
}

const sqlite: Spelling = {
  column: sqliteColumn,
  integer: (value) => value,
  hex: (value) => `hex(${value})`,
};
const postgres: Spelling = {
  column: ({ name }) => `"${name}"`,
  integer: (value) => `${value}::text`,
  hex: (value) => `upper(encode(${value}, 'hex'))`,
};

/** Nothing in SQLite has hexadecimal digits, which are none: told from null by the column. */
function canonicalOf(column: MovedColumn, { column: nameOf, integer, hex }: Spelling): string {
  const value = nameOf(column);
  switch (column.type) {
    case 'text':
      return `length(${value}) || ':' || ${value}`;
    case 'bigint':
      return integer(value);
    case 'bytea':
      return `case when ${value} is not null then 'x' || ${hex(value)} end`;
  }
}

function jsonValue(column: MovedColumn): string {
  const value = sqliteColumn(column);
  return column.type === 'bytea' ? `case when ${value} is not null then '\\x' || hex(${value}) end` : value;
}

/** A column without rows has the type `null`. */
function isUnfit(column: MovedColumn): string {
  const value = sqliteColumn(column);
  switch (column.type) {
    case 'text':
      return `typeof(${value}) not in ('text', 'null') or instr(${value}, char(0)) > 0`;
    case 'bigint': {
      const most = Number.MAX_SAFE_INTEGER;
      return `typeof(${value}) not in ('integer', 'null') or ${value} not between -${most} and ${most}`;
    }
    case 'bytea':
      return `typeof(${value}) not in ('blob', 'null')`;
  }
}
