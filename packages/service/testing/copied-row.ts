/** The members of a row that a copy of it may be stored with: PostgreSQL numbers the rows of some tables itself. */
export function copiedRow<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'insertion')) as Row;
}
