import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupWorld } from '../../testing/backup-world.ts';
import { rewrapKeys, wrappedKeyTables } from '../db/integrity/rewrap-keys.ts';
import { databaseFile, holdFile } from '../db/opening/open-database.ts';
import { signingSecrets } from '../db/webhooks/webhook-endpoints.ts';
import { beginRotation } from '../secrets/key-ring.ts';
import { openKeyRing, openVault } from '../secrets/open-vault.ts';
import { writePrivateFile } from '../secrets/private-file.ts';
import { masterKeyId } from '../secrets/vault.ts';
import { openFolderProof } from './key-proof.ts';
import { createRotationSettling } from './rotate-master-key.ts';

let world: BackupWorld;
beforeEach(async () => {
  world = await BackupWorld.open();
});
afterEach(() => world.close());

const file = (name: string) => join(world.service.folder, name);
const text = (name = 'master.key') => readFileSync(file(name), 'utf8');
const open = (key: string) => openVault({ text: key, directory: world.service.folder });
const settlingParts = () => ({
  database: world.service.database,
  proof: openFolderProof(world.service.folder),
});
/** Ignores reports and records. */
const silent = { onDamaged: () => {}, record: async () => {} };
const refusal = /(encrypted|written) with another master key/;
/** Returns the number of master keys under which the stored data keys are wrapped. */
async function keysInUse(): Promise<number> {
  const { main } = world.service.database;
  const rows = await Promise.all(
    wrappedKeyTables.map(async (table) => {
      const found = await sql<{ id: string }>`
        select distinct hex(substr(wrapped_key, 1, 8)) as id from ${sql.table(table)}
        where wrapped_key is not null`.execute(main);
      return found.rows.map(({ id }) => id);
    }),
  );
  return new Set(rows.flat()).size;
}
/** Expects that a vault opens all data: executions through a read, and the secret of the endpoint. */
async function expectAllOpen(ids: readonly string[], vault: ReturnType<typeof openVault>): Promise<void> {
  const { main } = world.service.database;
  for (const { wrapped_key } of await main.selectFrom('executions').select('wrapped_key').execute())
    vault.openDataKey(wrapped_key as Uint8Array);
  expect(await signingSecrets(main, vault, 'endpoint', world.service.clock.time)).toHaveLength(1);
  for (const id of ids) expect((await world.read(id)).status).toBe('APPROVED');
}

