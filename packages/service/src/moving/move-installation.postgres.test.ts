import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { fillEveryTable } from '../../testing/every-table.ts';
import { layDatabase } from '../../testing/lay-database.ts';
import {
  createEmptyTestDatabase,
  dropTestDatabase,
  lendTestDatabase,
} from '../../testing/open-test-database.ts';
import { orderedTables } from '../db/dialect.ts';
import { holdSource } from '../db/moving/source-data.ts';
import { compareTable } from '../db/moving/target-tables.ts';
import { readMoveNote } from '../db/opening/moved-folder.ts';
import { refuseUnsupportedData } from '../db/opening/open-data.ts';
import { databaseFile, holdFolder, openDatabase } from '../db/opening/open-database.ts';
import { openPostgres } from '../db/opening/postgres/open-postgres.ts';
import { openFileMediaStore } from '../media/file-media-store.ts';
import { createMediaRef } from '../media/media-ref.ts';
import type { Bucket } from '../media/s3/bucket.ts';
import { markName, markOf, ownerOfPrefix } from '../media/s3/media-bucket.ts';
import { createVault } from '../secrets/vault.ts';
import { MoveError } from './move-error.ts';
import { type MoveOptions, moveInstallation } from './move-installation.ts';
import type { MoveProgress } from './move-progress.ts';

const vault = createVault(Buffer.alloc(32, 7));
/** More rows than are read at a time. */
const rows = 1100;
let url: string;
let home: string;
let folder: string;

beforeEach(async () => {
  url = (await createEmptyTestDatabase()) ?? '';
  home = mkdtempSync(join(tmpdir(), 'vo-move-'));
  folder = join(home, 'data');
  layDatabase(folder);
});
afterEach(async () => {
  rmSync(home, { recursive: true, force: true });
  await dropTestDatabase(url);
});

const move = (changes: Partial<MoveOptions> = {}) =>
  moveInstallation({
    folder,
    url,
    vault,
    now: () => Date.UTC(2030, 0, 15),
    // Reports at each count.
    elapsed: (() => {
      let ms = 0;
      return () => {
        ms += 60_000;
        return ms;
      };
    })(),
    stopped: new AbortController().signal,
    settleMs: 0,
    media: null,
    onProgress: () => {},
    prepare: () => {},
    record: async () => {},
    verify: async () => {},
    ...changes,
  });

/** Stops the move after a number of reports. */
function stopAfter(reports: number, seen: MoveProgress[] = []) {
  const stop = new AbortController();
  return {
    stopped: stop.signal,
    onProgress: (progress: MoveProgress) => {
      seen.push(progress);
      if (seen.length >= reports) stop.abort();
    },
  };
}

async function ask(text: string, database = url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

function inSqlite<Result>(
  work: (database: InstanceType<typeof DatabaseSync>) => Result,
  file = databaseFile(folder),
) {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const tablesOf = (database: InstanceType<typeof DatabaseSync>) =>
  (
    database
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all() as { name: string }[]
  )
    .map(({ name }) => name)
    .filter((name) => !/^(kysely_|instances$|migration_phases$)/.test(name));

/** Rows as texts, sorted, with values that are equal for both drivers. */
function comparable(found: readonly Record<string, unknown>[]): string[] {
  return found
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [
            name,
            value === null || typeof value === 'string' || typeof value === 'number'
              ? String(value)
              : `bytes ${Buffer.from(value as Uint8Array).toString('hex')}`,
          ])
          .sort(),
      ),
    )
    .sort();
}

