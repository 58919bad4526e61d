import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { isOneOf } from './dialect.ts';
import { PostgresCompiler } from './opening/postgres/postgres-compiler.ts';
import type { Schema } from './schema.ts';

/** SQL that only SQLite knows, or that other databases interpret differently. */
const sqliteSyntax =
  /json_(each|extract|group_array|array)\(|\browid\b|\binstr\(|\btypeof\(\$|sqlite_master|unixepoch|randomblob|\bhex\(|\bpragma\b| is \$\{/;

/** Files that may use such SQL: they are only for SQLite, or have a spelling for each database. */
const exemptFiles = new Set([
  'backups/check-database.ts',
  'backups/copy-database.ts',
  'dialect.ts',
  'executions/execution-states.ts',
  'moving/row-texts.ts',
  'moving/source-data.ts',
  'moving/source-schema.ts',
  'integrity/foreign-schema.ts',
  'opening/group-commit.ts',
  'opening/open-database.ts',
  'opening/peek-migrations.ts',
  'integrity/readable-columns.ts',
  'opening/schema-history.ts',
  'opening/sqlite-dialect.ts',
  'opening/watch-commits.ts',
]);

describe('statements', () => {
  it('uses only SQL that every database understands', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('migrations') && /(?<!\.test)\.ts$/.test(name))
      .filter((name) => !exemptFiles.has(name));
    expect(files.length).toBeGreaterThan(exemptFiles.size);
    const found = files.flatMap((name) =>
      readFileSync(`${folder}${name}`, 'utf8')
        .split('\n')
        .filter((line) => sqliteSyntax.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('runs every transaction through inTransaction, which takes locks', () => {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && name !== 'db/in-transaction.ts')
      .filter((name) => readFileSync(`${folder}${name}`, 'utf8').includes('.transaction()'));
    expect(found).toEqual([]);
  });

  it('compiles SQL with two spellings to the one of the database', () => {
    const textFor = (Compiler: typeof PostgresCompiler | typeof SqliteQueryCompiler) =>
      new Kysely<Schema>({
        dialect: {
          createAdapter: () => (Compiler === PostgresCompiler ? new PostgresAdapter() : new SqliteAdapter()),
          createDriver: () => new DummyDriver(),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new Compiler(),
        },
      })
        .selectFrom('jobs')
        .select('id')
        .where(isOneOf('id', ['a', 'b']))
        .compile();
    expect(textFor(SqliteQueryCompiler)).toMatchObject({
      sql: 'select "id" from "jobs" where "id" in (select value from json_each(?))',
      parameters: ['["a","b"]'],
    });
    expect(textFor(PostgresCompiler)).toMatchObject({
      sql: 'select "id" from "jobs" where "id" in (select value from json_array_elements_text($1::json) as listed (value))',
      parameters: ['["a","b"]'],
    });
  });

  it('compiles a comparison with an empty list, which PostgreSQL cannot express, to one that matches nothing', () => {
    const db = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (schema) => new PostgresIntrospector(schema),
        createQueryCompiler: () => new PostgresCompiler(),
      },
    });
    const jobs = db.selectFrom('jobs').select('id');
    expect(jobs.where('id', 'in', []).compile().sql).toBe('select "id" from "jobs" where false');
    expect(jobs.where('id', 'not in', []).compile().sql).toBe('select "id" from "jobs" where true');
    expect(jobs.where('id', 'in', ['a']).compile().sql).toBe('select "id" from "jobs" where "id" in ($1)');
  });
});