describe('master-key rotate', () => {
  it('rewraps all data keys under a new master.key while a service runs', async () => {
    const ids = [await world.finish(), await world.finish('Bea')];
    const before = { key: text(), hash: world.service.services.vault.keyedHash('user-mark', 'x') };
    const links = (await world.read(ids[0]!)).checks;
    expect(await world.ask('master-key rotate')).toMatchObject({ rewrapped: 3, hasEnded: true });
    expect(text()).not.toBe(before.key);
    expect(statSync(file('master.key')).mode & 0o777).toBe(0o600);
    expect(await keysInUse()).toBe(1);
    expect(() => open(before.key)).toThrow(refusal);
    // The service has read neither file yet.
    ids.push(await world.finish('Cora'));
    expect(await keysInUse()).toBe(1);
    await expectAllOpen(ids, world.service.services.vault);
    await expectAllOpen(ids, open(text()));
    expect(open(text()).keyedHash('user-mark', 'x')).toBe(before.hash);
    expect((await world.read(ids[0]!)).checks).toEqual(links);
  });

  it('opens data with both keys until the settings of the service have the next one', async () => {
    const id = await world.finish();
    const [old, next] = [join(world.home, 'old.key'), join(world.home, 'next.key')];
    copyFileSync(file('master.key'), old);
    const settings = { MASTER_KEY_FILE: old };
    const result = await world.ask(`master-key rotate --new-key-file ${next}`, settings);
    expect(result).toMatchObject({ rewrapped: 2, hasEnded: false, isMade: true });
    expect(statSync(next).mode & 0o777).toBe(0o600);
    expect(await keysInUse()).toBe(1);
    for (const key of [old, next]) await expectAllOpen([id], open(readFileSync(key, 'utf8')));
    expect((await world.type('doctor', settings)).said).toContain('! master key: A rotation is not complete');
    const settle = (path: string) =>
      createRotationSettling(
        settlingParts(),
        {
          text: undefined,
          file: path,
          directory: world.service.folder,
        },
        silent,
      )();
    await settle(old);
    await expectAllOpen([id], open(readFileSync(old, 'utf8')));
    await settle(next);
    expect(() => open(readFileSync(old, 'utf8'))).toThrow(refusal);
    await expectAllOpen([id], open(readFileSync(next, 'utf8')));
  });

  it('records who began and who continued a rotation, and when the previous key was retired', async () => {
    const [old, next] = [join(world.home, 'old.key'), join(world.home, 'next.key')];
    copyFileSync(file('master.key'), old);
    const settings = { MASTER_KEY_FILE: old };
    for (let time = 0; time < 2; time += 1)
      await world.ask(`master-key rotate --new-key-file ${next}`, settings);
    const keyId = masterKeyId(Buffer.from(readFileSync(next, 'utf8'), 'base64'));
    const events = await world.ask<{ act: string; subjectId: string; changes: unknown }[]>(
      'audit list --account service',
      settings,
    );
    expect(events.map(({ act, subjectId, changes }) => [act, subjectId, changes])).toEqual([
      ['master-key.rotate', keyId, { isResumed: true }],
      ['master-key.rotate', keyId, null],
    ]);
    const steps: unknown[] = [];
    const settle = createRotationSettling(
      settlingParts(),
      { text: undefined, file: next, directory: world.service.folder },
      { ...silent, record: async (step) => void steps.push(step) },
    );
    await settle();
    await settle();
    expect(steps).toEqual([{ act: 'master-key.retire', keyId }]);
    await world.ask(`master-key rotate --new-key-file ${join(world.home, 'third.key')}`, {
      MASTER_KEY_FILE: next,
    });
  });

  it('rotates the key repeatedly', async () => {
    const ids = [await world.finish()];
    const keys = [text()];
    for (const name of ['Bea', 'Cora', 'Dora']) {
      await world.ask('master-key rotate');
      keys.push(text());
      ids.push(await world.finish(name));
    }
    expect(new Set(keys).size).toBe(4);
    for (const key of keys.slice(0, -1)) expect(() => open(key)).toThrow(refusal);
    await expectAllOpen(ids, open(text()));
  });

  describe('a killed rotation', () => {
    let old: string;
    let ids: string[];
    const ring = () => openKeyRing(world.service.folder, Buffer.from(old, 'base64'));
    beforeEach(async () => {
      ids = [await world.finish(), await world.finish('Bea')];
      old = text();
      const next = randomBytes(32);
      writePrivateFile(
        file('master.key.proof'),
        beginRotation(text('master.key.proof'), Buffer.from(old, 'base64'), next),
      );
    });

    const moments: [string, () => Promise<void>][] = [
      ['after it began', async () => {}],
      [
        'with some keys under the next one',
        async () => {
          let left = 1;
          const some = (wrapped: Uint8Array) => (left-- > 0 ? ring().vault.rewrap(wrapped) : null);
          await rewrapKeys(world.service.database.main, some, async () => {});
        },
      ],
      [
        'with all keys under the next one',
        async () => {
          await rewrapKeys(world.service.database.main, ring().vault.rewrap, async () => {});
        },
      ],
      [
        'with the next key in place',
        async () => {
          await rewrapKeys(world.service.database.main, ring().vault.rewrap, async () => {});
          writePrivateFile(file('master.key'), `${Buffer.from(ring().masterKey).toString('base64')}\n`);
        },
      ],
    ];
    it.each(moments)(
      'loses nothing when killed, and continues with the same command: %s',
      async (_, reach) => {
        await reach();
        const next = Buffer.from(ring().masterKey).toString('base64');
        for (const key of [old, next]) await expectAllOpen(ids, open(key));
        ids.push(await world.finish('Cora'));
        expect(await world.ask('master-key rotate')).toMatchObject({ isResumed: true, hasEnded: true });
        expect(text().trim()).toBe(next);
        expect(await keysInUse()).toBe(1);
        expect(() => open(old)).toThrow(refusal);
        await expectAllOpen(ids, open(next));
      },
    );

    it('refuses a key file in a missing folder', async () => {
      const file = join(world.home, 'missing', 'next.key');
      expect((await world.type(`master-key rotate --new-key-file ${file}`)).complained).toContain(
        `The folder ${join(world.home, 'missing')} does not exist. Create it, or use another one.`,
      );
    });

    it('refuses to continue with another key', async () => {
      const other = join(world.home, 'other.key');
      writeFileSync(other, randomBytes(32).toString('hex'), { mode: 0o600 });
      expect((await world.type(`master-key rotate --new-key-file ${other}`)).complained).toContain(
        'A rotation to another key has begun',
      );
      await expectAllOpen(ids, open(old));
    });

    it('writes a backup that either key opens, and reports that', async () => {
      const { said } = await world.type(`backup ${world.archive}`);
      expect(said).toContain(
        'A rotation of the master key is in progress: both the previous and the next key open the archive',
      );
      const next = Buffer.from(ring().masterKey).toString('base64');
      for (const MASTER_KEY of [old, next]) {
        const verified = await world.type(`backup verify ${world.archive}`, { MASTER_KEY });
        expect(verified).toMatchObject({ code: 0, said: expect.stringContaining('is in progress') });
      }
      mkdirSync(world.restored);
      writeFileSync(join(world.restored, 'master.key'), old, { mode: 0o600 });
      const restored = { DATA_DIR: world.restored };
      expect((await world.type(`restore ${world.archive}`, restored)).said).toContain(
        'Complete it: orchestration',
      );
      expect(await world.ask('master-key rotate', restored)).toMatchObject({
        isResumed: true,
        hasEnded: true,
      });
      expect(readFileSync(join(world.restored, 'master.key'), 'utf8').trim()).toBe(next);
      const ended = join(world.home, 'ended.tar');
      await world.ask(`backup ${ended}`, restored);
      expect((await world.type(`backup verify ${ended}`, { MASTER_KEY: old })).complained).toMatch(refusal);
      expect(await world.ask(`backup verify ${ended}`, restored)).toMatchObject({ isRotationOpen: false });
    });

    it('writes the next key to a missing file when given the previous key', async () => {
      const [settings, next] = [{ MASTER_KEY: old }, join(world.home, 'lost.key')];
      const result = await world.ask(`master-key rotate --new-key-file ${next}`, settings);
      expect(result).toMatchObject({ isMade: true, isResumed: true, hasEnded: false });
      expect(readFileSync(next, 'utf8').trim()).toBe(Buffer.from(ring().masterKey).toString('base64'));
      expect(statSync(next).mode & 0o777).toBe(0o600);
    });
  });

  it('creates no file of a next key while another rotation is running', async () => {
    const next = join(world.home, 'next.key');
    const release = holdFile(file('rotation.lock'), 'is held');
    try {
      const { complained } = await world.type(`master-key rotate --new-key-file ${next}`);
      expect(complained).toContain('is in progress');
      expect(existsSync(next)).toBe(false);
    } finally {
      release();
    }
  });

  it('leaves ending the rotation to a running service, whose settings may name the previous key', async () => {
    await world.finish();
    const [old, next] = [join(world.home, 'old.key'), join(world.home, 'next.key')];
    copyFileSync(file('master.key'), old);
    const rotate = (MASTER_KEY_FILE: string, DATA_DIR = world.service.folder) =>
      world.ask(`master-key rotate --new-key-file ${next}`, { MASTER_KEY_FILE, DATA_DIR });
    await rotate(old);
    expect(await rotate(next)).toMatchObject({ hasEnded: false });
    expect(() => open(readFileSync(old, 'utf8'))).not.toThrow();
    await world.ask(`backup ${world.archive}`, { MASTER_KEY_FILE: old });
    await world.ask(`restore ${world.archive}`, { MASTER_KEY_FILE: old, DATA_DIR: world.restored });
    expect(await rotate(next, world.restored)).toMatchObject({ hasEnded: true });
  });

  it('keeps each replaced master.key, for backups that were written under it', async () => {
    await world.finish();
    const keys = [text()];
    await world.ask(`backup ${world.archive}`);
    for (const _ of [1, 2]) {
      const { said } = await world.type('master-key rotate');
      expect(said).toMatch(/The previous key is kept in .*: remove it once no backup needs it/);
      keys.push(text());
    }
    const kept = readdirSync(world.service.folder).filter((name) => name.startsWith('master.key.before'));
    expect(kept.sort()).toEqual(['master.key.before-2030-01-15', 'master.key.before-2030-01-15-2']);
    expect(kept.map((name) => text(name))).toEqual(keys.slice(0, 2));
    for (const name of kept) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
    const MASTER_KEY_FILE = file(kept[0] ?? '');
    expect(await world.ask(`backup verify ${world.archive}`, { MASTER_KEY_FILE })).toBeTruthy();
    mkdirSync(world.restored);
    copyFileSync(MASTER_KEY_FILE, join(world.restored, 'master.key.before-2030-01-15'));
    await world.ask(`restore ${world.archive}`, { DATA_DIR: world.restored, MASTER_KEY_FILE });
  });

  it('opens data stored under the previous key at the last moment, and rewraps its key', async () => {
    await world.finish();
    const late = open(text()).createDataKey();
    const sealed = late.key.seal(Buffer.from('late'), 'x');
    await world.ask('master-key rotate');
    const { main } = world.service.database;
    await main.updateTable('executions').set({ wrapped_key: late.wrapped }).execute();
    expect(Buffer.from(open(text()).openDataKey(late.wrapped).open(sealed, 'x')).toString()).toBe('late');
    const source = { text: undefined, directory: world.service.folder };
    const settle = createRotationSettling(settlingParts(), source, silent);
    expect([await settle(), await settle()]).toEqual([1, 0]);
    const row = await main.selectFrom('executions').select('wrapped_key').executeTakeFirstOrThrow();
    expect(Buffer.from(open(text()).openDataKey(row.wrapped_key!).open(sealed, 'x')).toString()).toBe('late');
  });

  it.each<[string, (wrapped: Buffer) => unknown]>([
    [
      'a flipped bit',
      (wrapped) => Buffer.concat([wrapped.subarray(0, -1), Buffer.of((wrapped.at(-1) ?? 0) ^ 1)]),
    ],
    ['the mark of another master key', (wrapped) => Buffer.concat([randomBytes(8), wrapped.subarray(8)])],
    ['a cut end', (wrapped) => wrapped.subarray(0, 20)],
    ['no bytes', () => Buffer.alloc(0)],
    ['a text', () => 'no key'],
  ])('completes despite a stored key that has %s, and names its row', async (_, damage) => {
    const [bad, good] = [await world.finish(), await world.finish('Bea')];
    const { main } = world.service.database;
    const row = () => main.selectFrom('executions').select('wrapped_key').where('id', '=', bad);
    const wrapped = damage(Buffer.from((await row().executeTakeFirstOrThrow()).wrapped_key ?? []));
    await sql`update executions set wrapped_key = ${wrapped} where id = ${bad}`.execute(main);
    const [old, next] = [join(world.home, 'old.key'), join(world.home, 'next.key')];
    copyFileSync(file('master.key'), old);
    const rotate = `master-key rotate --new-key-file ${next}`;
    const { code, said } = await world.type(rotate, { MASTER_KEY_FILE: old });
    expect([code, said]).toEqual([0, expect.stringContaining(`1 stored keys are damaged`)]);
    expect(said).toContain(bad);
    const reported: unknown[] = [];
    const source = { text: undefined, file: next, directory: world.service.folder };
    await createRotationSettling(settlingParts(), source, {
      ...silent,
      onDamaged: (damaged) => reported.push(...damaged),
    })();
    expect(reported).toEqual([{ table: 'executions', id: bad }]);
    expect(() => open(readFileSync(old, 'utf8'))).toThrow(refusal);
    const { wrapped_key: whole } = await main
      .selectFrom('executions')
      .select('wrapped_key')
      .where('id', '=', good)
      .executeTakeFirstOrThrow();
    expect(() => open(readFileSync(next, 'utf8')).openDataKey(whole ?? Buffer.alloc(0))).not.toThrow();
    expect((await world.type('doctor', { MASTER_KEY_FILE: next })).said).toContain(
      `✗ integrity: The key of the execution ${bad} is damaged`,
    );
    expect(await world.ask(rotate.replace('next.key', 'third.key'), { MASTER_KEY_FILE: next })).toMatchObject(
      {
        damaged: [{ id: bad }],
      },
    );
  });

  it('keeps purged executions purged', async () => {
    const id = await world.finish();
    await world.ask(`execution purge ${id}`);
    expect(await world.ask('master-key rotate')).toMatchObject({ rewrapped: 1 });
    const row = await world.service.database.main
      .selectFrom('executions')
      .select('wrapped_key')
      .executeTakeFirst();
    expect(row?.wrapped_key).toBeNull();
  });

  it('counts no key that another process purges before it is replaced', async () => {
    for (const name of ['Anna', 'Bea']) await world.finish(name);
    const next = randomBytes(32);
    const proof = beginRotation(text('master.key.proof'), Buffer.from(text(), 'base64'), next);
    writePrivateFile(file('master.key.proof'), proof);
    const { vault } = openKeyRing(world.service.folder, Buffer.from(text(), 'base64'));
    const other = new DatabaseSync(databaseFile(world.service.folder));
    const rewrap = (wrapped: Uint8Array) => {
      other.prepare('update executions set wrapped_key = null where wrapped_key = ?').run(wrapped);
      return vault.rewrap(wrapped);
    };
    try {
      const { main } = world.service.database;
      // Two executions that were purged, and an endpoint.
      expect(await rewrapKeys(main, rewrap, async () => {})).toMatchObject({ found: 3, rewrapped: 1 });
    } finally {
      other.close();
    }
  });

  it('opens an earlier backup only with the previous key', async () => {
    const id = await world.finish();
    const old = text();
    await world.ask(`backup ${world.archive}`);
    await world.ask('master-key rotate');
    expect((await world.type(`backup verify ${world.archive}`)).complained).toMatch(refusal);
    const restored = { DATA_DIR: world.restored, MASTER_KEY: old };
    await world.ask(`restore ${world.archive}`, restored);
    expect(await world.ask(`backup verify ${world.archive}`, restored)).toMatchObject({
      opened: { executions: 1 },
    });
    expect(id).toBeTruthy();
  });

  it.each<[string, string, Record<string, string>, RegExp]>([
    [
      'without a file for the next key where a setting names the key',
      '',
      { MASTER_KEY: 'own' },
      /needs --new-key-file/,
    ],
    [
      'with the current key',
      '--new-key-file own',
      { MASTER_KEY_FILE: 'own' },
      /is already the master key of this data/,
    ],
    ['with a file that others can read', '--new-key-file open', {}, /can be read by others/],
    ['with a file that holds no key', '--new-key-file bad', {}, /does not contain a master key/],
    [
      'with another key than that of the data',
      '--new-key-file next',
      { MASTER_KEY: 'a'.repeat(64) },
      refusal,
    ],
  ])('refuses to rotate %s, and changes nothing', async (_, options, variables, words) => {
    const id = await world.finish();
    const own = join(world.home, 'own');
    copyFileSync(file('master.key'), own);
    writeFileSync(join(world.home, 'open'), 'b'.repeat(64));
    chmodSync(join(world.home, 'open'), 0o644);
    writeFileSync(join(world.home, 'bad'), 'no key', { mode: 0o600 });
    const before = [text(), text('master.key.proof')];
    const named = options.replace(/ (own|open|bad|next)$/, ` ${world.home}/$1`);
    const settings = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        value === 'own' ? (name === 'MASTER_KEY' ? text().trim() : own) : value,
      ]),
    );
    const { code, complained } = await world.type(`master-key rotate ${named}`.trim(), settings);
    expect(code).not.toBe(0);
    expect(complained).toMatch(words);
    expect([text(), text('master.key.proof')]).toEqual(before);
    await expectAllOpen([id], world.service.services.vault);
  });

  it('rewraps every table with wrapped keys', async () => {
    const { rows } = await sql<{ name: string; columns: string }>`
      select m.name as name, group_concat(c.name) as columns
      from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' group by m.name`.execute(
      world.service.database.main,
    );
    const wrapping = rows.filter(({ columns }) => /wrapped/.test(columns)).map(({ name }) => name);
    expect(wrapping.sort()).toEqual([...wrappedKeyTables].sort());
  });
});
