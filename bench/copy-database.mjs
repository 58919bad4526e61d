// Copies the rows of a filled data folder into an empty PostgreSQL database by psql scripts. Much faster than `orchestration
// move`, which compares all rows and can be interrupted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { orderedTables } from '../packages/service/dist/db/dialect.js';
import { holdSource } from '../packages/service/dist/db/moving/source-data.js';
import { advanceNumbers } from '../packages/service/dist/db/moving/target-tables.js';
import { databaseFile } from '../packages/service/dist/db/opening/open-database.js';
import { openPostgres } from '../packages/service/dist/db/opening/postgres/open-postgres.js';

/** Number of rows per write to psql. */
const rowsPerWrite = 2000;

/**
 * Copies all rows. Recreates indexes and constraints at the end, and leaves nothing for the database's autovacuum to do.
 *
 * @param folder - a data folder that no service uses.
 * @param url - an empty database, whose role is a superuser.
 */
export async function copyDatabase(folder, url) {
  const { main, close } = await openPostgres(url, { timeoutMs: null });
  const source = holdSource(folder, orderedTables);
  const reader = new DatabaseSync(databaseFile(folder), { readOnly: true });
  try {
    const { drop, create } = await definitionsOf(url);
    await runInPsql(url, function* () {
      yield "set synchronous_commit = off; set maintenance_work_mem = '1GB';\n";
      for (const statement of drop) yield `${statement};\n`;
      yield `truncate ${source.tables.map(({ name }) => `"${name}"`).join(', ')};\n`;
      for (const table of source.tables) yield* copyOf(reader, table);
      for (const statement of create) yield `${statement};\n`;
    });
    await advanceNumbers(main, source);
    await runInPsql(url, () => ['vacuum (analyze);\n', 'checkpoint;\n']);
  } finally {
    reader.close();
    source.close();
    await close();
  }
}

/**
 * Returns the statements that drop the indexes and constraints of all tables, and those that recreate them, keys before the
 * constraints that refer to them.
 */
async function definitionsOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: constraints } = await client.query(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
       from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
       order by contype = 'f'`,
    );
    const { rows: indexes } = await client.query(
      `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
       from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = 'public'::regnamespace
         and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    );
    return {
      drop: [...indexes, ...constraints.toReversed()].map(({ drop }) => drop),
      create: [...constraints, ...indexes].map(({ create }) => create),
    };
  } finally {
    await client.end();
  }
}

/** Yields the statement that copies a table and its rows as lines of CSV, which SQLite writes itself. */
function* copyOf(reader, { name, columns, key }) {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  yield `copy "${name}" (${names}) from stdin with (format csv);\n`;
  const keys = key.map((column) => `"${column}"`).join(', ');
  const lines = (condition) =>
    reader.prepare(
      `select ${columns.map(csvOf).join(" || ',' || ")} as line, ${keys} from "${name}" ${condition} order by ${keys} limit ${rowsPerWrite}`,
    );
  const first = lines('');
  const further = lines(`where (${keys}) > (${key.map(() => '?').join(', ')})`);
  // Not a single iteration over all rows: its statement would be garbage-collected while waiting for psql.
  for (let rows = first.all(); rows.length > 0; ) {
    yield `${rows.map(({ line }) => line).join('\n')}\n`;
    const last = rows.at(-1);
    rows = rows.length < rowsPerWrite ? [] : further.all(...key.map((column) => last[column]));
  }
  yield '\\.\n';
}

/** Returns the SQL of a column as a CSV field; null is an empty field without quotes. */
function csvOf({ name, type }) {
  if (name === 'insertion') return 'rowid';
  if (type === 'bigint') return `coalesce("${name}", '')`;
  const text = type === 'bytea' ? `'\\x' || hex("${name}")` : `replace("${name}", '"', '""')`;
  return `case when "${name}" is null then '' else '"' || ${text} || '"' end`;
}

/**
 * Runs a script in psql.
 *
 * @param texts - yields the pieces of the script.
 * @throws if a statement fails.
 */
async function runInPsql(url, texts) {
  const child = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  // A script that fails closes its input early and reports the reason on stderr.
  child.stdin.on('error', () => {});
  for (const text of texts()) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(text)) await Promise.race([once(child.stdin, 'drain'), ended]);
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`psql ended with ${code}.`);
}
