import { DatabaseSync } from '@photostructure/sqlite';
import { databaseFile } from '../src/db/opening/open-database.ts';

/** A text for each row, with characters that have a meaning in arrays, literals and patterns of a database. */
const texts = [
  '',
  'NULL',
  '"quoted", {braced}',
  "it's \\x00 \\ back",
  'Zoë Łódź 日本 🙂',
  'a\nb\tc\r',
  ' é ',
];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/**
 * Fills every table of a migrated database with values of each type, and foreign keys to existing rows. The rows are not
 * written by the service, so nothing is encrypted.
 */
export function fillEveryTable(folder: string, rows: number): void {
  const database = new DatabaseSync(databaseFile(folder), { enableForeignKeyConstraints: false });
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all() as { name: string }[];
    database.exec('begin');
    for (const { name } of tables) if (!name.startsWith('kysely_')) fillTable(database, name, rows);
    database.exec('commit');
  } finally {
    database.close();
  }
}

function fillTable(database: InstanceType<typeof DatabaseSync>, table: string, rows: number): void {
  const columns = database
    .prepare(`select * from pragma_table_info('${table}')`)
    .all() as unknown as Column[];
  const references = new Map(
    (
      database.prepare(`select "from", "table", "to" from pragma_foreign_key_list('${table}')`).all() as {
        from: string;
        table: string;
        to: string;
      }[]
    ).map((reference) => [reference.from, reference]),
  );
  // A foreign key repeats the value of the referenced column in the row of the same number.
  const chooseValue = (of: string, { name, type, notnull, pk }: Column, row: number): unknown => {
    if (notnull === 0 && pk === 0 && row % 3 === 0) return null;
    const text = texts[row % texts.length] ?? '';
    switch (type.toLowerCase()) {
      case 'text':
        return `${text}${of}.${name} ${row}`;
      case 'blob':
        return row % 5 === 0 ? new Uint8Array() : Buffer.from([0, 255, row % 256, 92, 39]);
      default:
        return row % 2 === 0 ? row : pk > 0 ? 1_900_000_000_000 + row : -row;
    }
  };
  database.exec(`delete from "${table}"`);
  const statement = database.prepare(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  for (let row = 0; row < rows; row += 1)
    statement.run(
      ...(columns.map((column) => {
        const reference = references.get(column.name);
        if (!reference) return chooseValue(table, column, row);
        const { table: parent, to } = reference;
        return chooseValue(...rootOf(database, parent, to), row);
      }) as never[]),
    );
}

/** Follows foreign keys to the column whose values they repeat. */
function rootOf(
  database: InstanceType<typeof DatabaseSync>,
  table: string,
  name: string,
): [table: string, column: Column] {
  const further = database
    .prepare(`select "table", "to" from pragma_foreign_key_list('${table}') where "from" = ?`)
    .get(name) as { table: string; to: string } | undefined;
  if (further) return rootOf(database, further.table, further.to);
  const column = database.prepare(`select * from pragma_table_info('${table}') where name = ?`).get(name);
  return [table, column as unknown as Column];
}
