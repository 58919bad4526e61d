import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyTestDatabase, dropTestDatabase } from '../../testing/open-test-database.ts';
import { OperatorDesk } from '../../testing/operator-desk.ts';
import { rewrapKeys, wrappedKeyTables } from '../db/integrity/rewrap-keys.ts';
import { openData } from '../db/opening/open-data.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { beginRotation, openRing } from '../secrets/key-ring.ts';
import { openVault, takeOverProof } from '../secrets/open-vault.ts';
import { masterKeyId, type Vault } from '../secrets/vault.ts';
import { createRotationSettling } from './rotate-master-key.ts';
import { openSharedProof } from './shared-key-proof.ts';

let home: string;
let url: string;
let desk: OperatorDesk;
let sealed: { wrapped: Uint8Array; text: Uint8Array }[];
const file = (name: string) => join(home, name);
const keyIn = (name: string) => Buffer.from(readFileSync(file(name), 'utf8').trim(), 'base64');
const folder = (name: string) => file(name);
const settings = (key: string, place = 'first') => ({
  DATA_DIR: folder(place),
  DATABASE_URL: url,
  MASTER_KEY_FILE: file(key),
});
const type = (line: string, key: string, place?: string) =>
  desk.type(line, { variables: settings(key, place) });
const source = (key: string, place = 'first') => ({
  text: undefined,
  file: file(key),
  directory: folder(place),
});
const place = (name = 'first') => ({ dataFolder: folder(name), databaseUrl: url });
const silent = { onDamaged: () => {}, record: async () => {} };

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-rotation-'));
  desk = new OperatorDesk({ isBegun: false });
  url = (await createEmptyTestDatabase()) ?? '';
  writeFileSync(file('old.key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  expect((await type('account create --name Shop', 'old.key')).code).toBe(0);
  sealed = [];
  await store(openVault(source('old.key')), 'executions');
  await store(openVault(source('old.key')), 'webhook_endpoints');
});
afterEach(async () => {
  desk.remove();
  rmSync(home, { recursive: true, force: true });
  await dropTestDatabase(url);
});

async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Allows rows without those to which they refer.
    await client.query("set session_replication_role = 'replica'");
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Stores a row with a wrapped key. */
async function store(vault: Vault, table: (typeof wrappedKeyTables)[number]): Promise<void> {
  const { wrapped, key } = vault.createDataKey();
  const columns = await ask<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO' and column_name not in ('id', 'wrapped_key')`,
    [table],
  );
  const filler = { text: 'x', bytea: Buffer.of(0) } as Record<string, unknown>;
  const names = ['id', 'wrapped_key', ...columns.map(({ name }) => `"${name}"`)];
  await ask(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    [`${table}-${sealed.length}`, wrapped, ...columns.map(({ type: kind }) => filler[kind] ?? 0)],
  );
  sealed.push({ wrapped, text: key.seal(Buffer.from(table), 'x') });
}

async function storedKeys(): Promise<Buffer[]> {
  const found = await Promise.all(
    wrappedKeyTables.map((table) =>
      ask<{ wrapped: Buffer }>(`select wrapped_key as wrapped from ${table} order by insertion`),
    ),
  );
  return found.flat().map(({ wrapped }) => wrapped);
}

const keysInUse = async () =>
  new Set((await storedKeys()).map((wrapped) => wrapped.subarray(0, 8).toString('hex')));

async function expectAllOpen(vault: Vault): Promise<void> {
  const texts = (await storedKeys()).map((wrapped, index) =>
    Buffer.from(vault.openDataKey(wrapped).open(sealed[index]!.text, 'x')).toString(),
  );
  expect(texts).toEqual(wrappedKeyTables.map(String));
}

const keptProof = async () =>
  (await ask<{ key_proof: string }>('select key_proof from installations'))[0]!.key_proof;

async function withData<Result>(
  name: string,
  key: string,
  work: (database: OpenDatabase, vault: Vault) => Promise<Result>,
): Promise<Result> {
  takeOverProof(source(key, name), await keptProof());
  const vault = openVault(source(key, name));
  const database = await openData(place(name), vault);
  try {
    return await work(database, vault);
  } finally {
    await database.close();
  }
}

const rotate = 'master-key rotate --new-key-file';

