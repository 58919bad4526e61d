import {
  DummyDriver,
  Kysely,
  type KyselyConfig,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { StagedMigration } from '../src/db/migrations/staged-migration.ts';
import { PostgresCompiler } from '../src/db/opening/postgres/postgres-compiler.ts';

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => new DummyDriver(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createDriver: () => new DummyDriver(),
  },
} satisfies Record<string, KyselyConfig['dialect']>;

/** Lists the statements of a migration that does not query the database, in lower case, without quotes and line breaks. */
export async function statementsOf(
  { up }: StagedMigration,
  dialect: keyof typeof dialects,
): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: dialects[dialect],
    log: ({ query }) => {
      statements.push(query.sql.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ').trim());
    },
  });
  await up(db);
  await db.destroy();
  return statements;
}

/** Statements that break the previous release while it runs on the migrated database, each with the rule it breaks. */
const breaches: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/^drop (table|view|index|trigger|function)\b/, 'removes what the release before may use'],
  [/\bdrop (column|constraint)\b/, 'removes what the release before may use'],
  [/^truncate\b|^delete from\b/, 'removes rows of the release before'],
  [/\brename\b/, 'renames what the release before uses'],
  [
    /\badd column\b(?=.*\bnot null\b)(?!.*\bdefault\b)/,
    'asks for a value that the release before does not write',
  ],
  [/\balter column\b/, 'changes a column that the release before writes'],
  [/\badd (constraint|check|foreign key|unique|primary key)\b/, 'may refuse what the release before writes'],
  [/^create unique index\b/, 'may refuse what the release before writes'],
  [/^create (index|unique index)\b/, 'holds up all writes of a table that may be large'],
  [/^create (or replace )?(constraint )?(trigger|view|rule)\b/, 'is an alarm to the release before'],
];

/** Finds statements that break the previous release. Ignores statements on tables that the same migration creates. */
export function findBreaches(statements: readonly string[]): string[] {
  const own = new Set(
    statements.flatMap((text) => /^create (?:temp )?table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []),
  );
  return statements.flatMap((text) => {
    const table = /^(?:alter table|create (?:unique )?index \S+ on|drop table|delete from) (\S+)/.exec(
      text,
    )?.[1];
    if (table !== undefined && own.has(table.replace(/\(.*/, ''))) return [];
    const found = breaches.find(([pattern]) => pattern.test(text));
    return found ? [`${found[1]}: ${text}`] : [];
  });
}
