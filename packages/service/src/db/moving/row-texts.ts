import type { MovedColumn, MovedTable } from './source-schema.ts';

/**
 * Text of a row that the database builds itself, so that its values do not pass through this process. `json`: an object that
 * PostgreSQL parses. `canonical`: a text that is the same for equal values in both databases.
 */
export type RowForm = 'json' | 'canonical';

/** Returns the SQLite expression for the text of a row. */
export function sqliteRow({ columns }: MovedTable, form: RowForm): string {
  if (form === 'json')
    return `json_object(${columns.map((column) => `'${column.name}', ${jsonValue(column)}`).join(', ')})`;
  return columns.map((column) => `coalesce(${canonicalOf(column, sqlite)}, '-')`).join(" || ',' || ");
}

/** Returns the PostgreSQL expression for the canonical text of a row. */
export function postgresRow({ columns }: MovedTable): string {
  return columns.map((column) => `coalesce(${canonicalOf(column, postgres)}, '-')`).join(" || ',' || ");
}

/** Returns the SQLite expression for whether a row has a value that PostgreSQL cannot store in its column. */
export function isRowUnfit({ columns }: MovedTable): string {
  return columns.map((column) => `(${isUnfit(column)})`).join(' or ');
}

/** Returns the SQLite expression for a column. The target's column `insertion` is the `rowid` of SQLite. */
export function sqliteColumn({ name }: Pick<MovedColumn, 'name'>): string {
  return name === 'insertion' ? 'rowid' : `"${name}"`;
}

/** How a database writes parts of an expression. */
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

/**
 * Returns the canonical expression of a column; null for null. Tests bytes for null first, because SQLite's `hex(null)` is an
 * empty text, as for empty bytes.
 */
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

/** Returns the SQLite condition that a value does not fit its column. Null fits every column. */
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
