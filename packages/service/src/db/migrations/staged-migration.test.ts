import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findBreaches, statementsOf } from '../../../testing/migration-statements.ts';
import { migrations } from './index.ts';
import { postgresMigrations } from './postgres-migrations.ts';
import type { StagedMigration } from './staged-migration.ts';

const databases = [
  ['sqlite', migrations],
  ['postgres', postgresMigrations],
] as const;

describe.each(databases)('migrations of %s', (dialect, all) => {
  const expanding = Object.entries(all).filter(([, { phase }]) => phase === 'expand');

  it.each(expanding)('keeps the database usable for the previous release after %s', async (_, migration) => {
    const statements = await statementsOf(migration, dialect);
    expect(statements).not.toEqual([]);
    expect(findBreaches(statements)).toEqual([]);
  });
});

describe('a migration declared as expand', () => {
  const refusalOf = async (text: string) => {
    const migration: StagedMigration = {
      phase: 'expand',
      async up(db) {
        await db.schema.createTable('notes').addColumn('id', 'text').execute();
        await sql.raw(text).execute(db);
      },
    };
    const [found, ...more] = findBreaches(await statementsOf(migration, 'postgres'));
    expect(more).toEqual([]);
    return found;
  };

  it.each([
    ['drops a column', 'alter table "jobs" drop column "lane"', 'removes what'],
    ['drops a table', 'drop table jobs', 'removes what'],
    ['drops an index', 'drop index jobs_due', 'removes what'],
    ['drops a constraint', 'alter table people drop constraint people_email_key', 'removes what'],
    ['deletes rows', 'delete from admin_sessions', 'removes rows'],
    ['renames a column', 'alter table jobs rename column lane to line', 'renames'],
    ['renames a table', 'alter table jobs rename to work', 'renames'],
    [
      'adds a column that must be given',
      'alter table jobs add column "class" text NOT NULL',
      'asks for a value',
    ],
    ['makes a column required', 'alter table jobs alter column lane set not null', 'changes a column'],
    ['changes the type of a column', 'alter table jobs alter column lane type bigint', 'changes a column'],
    ['adds a check', 'alter table jobs add constraint c check (lane > 0)', 'may refuse'],
    ['makes values unique', 'create unique index one on jobs (lane)', 'may refuse'],
    ['builds an index on a table that is in use', 'create index one on jobs (lane)', 'holds up all writes'],
    ['adds a trigger', 'create trigger t after insert on jobs execute function f()', 'is an alarm'],
    ['adds a view', 'create view v as select 1', 'is an alarm'],
  ])('rejects an expand migration that %s', async (_, text, rule) => {
    expect(await refusalOf(text)).toContain(rule);
  });

  it.each([
    ['a column that may be left out', 'alter table jobs add column class text'],
    ['a column with a default', "alter table jobs add column class text not null default 'a'"],
    ['an index on its own table', 'create unique index one on "notes" (id)'],
    ['rows of its own', "insert into notes (id) values ('a')"],
    ['a constraint on its own table', 'alter table notes add constraint c check (id > 0)'],
  ])('accepts an expand migration that adds %s', async (_, text) => {
    expect(await refusalOf(text)).toBeUndefined();
  });
});