describe('master-key rotate on PostgreSQL', () => {
  it('rewraps all data keys under the next key, with which instances start in empty folders', async () => {
    const result = await type(`${rotate} ${file('next.key')}`, 'old.key');
    expect(result.code, result.complained).toBe(0);
    expect(await keysInUse()).toEqual(new Set([masterKeyId(keyIn('next.key'))]));
    // Until the rotation ends, instances start with either key.
    for (const key of ['old.key', 'next.key'])
      await withData(`of-${key}`, key, (_, vault) => expectAllOpen(vault));
    const steps: unknown[] = [];
    await withData('second', 'next.key', async (database, vault) => {
      const settle = createRotationSettling(
        { database, proof: openSharedProof(database.main, folder('second')) },
        source('next.key', 'second'),
        { ...silent, record: async (step) => void steps.push(step.act) },
      );
      await settle();
      await settle();
      await expectAllOpen(vault);
    });
    expect(steps).toEqual(['master-key.retire']);
    const refused = await type('account list', 'old.key', 'fresh');
    expect(refused.complained).toContain('encrypted with another master key');
    expect(existsSync(folder('fresh'))).toBe(false);
    expect((await type('account list', 'next.key')).said).toContain('Shop');
    expect((await type('account create --name Bank', 'next.key', 'fresh')).code).toBe(0);
  });

  it('ends the rotation at once when run again with the next key', async () => {
    await type(`${rotate} ${file('next.key')}`, 'old.key');
    const again = await type(`${rotate} ${file('next.key')}`, 'next.key');
    expect(again.said).toContain('The previous key no longer opens this data');
    expect((await type('account list', 'old.key')).complained).toContain('another master key');
    expect((await type(`${rotate} ${file('third.key')}`, 'next.key')).code).toBe(0);
    await withData('second', 'third.key', (_, vault) => expectAllOpen(vault));
  });

  it('refuses to rotate while an instance is running, and changes nothing', async () => {
    const before = await keptProof();
    await withData('second', 'old.key', async (database) => {
      await database.sharing!.instances.join();
      const { code, complained } = await type(`${rotate} ${file('next.key')}`, 'old.key');
      expect([code, complained]).toEqual([
        1,
        expect.stringContaining('Instances are running on the database'),
      ]);
      await database.sharing!.instances.leave();
    });
    expect(await keptProof()).toBe(before);
    expect(existsSync(file('next.key'))).toBe(false);
    const acts = await ask('select 1 from audit_events where act = $1', ['master-key.rotate']);
    expect(acts).toEqual([]);
  });

  it.each<[string, (database: OpenDatabase) => Promise<unknown>]>([
    ['joins after a rotation that it has not seen', (database) => database.sharing!.instances.join()],
    ['was considered stopped', (database) => database.sharing!.instances.beat(Date.now())],
  ])('gives the next key to an instance that %s', async (_, contact) => {
    await withData('second', 'old.key', async (database, vault) => {
      expect((await type(`${rotate} ${file('next.key')}`, 'old.key')).code).toBe(0);
      const [wrapped] = await storedKeys();
      expect(() => vault.openDataKey(wrapped!)).toThrow('another master key');
      await contact(database);
      await expectAllOpen(vault);
      await database.sharing!.instances.leave();
    });
  });

  it('reports the rotation to a suspended instance whose key no longer opens anything', async () => {
    takeOverProof(source('old.key', 'second'), await keptProof());
    const retired: Error[] = [];
    const vault = openVault(source('old.key', 'second'), (error) => retired.push(error));
    const database = await openData(place('second'), vault);
    try {
      const { instances } = database.sharing!;
      await instances.join();
      // Its row still exists.
      await ask('update instances set heartbeat_at = heartbeat_at - 60000');
      for (const key of ['old.key', 'next.key'])
        expect((await type(`${rotate} ${file('next.key')}`, key)).code).toBe(0);
      expect(retired).toEqual([]);
      await expect(instances.beat(Date.now())).rejects.toThrow('another master key');
      expect(retired).toHaveLength(1);
    } finally {
      await database.close();
    }
  });

  it('stops the start of a release that looks for a rotation only in its folder', async () => {
    const proof = async () =>
      (
        await ask<{ id: string; proof: string }>('select installation_id as id, proof from installations')
      )[0]!;
    const before = await proof();
    for (const [key, next] of [
      ['old.key', 'next.key'],
      ['next.key', 'next.key'],
      ['next.key', 'third.key'],
    ])
      expect((await type(`${rotate} ${file(next!)}`, key!)).code).toBe(0);
    const after = await proof();
    // Such a release compares the whole text with this hash, which is the same under either key.
    expect(openVault(source('old.key', 'old')).keyedHash('installation', before.id)).toBe(before.proof);
    expect(after).toEqual({ id: before.id, proof: `rotated:${before.proof}` });
    expect((await type('account list', 'third.key', 'fresh')).code).toBe(0);
    await ask("update installations set proof = 'rotated:x'");
    expect((await type('account list', 'third.key', 'fresh')).complained).toContain('another installation');
  });

  const moments: [string, (database: OpenDatabase) => Promise<unknown>][] = [
    ['after it began', async () => {}],
    [
      'with some keys under the next one',
      async ({ main }) => {
        let left = 1;
        const { vault } = openRing(await keptProof(), keyIn('old.key'));
        await rewrapKeys(
          main,
          (wrapped) => (left-- > 0 ? vault.rewrap(wrapped) : null),
          async () => {},
        );
      },
    ],
    [
      'with all keys under the next one',
      async ({ main }) => {
        const { vault } = openRing(await keptProof(), keyIn('old.key'));
        await rewrapKeys(main, vault.rewrap, async () => {});
      },
    ],
  ];
  it.each(moments)('loses nothing when killed %s, and continues from another folder', async (_, reach) => {
    const next = randomBytes(32);
    await withData('first', 'old.key', async (database) => {
      const text = await keptProof();
      // The process died before it wrote the proof in the folder.
      await sql`update installations set key_proof = ${beginRotation(text, keyIn('old.key'), next)}`.execute(
        database.main,
      );
      await reach(database);
    });
    writeFileSync(file('kept.key'), next.toString('base64'), { mode: 0o600 });
    for (const key of ['old.key', 'kept.key'])
      await withData(`of-${key}`, key, (_database, vault) => expectAllOpen(vault));
    const resumed = await type(`${rotate} ${file('next.key')}`, 'old.key', 'of-old.key');
    expect(resumed.said).toContain('Resumed an interrupted rotation');
    expect(keyIn('next.key')).toEqual(next);
    expect(await keysInUse()).toEqual(new Set([masterKeyId(next)]));
    await withData('first', 'next.key', (_database, vault) => expectAllOpen(vault));
  });

  it('stops if another command has begun a rotation meanwhile', async () => {
    await withData('first', 'old.key', async (database) => {
      const proof = openSharedProof(database.main, folder('first'));
      const before = await proof.read();
      const texts = [randomBytes(32), randomBytes(32)].map((next) =>
        beginRotation(before, keyIn('old.key'), next),
      );
      await proof.begin(before, texts[0]!);
      await expect(proof.begin(before, texts[1]!)).rejects.toThrow('began or ended in the meantime');
      expect(await proof.read()).toBe(texts[0]);
    });
  });
});

