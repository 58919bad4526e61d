import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releasedMigrations, rewriteAsEarlier } from '../../../testing/earlier-data.ts';
import { migrations } from '../migrations/index.ts';
import { databaseFile, openDatabase } from './open-database.ts';
import { peekMigrations } from './peek-migrations.ts';
import { removeSnapshots } from './snapshot-database.ts';

const earlier = releasedMigrations['0.2.0'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-db-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const account = { id: 'a', name: 'A', created_at: 1, retention_days: null, test_retention_days: null };

async function layEarlier(): Promise<void> {
  const database = await openDatabase(folder);
  await database.main.insertInto('accounts').values(account).execute();
  await database.close();
  await rewriteAsEarlier(folder, earlier);
}

const snapshots = () => readdirSync(folder).filter((name) => name.includes('.before-'));

describe('a database file of an earlier version', () => {
  it('keeps a copy from before the migration that can replace the database', async () => {
    await layEarlier();
    const { migrated, close } = await openDatabase(folder);
    await close();
    expect(migrated.carriedOut).toEqual(Object.keys(migrations).slice(1));
    expect(snapshots()).toEqual(['service.db.before-0002-redirect-schemes']);
    expect(migrated.snapshot).toBe(join(folder, snapshots()[0]!));
    expect(peekMigrations(migrated.snapshot!)?.done).toEqual(earlier);

    const again = mkdtempSync(join(tmpdir(), 'vo-db-'));
    try {
      copyFileSync(migrated.snapshot!, databaseFile(again));
      const back = await openDatabase(again);
      expect(await back.main.selectFrom('accounts').selectAll().execute()).toMatchObject([{ id: 'a' }]);
      await back.close();
    } finally {
      rmSync(again, { recursive: true });
    }
  });

  it('keeps a single copy, whatever earlier upgrades have left', async () => {
    await layEarlier();
    writeFileSync(`${databaseFile(folder)}.before-0001-older`, '');
    writeFileSync(`${databaseFile(folder)}.before-0002-redirect-schemes.unfinished`, '');
    await (await openDatabase(folder)).close();
    expect(snapshots()).toEqual(['service.db.before-0002-redirect-schemes']);
  });

  it('makes no copy of a database that is a copy itself', async () => {
    await layEarlier();
    await (await openDatabase(folder, true)).close();
    expect(snapshots()).toEqual([]);
  });

  it('does not migrate a database that cannot be copied', async () => {
    await layEarlier();
    mkdirSync(`${databaseFile(folder)}.before-0002-redirect-schemes`);
    await expect(openDatabase(folder)).rejects.toThrow(/cannot be copied before it is migrated/);
    expect(peekMigrations(databaseFile(folder))?.done).toEqual(earlier);
  });

  it('removes the copy once it is old', async () => {
    await layEarlier();
    const { migrated, close } = await openDatabase(folder);
    await close();
    const file = databaseFile(folder);
    utimesSync(migrated.snapshot!, 1000, 1000);
    expect([removeSnapshots(file, 999_000), snapshots().length]).toEqual([0, 1]);
    expect([removeSnapshots(file, 1_001_000), snapshots().length]).toEqual([1, 0]);
  });
});

describe('a new database file', () => {
  it('records which releases can use the database after its last migration', async () => {
    const { main, migrated, close } = await openDatabase(folder);
    expect(migrated).toEqual({ carriedOut: Object.keys(migrations), snapshot: null });
    expect(await main.selectFrom('migration_phases').selectAll().execute()).toContainEqual({
      name: '0027-releases',
      phase: 'contract',
    });
    await close();
  });
});

describe('a database file that a newer version migrated', () => {
  const migrateOn = async (...added: (readonly [name: string, phase: string | null])[]) => {
    const { main, close } = await openDatabase(folder);
    for (const [name, phase] of added) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(main);
      if (phase !== null) await main.insertInto('migration_phases').values({ name, phase }).execute();
    }
    await close();
  };

  it('opens a database whose newer migrations are all expand migrations', async () => {
    await migrateOn(['9998-later', 'expand'], ['9999-later', 'expand']);
    const { migrated, close } = await openDatabase(folder);
    expect(migrated).toEqual({ carriedOut: [], snapshot: null });
    await close();
  });

  it.each([
    ['contract', 'contract'],
    ['nothing', null],
  ])('refuses a database with a newer migration for which %s is recorded', async (_, phase) => {
    await migrateOn(['9998-later', 'expand'], ['9999-later', phase]);
    await expect(openDatabase(folder)).rejects.toThrow(/newer version of the service \(9999-later\)/);
  });

  it('refuses a database with a newer migration if other migrations are pending', async () => {
    await migrateOn(['9999-later', 'expand']);
    const { main, close } = await openDatabase(folder);
    await sql`delete from kysely_migration where name = '0027-releases'`.execute(main);
    await close();
    await expect(openDatabase(folder)).rejects.toThrow(/newer version of the service \(9999-later\)/);
  });
});
