/**
 * Returns a row without generated columns, so that a copy can be inserted: PostgreSQL numbers the rows of some tables itself.
 */
export function copiedRow<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'insertion')) as Row;
}