describe('the proof of the master key on PostgreSQL', () => {
  it('prefers the proof in the database to that in a folder', async () => {
    await type(`${rotate} ${file('next.key')}`, 'old.key');
    await type(`${rotate} ${file('next.key')}`, 'next.key');
    // Creates the folder of an instance that is then stopped.
    await withData('second', 'next.key', (_, vault) => expectAllOpen(vault));
    copyFileSync(join(folder('second'), 'master.key.proof'), file('proof'));
    writeFileSync(
      join(folder('second'), 'master.key.proof'),
      `${Buffer.from(openVault(source('next.key', 'third')).createDataKey().wrapped).toString('base64')}\n`,
    );
    expect((await type('account list', 'next.key', 'second')).code).toBe(0);
    expect(readFileSync(join(folder('second'), 'master.key.proof'))).toEqual(readFileSync(file('proof')));
  });

  it('takes the proof from the folder of an instance of an earlier release', async () => {
    const kept = await keptProof();
    await ask('update installations set key_proof = null');
    await withDataOfFolder('first');
    expect(await keptProof()).toBe(kept);
  });

  it('writes nothing at a start if somebody changed the proof in the database', async () => {
    await ask("update installations set key_proof = '{}'");
    const { code, complained } = await type('account list', 'old.key', 'fresh');
    expect([code, complained]).toEqual([
      1,
      expect.stringContaining('The proof of the master key in the database'),
    ]);
    expect(existsSync(folder('fresh'))).toBe(false);
    expect(readdirSync(home)).not.toContain('fresh');
  });
});

async function withDataOfFolder(name: string): Promise<void> {
  const database = await openData(place(name), openVault(source('old.key', name)));
  await database.close();
}