describe('a move to PostgreSQL', () => {
  it('copies every row of every table, and continues counters after the copied numbers', async () => {
    fillEveryTable(folder, rows);
    inSqlite((database) =>
      database.exec(`update sqlite_sequence set seq = 2000000000000 where name = 'user_marks'`),
    );
    const { tables } = await move();
    const file = `${databaseFile(folder)}.moved`;
    const names = inSqlite(tablesOf, file);
    expect(tables.map(({ name }) => name).sort()).toEqual(names);
    for (const name of names) {
      const source = inSqlite(
        (database) => database.prepare(`select * from "${name}"`).all() as Record<string, unknown>[],
        file,
      );
      const copied = (await ask(`select * from "${name}"`)).map(({ insertion: _, ...row }) => row);
      expect([name, copied.length]).toEqual([name, rows]);
      expect(comparable(copied)).toEqual(comparable(source));
    }
    const inOrder = (await ask('select id from executions order by insertion')).map(({ id }) => id);
    const rowids = inSqlite(
      (database) => database.prepare('select id from executions order by rowid').all(),
      file,
    );
    expect(inOrder).toEqual((rowids as { id: string }[]).map(({ id }) => id));
    const [mark] = await ask(`select nextval(pg_get_serial_sequence('user_marks', 'id')) as id`);
    expect(mark).toEqual({ id: '2000000000001' });
    const [next] = await ask(`select nextval(pg_get_serial_sequence('executions', 'insertion')) as next`);
    expect(next).toEqual({ next: String(rows + 1) });
    expect(await ask("select 1 where to_regclass('move_source') is not null")).toEqual([]);
  });

  it('keeps migrations and instances of the target, even when it copies everything again', async () => {
    fillEveryTable(folder, 10);
    await expect(move(stopAfter(5))).rejects.toThrow(MoveError);
    const phases = () => ask('select name, phase from migration_phases order by name');
    const before = await phases();
    expect(before).toContainEqual({ name: '0029-instance-checks', phase: 'expand' });
    inSqlite((database) => database.exec("update accounts set name = 'Another' where rowid = 1"));
    await move();
    expect(await phases()).toEqual(before);
    expect(await ask('select id from instances')).toEqual([]);
  });

  it('continues where it was stopped, and copies nothing twice', async () => {
    fillEveryTable(folder, rows);
    const first: MoveProgress[] = [];
    await expect(move(stopAfter(30, first))).rejects.toThrow(/Stopped\. Run the same command again/);
    const [{ copied } = {}] = await ask('select sum(rows)::int as copied from move_progress');
    expect(copied).toBeGreaterThan(rows);
    const place = { dataFolder: folder, databaseUrl: null };
    await expect(
      refuseUnsupportedData({ ...place, databaseUrl: url, dataFolder: home }, () => vault),
    ).rejects.toThrow(/is being filled by a move that is not complete/);
    // The data in the folder is still valid.
    await refuseUnsupportedData(place, () => vault);
    const seen: MoveProgress[] = [];
    await move({ onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toEqual({ phase: 'copy', done: copied, total: seen.at(-1)?.total });
    expect(seen.at(-1)?.phase).toBe('compare');
  });

  it('recreates all indexes and references of the target, even after a stop while it builds them', async () => {
    const definitions = async (database: string) => {
      const found = await ask(
        `select conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
           where connamespace = 'public'::regnamespace
         union select indexname::text, indexdef from pg_indexes where schemaname = 'public' order by name, definition`,
        database,
      );
      return found.map(({ name, definition }) => `${name}: ${definition}`);
    };
    const empty = await lendTestDatabase();
    try {
      const expected = await definitions(empty.url);
      fillEveryTable(folder, 10);
      const stop = new AbortController();
      const stopped = move({
        stopped: stop.signal,
        onProgress: ({ phase, done }) => {
          if (phase === 'index' && done === 5) stop.abort();
        },
      });
      await expect(stopped).rejects.toThrow(/Stopped/);
      expect((await definitions(url)).length).toBeLessThan(expected.length);
      const seen: MoveProgress[] = [];
      await move({ onProgress: (progress) => seen.push(progress) });
      // Existing rows are not copied again, and rebuilt indexes are not dropped again.
      expect(seen.filter(({ phase }) => phase === 'copy')).toHaveLength(1);
      expect(seen.find(({ phase }) => phase === 'index')).toMatchObject({
        done: 0,
        total: expect.any(Number),
      });
      expect(await definitions(url)).toEqual(expected);
    } finally {
      await empty.giveBack();
    }
  });

  it('copies everything again if the data has changed since the stop', async () => {
    fillEveryTable(folder, rows);
    await expect(move(stopAfter(30))).rejects.toThrow(MoveError);
    inSqlite((database) => database.exec("update accounts set name = 'Another' where rowid = 1"));
    await move();
    expect(await ask("select count(*)::int as count from accounts where name = 'Another'")).toEqual([
      { count: 1 },
    ]);
  });

  it('builds the same text of a row in both databases, whatever its values', async () => {
    fillEveryTable(folder, 100);
    await expect(
      move({
        onProgress(progress) {
          if (progress.phase === 'compare') throw new MoveError('before the comparison');
        },
      }),
    ).rejects.toThrow('before the comparison');
    const target = await openPostgres(url);
    const source = holdSource(folder, orderedTables);
    const pages = () => {
      throw new Error('Texts differ.');
    };
    try {
      for (const table of source.tables)
        expect(await compareTable(target.main, { ...source, pages }, table, () => {})).toMatchObject({
          name: table.name,
          rows: 100,
        });
    } finally {
      source.close();
      await target.close();
    }
  });

  it('keeps the folder in use if a row in the target differs from the source', async () => {
    fillEveryTable(folder, 10);
    await expect(
      move({
        onProgress(progress) {
          if (progress.phase === 'compare') throw new MoveError('before the comparison');
        },
      }),
    ).rejects.toThrow('before the comparison');
    await ask("update accounts set name = 'forged'");
    await expect(move()).rejects.toThrow(/The row \[.*\] of accounts is not in the target as it is/);
    await refuseUnsupportedData({ dataFolder: folder, databaseUrl: null }, () => vault);
  });

  it('leaves a folder that belongs to the database, and that refuses a start without it', async () => {
    const { installation } = await move();
    expect(readdirSync(folder).sort()).toEqual([
      'move.json',
      'postgres.installation',
      'service.db.moved',
      'service.lock',
    ]);
    await expect(
      refuseUnsupportedData({ dataFolder: folder, databaseUrl: null }, () => vault),
    ).rejects.toThrow(/was moved to the database suite_\w+ at 127\.0\.0\.1:\d+\. Set DATABASE_URL/);
    await refuseUnsupportedData({ dataFolder: folder, databaseUrl: url }, () => vault);
    expect(await ask('select installation_id from installations')).toEqual([
      { installation_id: installation },
    ]);
    await expect(move()).rejects.toThrow(/There is nothing to move/);
  });

  it('completes a move that was interrupted after marking the folder as moved', async () => {
    let recorded = 0;
    const record = async () => {
      recorded += 1;
      if (recorded === 1) throw new Error('cut off');
    };
    await expect(move({ record })).rejects.toThrow('cut off');
    expect(readMoveNote(folder)?.state).toBe('moved');
    for (const databaseUrl of [null, url])
      await expect(refuseUnsupportedData({ dataFolder: folder, databaseUrl }, () => vault)).rejects.toThrow(
        /Run the same "orchestration move" again/,
      );
    await move({ record });
    expect(recorded).toBe(2);
    await refuseUnsupportedData({ dataFolder: folder, databaseUrl: url }, () => vault);
  });

  it('refuses to complete a move in a partly filled database if the data is in another one', async () => {
    fillEveryTable(folder, 10);
    await expect(move(stopAfter(5))).rejects.toThrow(MoveError);
    const other = (await createEmptyTestDatabase()) ?? '';
    try {
      const record = () => Promise.reject(new Error('cut off'));
      await expect(move({ url: other, record })).rejects.toThrow('cut off');
      await expect(move()).rejects.toThrow(
        /was moved to the database (suite_\w+) at .*, and the database suite_\w+ at .* holds data of an interrupted move\. Pass the same database with --to/,
      );
      expect(readdirSync(folder)).toContain('service.db');
      expect(await ask("select 1 as one where to_regclass('move_source') is not null")).toEqual([{ one: 1 }]);
      await move({ url: other });
      expect(readdirSync(folder)).toContain('service.db.moved');
      expect(await ask('select count(*)::int as count from accounts', other)).toEqual([{ count: 10 }]);
    } finally {
      await dropTestDatabase(other);
    }
  });

  it.each([
    ['has no complete comparison', 'update move_source set compared = false'],
    ['does not mention a comparison', 'alter table move_source drop column compared'],
  ])('fills the target again if its record %s, although the folder is marked as moved', async (_, text) => {
    fillEveryTable(folder, 10);
    const record = () => Promise.reject(new Error('cut off'));
    await expect(move({ record })).rejects.toThrow('cut off');
    await ask(text);
    const { tables, installation } = await move();
    expect(tables.find(({ name }) => name === 'accounts')?.rows).toBe(10);
    expect(await ask('select installation_id from installations')).toEqual([
      { installation_id: installation },
    ]);
    await refuseUnsupportedData({ dataFolder: folder, databaseUrl: url }, () => vault);
  });
});

describe('a move of media', () => {
  let server: BucketServer;
  beforeAll(async () => {
    server = await startBucketServer();
  });
  afterAll(() => server.stop());

  const put = async (count: number) => {
    const store = await openFileMediaStore(join(folder, 'media'));
    for (let index = 0; index < count; index += 1)
      await store.put(createMediaRef(), Buffer.from(`picture ${index}`), vault.createDataKey().key);
  };
  const countIn = async (bucket: Bucket) => {
    let count = 0;
    for await (const keys of bucket.list('media/')) count += keys.length;
    return count;
  };

  it('continues where it was stopped, marks the bucket, and renames the media folder', async () => {
    await put(60);
    const bucket = server.open({ prefix: 'moved' });
    const media = { bucket, isSource: false };
    const stop = new AbortController();
    const stopped = move({
      media,
      stopped: stop.signal,
      onProgress: ({ phase, done }) => {
        if (phase === 'media' && done >= 20) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow(/Stopped/);
    expect(readdirSync(folder)).toContain('media');
    const { media: copied, installation } = await move({ media });
    expect(copied).toMatchObject({ files: 60 });
    expect(copied?.sent).toBeLessThan(60);
    expect(await countIn(bucket)).toBe(60);
    expect(await ownerOfPrefix(bucket, vault, installation)).toBe('installation');
    expect(readdirSync(folder)).toContain('media.moved');
    expect(readdirSync(folder)).not.toContain('media');
  });

  it('keeps the bucket that already has the media', async () => {
    const bucket = server.open({ prefix: 'already' });
    await bucket.put(markName, markOf(vault, null));
    const { installation, media } = await move({ media: { bucket, isSource: true } });
    expect(media).toBeNull();
    expect(await ownerOfPrefix(bucket, vault, installation)).toBe('installation');
  });

  it('refuses a prefix of another installation, or with unknown media, before anything is written', async () => {
    const others = server.open({ prefix: 'others' });
    await others.put(markName, markOf(vault, 'another'));
    const unknown = server.open({ prefix: 'unknown' });
    await unknown.put(`media/ab/${createMediaRef().replace(/^../, 'ab')}`, Buffer.from('x'));
    await expect(move({ media: { bucket: others, isSource: false } })).rejects.toThrow(
      /s3:\/\/media\/others belongs to another installation\. Use another prefix with --media/,
    );
    await expect(move({ media: { bucket: unknown, isSource: false } })).rejects.toThrow(
      /is not empty: it contains media/,
    );
    expect(readMoveNote(folder)).toBeNull();
    expect(await ask('select count(*)::int as count from pg_class where relnamespace = 2200')).toEqual([
      { count: 0 },
    ]);
  });
});

describe('a move that cannot begin', () => {
  /** Expects a refusal that changes neither the folder nor the target. */
  async function expectRefused(words: RegExp, changes: Partial<MoveOptions> = {}): Promise<void> {
    const relations = () => ask('select count(*)::int as count from pg_class where relnamespace = 2200');
    const before = [await relations(), readdirSync(folder).sort()];
    const error = await move(changes).catch((failure: unknown) => failure);
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).not.toContain('canary');
    expect([await relations(), readdirSync(folder).filter((name) => name !== 'service.lock')]).toEqual([
      before[0],
      (before[1] as string[]).filter((name) => name !== 'service.lock'),
    ]);
  }

  it('refuses a database that does not answer, without revealing the password', () =>
    expectRefused(/orchestration at 127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/, {
      url: 'postgres://suites:canary@127.0.0.1:1/orchestration',
    }));

  it('refuses a read-only database', async () => {
    await ask(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    await expectRefused(/can only be read/);
  });

  it('refuses a database with foreign tables or views', async () => {
    await ask('create view seen as select 1 as one');
    await expectRefused(/is not empty \(seen\)\. Use --to to name an empty database/);
  });

  it('refuses a database that is being filled, or was filled, from another folder', async () => {
    const other = join(home, 'other');
    layDatabase(other);
    await expect(move({ folder: other, ...stopAfter(1) })).rejects.toThrow(MoveError);
    await expectRefused(/is being filled by a move from another folder/);
    await move({ folder: other });
    await expectRefused(/is not empty/);
  });

  it('refuses a folder that a service is using', async () => {
    const release = holdFolder(folder);
    await expectRefused(/Another process is using .*\. Stop the service/);
    release();
  });

  it('refuses data of a newer version, and a newer database', async () => {
    await ask(
      "create table kysely_migration (name text); insert into kysely_migration values ('9999-future')",
    );
    await expectRefused(/was used by a newer version of the service \(9999-future\)/);
    await ask('drop table kysely_migration');
    inSqlite((database) => database.exec("insert into kysely_migration values ('9999-future', '2030')"));
    await expectRefused(/was made by a newer version of the service \(9999-future\)/);
  });

  it('refuses a folder without data', async () => {
    const empty = join(home, 'empty');
    mkdirSync(empty);
    await expectRefused(/There is no service\.db in/, { folder: empty });
  });

  it('refuses a folder with files of an earlier move', async () => {
    writeFileSync(`${databaseFile(folder)}.moved`, '');
    await expectRefused(/service\.db\.moved is left over from an earlier move/);
  });

  it('names the row and column of a value that PostgreSQL cannot store', async () => {
    inSqlite((database) => {
      database.exec("insert into accounts (id, name, created_at) values ('a', 'A', 1.5)");
    });
    await expect(move()).rejects.toThrow(
      /accounts\.created_at of the row \["a"\] holds what PostgreSQL cannot keep/,
    );
    await (await openDatabase(folder)).close();
  });
});
