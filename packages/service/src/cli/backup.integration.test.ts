import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Execution } from '@vendor/contract';
import { Kysely, Migrator, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flipBit, readTar, rewriteTar, type TarEntry, writeTar } from '../../testing/archives.ts';
import { BackupWorld } from '../../testing/backup-world.ts';
import { Backend } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { digestFolder } from '../../testing/other-version.ts';
import { openIntegrityAnchor } from '../audit/integrity-anchor.ts';
import { renewCheckpoint } from '../audit/renew-checkpoint.ts';
import { readManifest } from '../backups/manifest.ts';
import { storeNamesToMove } from '../backups/moved-names.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { anchorSeals, sealEarlierStates } from '../db/integrity/seal-earlier-states.ts';
import { migrations } from '../db/migrations/index.ts';
import { databaseFile, holdFile } from '../db/opening/open-database.ts';
import { SqliteDialect } from '../db/opening/sqlite-dialect.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import type { Schema } from '../db/schema.ts';
import { openPurgeJournal } from '../retention/purge-journal.ts';
import { createPurgeReplay } from '../retention/replay-purges.ts';
import { openVault } from '../secrets/open-vault.ts';
import { notedBackup, noteVerifiedBackup } from '../settings/noted-backup.ts';

let world: BackupWorld;
beforeEach(async () => {
  world = await BackupWorld.open();
});
afterEach(() => world.close());

const refused = async (line: string, variables: Record<string, string> = {}) => {
  const { code, complained } = await world.type(line, variables);
  expect(code, complained).toBe(1);
  return complained;
};

describe('backup', () => {
  it('writes all files that a restored service needs, but no key and no purge journal', async () => {
    await world.finish();
    const reply = await world.ask(`backup ${world.archive}`);
    const [media = ''] = readdirSync(join(world.service.folder, 'media'), { recursive: true })
      .map(String)
      .filter((path) => path.length > 30);
    const names = readTar(world.archive).map(({ name }) => name);
    expect(names).toEqual([
      'backup.json',
      'master.key.proof',
      'service.db',
      'settings.json',
      'lists/ofac-sdn.1.db',
      'lists/ofac-sdn.1.json',
      'sdk-releases/1.2.3/chunks/capture-ab_C-1.js',
      'sdk-releases/1.2.3/integrity.json',
      world.networkList,
      `media/${media}`,
      'manifest.jsonl',
    ]);
    expect(reply).toMatchObject({ counts: { accounts: 1, executions: 1, captures: 1, endpoints: 1 } });
    expect(statSync(world.archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(world.home)).toEqual(['backup.tar']);
  });

  it('warns, on writing, verifying and restoring, about lists of networks that no setting names', async () => {
    const list = join(world.service.folder, world.networkList);
    for (const name of ['asn.mmdb', join('networks', 'old.mmdb')])
      cpSync(list, join(world.service.folder, name));
    symlinkSync(list, join(world.service.folder, 'networks', 'link.mmdb'));
    const words =
      '! Lists of networks in the data folder are not in the archive: asn.mmdb, networks/old.mmdb. Write backups with the same IP_COUNTRY_DB';
    const restored = {
      DATA_DIR: world.restored,
      MASTER_KEY_FILE: join(world.service.folder, 'master.key'),
    };
    for (const [line, variables] of [
      [`backup ${world.archive}`, {}],
      [`backup verify ${world.archive} --scratch ${world.home}`, {}],
      [`restore ${world.archive}`, restored],
    ] as const) {
      const { code, said } = await world.type(line, variables);
      expect([code, said]).toEqual([0, expect.stringContaining(words)]);
    }
    const all = {
      IP_ASN_DB: join(world.service.folder, 'asn.mmdb'),
      IP_ANONYMOUS_DB: join(list, '../old.mmdb'),
    };
    expect(await world.ask(`backup ${join(world.home, 'all.tar')}`, all)).toMatchObject({ leftOut: [] });
  });

  it.each(['asn.dat', 'asn (1).mmdb'])(
    'warns about a list of networks that a setting names but a backup cannot contain: %s',
    async (name) => {
      const list = join(world.service.folder, 'networks', name);
      cpSync(join(world.service.folder, world.networkList), list);
      const written = await world.ask(`backup ${world.archive}`, { IP_ASN_DB: list });
      expect(written).toMatchObject({ leftOut: [`networks/${name}`] });
    },
  );

  it('leaves out media in a bucket, and names the bucket on writing, verifying and restoring', async () => {
    await world.finish();
    // No command connects to the bucket.
    const inBucket = {
      MEDIA_URL: 's3://media/live?endpoint=http%3A%2F%2F127.0.0.1%3A1&region=us-east-1',
      MEDIA_ACCESS_KEY_ID: 'id',
      MEDIA_SECRET_ACCESS_KEY: 'canary',
    };
    const written = await world.type(`backup ${world.archive}`, inBucket);
    expect(written).toMatchObject({ code: 0, complained: '' });
    expect(written.said).toContain(
      'The archive does not contain the media: they are in s3://media/live. Copy the bucket',
    );
    const names = readTar(world.archive).map(({ name }) => name);
    expect(names).toContain('service.db');
    expect(names.filter((name) => name.startsWith('media/'))).toEqual([]);
    const verified = await world.type(`backup verify ${world.archive} --scratch ${world.home}`);
    expect(verified).toMatchObject({ code: 0, complained: '' });
    expect(verified.said).toContain('they are in s3://media/live. They were not verified.');
    const MASTER_KEY_FILE = join(world.service.folder, 'master.key');
    const restore = async (DATA_DIR: string, more = {}) =>
      (await world.type(`restore ${world.archive}`, { DATA_DIR, MASTER_KEY_FILE, ...more })).said;
    expect(await restore(world.restored)).toContain(
      '! Its media are in s3://media/live: set MEDIA_URL before the first start.',
    );
    expect(await restore(join(world.home, 'again'), inBucket)).toContain(
      '\nIts media are in s3://media/live.',
    );
  });

  it('lists size and digest of each file in a manifest authenticated by the master key', async () => {
    await world.finish();
    await world.ask(`backup ${world.archive}`);
    const files = readTar(world.archive);
    const text = files.at(-1)?.content.toString('utf8') ?? '';
    const lines = text.trimEnd().split('\n').slice(1, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      files.slice(0, -1).map(({ name, content, sha256 }) => ({
        path: name,
        size: content.byteLength,
        sha256,
      })),
    );
    // Pieces of one byte, as a disk may return them.
    async function* pieces(of: string) {
      for (const byte of Buffer.from(of)) yield Buffer.of(byte);
    }
    const read = (of: string, found = lines) =>
      readManifest(
        world.service.services.vault,
        pieces(of),
        pieces(found.map((line) => `${line}\n`).join('')),
      );
    const { summary, difference } = await read(text);
    expect(difference).toBeNull();
    expect((await read(text, lines.slice(0, -1))).difference).toMatchObject({ found: null });
    expect((await read(text, [...lines, lines[0] ?? ''])).difference).toMatchObject({ named: null });
    expect(summary).toMatchObject({
      format: 'orchestration-backup',
      version: expect.stringMatching(/^\d/),
      createdAt: new Date(world.service.clock.time).toISOString(),
      migrations: expect.arrayContaining(['0001-initial-schema']),
    });
    await expect(read(text.replace('service.db', 'service.dc'))).rejects.toThrow(
      /was changed after it was written/,
    );
    await expect(read('')).rejects.toThrow(/was changed after it was written/);
  });

  it('copies the database as of one moment while others write to it', async () => {
    await world.finish();
    const starting = (async () => {
      for (let count = 0; count < 20; count += 1) await world.finish(`Number ${count}`);
    })();
    const { counts } = await world.ask<{ counts: { executions: number } }>(`backup ${world.archive}`);
    await starting;
    expect(counts.executions).toBeGreaterThan(0);
    expect(readTar(world.archive).filter(({ name }) => name.startsWith('media/')).length).toBeGreaterThan(0);
  });

  /** Writes a backup, and calls back each time the data folder has been listed. */
  const writeWhile = async (onListing: () => void) => {
    const { writeBackup } = await import('../backups/write-backup.ts');
    const networkLists = {
      get country() {
        onListing();
        return null;
      },
      asn: null,
      anonymous: null,
    };
    const { clock, services, folder } = world.service;
    const environment = { dataFolder: folder, networkLists };
    const source = { environment, mediaIn: null, vault: services.vault, clock, record: async () => {} };
    return writeBackup(source, world.archive);
  };
  let version = 1;
  beforeEach(() => {
    version = 1;
  });
  /** Imports the next version of a list, as the command does. */
  const importNext = () => {
    version += 1;
    const path = (of: number, kind: string) => join(world.service.folder, 'lists', `ofac-sdn.${of}.${kind}`);
    writeFileSync(path(version, 'db'), `names ${version}`);
    writeFileSync(path(version, 'json'), '{}');
    rmSync(path(version - 1, 'json'));
    rmSync(path(version - 1, 'db'));
  };

  it('contains a list of people that was imported again during the backup', async () => {
    const { summary } = await writeWhile(() => {
      if (version < 3) importNext();
    });
    expect(summary.lists).toEqual(['ofac-sdn']);
    expect(readTar(world.archive).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['lists/ofac-sdn.3.db', 'lists/ofac-sdn.3.json']),
    );
    expect(await world.ask(`backup verify ${world.archive}`)).toBeTruthy();
  });

  it('writes nothing if files keep vanishing', async () => {
    await expect(writeWhile(importNext)).rejects.toThrow(/keeps being replaced/);
    rmSync(join(world.service.folder, world.networkList));
    expect(await refused(`backup ${world.archive}`)).toContain(`${world.networkList} does not exist`);
    expect(existsSync(world.archive)).toBe(false);
  });

  it('leaves out a version of a list that is still being imported', async () => {
    for (const kind of ['db', 'db-journal', 'draft'])
      writeFileSync(join(world.service.folder, 'lists', `ofac-sdn.2.${kind}`), 'half');
    await world.ask(`backup ${world.archive}`);
    expect(readTar(world.archive).filter(({ name }) => name.startsWith('lists/ofac-sdn.2'))).toEqual([]);
  });

  it('reports media missing from the data folder, and exits with 1', async () => {
    await world.finish();
    await world.finish('Bea');
    const [media = ''] = readdirSync(join(world.service.folder, 'media'), { recursive: true })
      .map(String)
      .filter((path) => path.length > 30);
    rmSync(join(world.service.folder, 'media', media));
    const { code, said } = await world.type(`backup ${world.archive}`);
    expect([code, said]).toEqual([1, expect.stringContaining('! 1 media are missing from the data folder')]);
    expect(existsSync(world.archive)).toBe(true);
  });

  it('overwrites no file, and removes the draft of a killed backup', async () => {
    writeFileSync(world.archive, 'precious');
    expect(await refused(`backup ${world.archive}`)).toContain('already exists and was not changed');
    expect(readFileSync(world.archive, 'utf8')).toBe('precious');
    rmSync(world.archive);
    mkdirSync(`${world.archive}.unfinished`);
    writeFileSync(join(`${world.archive}.unfinished`, 'archive'), 'half');
    await world.ask(`backup ${world.archive}`);
    expect(readdirSync(world.home)).toEqual(['backup.tar']);
  });

  it.each([
    ['in the data folder', (at: BackupWorld) => join(at.service.folder, 'b.tar'), 'is in the data folder'],
    ['in a missing folder', (at: BackupWorld) => join(at.home, 'a', 'b.tar'), 'does not exist. Create it'],
    ['that is a folder', (at: BackupWorld) => at.home, 'already exists'],
  ])('refuses to write a backup to a file %s', async (_, fileOf, words) => {
    expect(await refused(`backup ${fileOf(world)}`)).toContain(words);
  });

  it('refuses to back up a folder without data, and one that is being backed up', async () => {
    const empty = join(world.home, 'empty');
    mkdirSync(empty);
    expect(await refused(`backup ${world.archive}`, { DATA_DIR: empty })).toContain('There is no data in');
    const release = holdFile(join(world.service.folder, 'backup.lock'), 'is held');
    try {
      expect(await refused(`backup ${world.archive}`)).toContain('Another backup of');
    } finally {
      release();
    }
  });
});

describe('backup verify', () => {
  const verify = (variables: Record<string, string> = {}) =>
    refused(`backup verify ${world.archive} --scratch ${world.home}`, variables);

  beforeEach(async () => {
    await world.finish();
    await world.ask(`backup ${world.archive}`);
  });
  afterEach(() => {
    expect(readdirSync(world.home).filter((name) => name.startsWith('orchestration-verify'))).toEqual([]);
  });

  it('opens executions, media and secrets with the master key, and leaves no files behind', async () => {
    const reply = await world.ask(`backup verify ${world.archive} --scratch ${world.home}`);
    expect(notedBackup(world.service.folder, world.service.clock.time)?.createdAt).toBe(
      Date.parse(`${reply.createdAt}`),
    );
    expect(reply).toMatchObject({
      opened: { executions: 1, media: 1, endpoints: 1 },
      counts: { executions: 1 },
      pending: [],
    });
  });

  it('ignores the note of a backup written while the clock was ahead', async () => {
    const { folder, clock } = world.service;
    const ahead = { createdAt: clock.time + 86_400_000, verifiedAt: clock.time + 86_400_000 };
    noteVerifiedBackup(folder, ahead);
    expect(notedBackup(folder, clock.time)).toBeNull();
    const reply = await world.ask(`backup verify ${world.archive} --scratch ${world.home}`);
    const noted = { createdAt: Date.parse(`${reply.createdAt}`), verifiedAt: clock.time };
    expect(notedBackup(folder, clock.time)).toEqual(noted);
    noteVerifiedBackup(folder, { ...ahead, verifiedAt: clock.time });
    expect(notedBackup(folder, clock.time)).toEqual(noted);
  });

  it.each([
    'backup.json',
    'master.key.proof',
    'service.db',
    'settings.json',
    'lists/ofac-sdn.1.db',
    'sdk-releases/1.2.3/chunks/',
    'networks/country.mmdb',
    'media/',
    'manifest.jsonl',
  ])('finds a flipped bit in %s', async (name) => {
    flipBit(world.archive, name);
    expect(await verify()).toMatch(/damaged|changed|another master key|no backup|newer version/);
  });

  const extra = (entry: TarEntry) => (entries: readonly TarEntry[]) => [
    ...entries.slice(0, -1),
    entry,
    ...entries.slice(-1),
  ];
  const content = Buffer.from('x');
  it.each<[string, (entries: readonly TarEntry[]) => readonly TarEntry[], RegExp]>([
    [
      'a symbolic link',
      extra({ name: 'lists/a.1.db', type: 'symlink', linkname: '/etc/passwd' }),
      /is a symlink, not a file/,
    ],
    [
      'a hard link',
      extra({ name: 'lists/a.1.db', type: 'link', linkname: '/etc/passwd' }),
      /is a link, not a file/,
    ],
    ['a folder', extra({ name: 'lists', type: 'directory' }), /is a directory, not a file/],
    ['a pipe', extra({ name: 'lists/a.1.db', type: 'fifo' }), /is a fifo, not a file/],
    ['an absolute path', extra({ name: '/etc/cron.d/x', content }), /is not a path of a backup/],
    ['a path that leaves its folder', extra({ name: 'lists/../../x', content }), /is not a path of a backup/],
    ['a path with backslashes', extra({ name: 'lists\\..\\x', content }), /is not a path of a backup/],
    ['a hidden file', extra({ name: 'lists/.x', content }), /is not a path of a backup/],
    ['a master key', extra({ name: 'master.key', content }), /is not a path of a backup/],
    ['a purge journal', extra({ name: 'purges.log', content }), /is not a path of a backup/],
    ['media at another place', extra({ name: 'media/ab/x', content }), /is not a path of a backup/],
    [
      'an additional file',
      extra({ name: 'lists/a.1.db', content }),
      /"lists\/a.1.db" is not in its manifest/,
    ],
    ['a file twice', extra({ name: 'settings.json', content }), /contains "settings.json" twice/],
    ['two heads', extra({ name: 'backup.json', content }), /contains backup.json twice/],
    [
      'a file after its manifest',
      (all) => [...all, { name: 'lists/a.1.db', content }],
      /follows its manifest/,
    ],
    ['a missing file', (all) => all.filter(({ name }) => !name.startsWith('media/')), /media\/.* is missing/],
    [
      'no proof of the key',
      (all) => all.filter(({ name }) => name !== 'master.key.proof'),
      /is in the wrong place/,
    ],
    ['no manifest', (all) => all.slice(0, -1), /is truncated: its manifest/],
    [
      'another order',
      ([head, proof, ...rest]) => [head!, proof!, ...[...rest].reverse()],
      /follows its manifest/,
    ],
  ])('refuses an archive with %s', async (_, edit, words) => {
    await rewriteTar(world.archive, edit);
    expect(await verify()).toMatch(words);
  });

  it('refuses a manifest written without the master key', async () => {
    await rewriteTar(world.archive, (all) =>
      all.map((entry) =>
        entry.name === 'manifest.jsonl'
          ? {
              ...entry,
              content: Buffer.from(String(entry.content).replace('"executions":1', '"executions":0')),
            }
          : entry,
      ),
    );
    expect(await verify()).toContain('was not authenticated with this master key');
  });

  it.each([0.1, 0.5, 0.9, 0.99])('refuses an archive cut to %f of its length', async (share) => {
    const bytes = readFileSync(world.archive);
    writeFileSync(world.archive, bytes.subarray(0, Math.floor(bytes.byteLength * share)));
    expect(await verify()).toMatch(/is truncated|is not a tar archive/);
  });

  it('refuses files that are not archives of the service', async () => {
    const tryWith = async (bytes: string | Buffer) => {
      writeFileSync(world.archive, bytes);
      return verify();
    };
    expect(await tryWith('')).toContain('is empty');
    expect(await tryWith('a text')).toMatch(/is truncated|not a tar archive|not a backup/);
    expect(await tryWith(randomBytes(4096))).toContain('is not a tar archive');
    expect(await tryWith(Buffer.alloc(10_240))).toContain('is not a backup of this service');
    await writeTar(world.archive, [{ name: 'holiday.jpg', content }]);
    expect(await verify()).toContain('is not a backup of this service');
    rmSync(world.archive);
    expect(await verify()).toContain('does not exist');
    mkdirSync(world.archive);
    expect(await verify()).toContain('is not a file');
  });

  it('refuses another master key, and asks for one if none is available', async () => {
    expect(await verify({ MASTER_KEY: randomBytes(32).toString('hex') })).toContain(
      `${world.archive} was written with another master key. Set MASTER_KEY_FILE to that key`,
    );
    expect(await verify({ DATA_DIR: join(world.home, 'empty') })).toContain('A master key is required');
    expect(existsSync(join(world.home, 'empty'))).toBe(false);
  });

  it('refuses an archive of a newer version, and names that version', async () => {
    await rewriteTar(world.archive, ([head, ...rest]) => {
      const described = JSON.parse(String(head?.content));
      const newer = { ...described, migrations: [...described.migrations, '9999-later'], version: '9.0.0' };
      return [{ name: 'backup.json', content: Buffer.from(JSON.stringify(newer)) }, ...rest];
    });
    expect(await verify()).toMatch(
      /made by a newer version.*9999-later.*Use the version.* 9\.0\.0, or a later one/,
    );
  });

  it('finds an audit trail that was changed before the backup', async () => {
    rmSync(world.archive);
    const { main } = world.service.database;
    expect(await main.selectFrom('audit_events').select('seq').execute()).not.toEqual([]);
    await sql`drop trigger audit_events_refuse_update`.execute(main);
    await main.updateTable('audit_events').set({ act: 'key.create' }).execute();
    await world.ask(`backup ${world.archive}`);
    expect(await verify()).toMatch(/The audit trail is broken at .*EVENT_CHANGED/);
  });

  it('finds a list of people that is missing from the archive', async () => {
    rmSync(world.archive);
    rmSync(join(world.service.folder, 'lists', 'ofac-sdn.1.db'));
    await world.ask(`backup ${world.archive}`);
    expect(await verify()).toContain('The archive lacks the list of people ofac-sdn');
  });

  it('finds data that was damaged before the backup', async () => {
    rmSync(world.archive);
    const { main } = world.service.database;
    await main
      .updateTable('executions')
      .set({ sealed_inputs: randomBytes(60) })
      .execute();
    await world.ask(`backup ${world.archive}`);
    expect(await verify()).toMatch(/The data of the execution .* cannot be decrypted with the master key/);
  });
});

describe('restore', () => {
  const keyed = () => ({
    DATA_DIR: world.restored,
    MASTER_KEY_FILE: join(world.service.folder, 'master.key'),
  });
  const restore = (variables: Record<string, string> = {}) =>
    refused(`restore ${world.archive}`, { ...keyed(), ...variables });
  /** Opens the service on the restored folder. */
  const onCopy = async <Result>(work: (copy: InProcessService) => Promise<Result>): Promise<Result> => {
    const text = readFileSync(keyed().MASTER_KEY_FILE, 'utf8');
    const copy = await InProcessService.openWithKey(world.restored, text);
    try {
      return await work(copy);
    } finally {
      await copy.close();
    }
  };

  it('restores the proof that states and audit trail were sealed, so that unsealed rows are detected', async () => {
    const { database, seal, folder, services, clock } = world.service;
    const id = await world.finish();
    const audit = createAuditStore(database);
    const anchor = openIntegrityAnchor(folder, services.vault);
    await sealEarlierStates(database, { audit, seal, now: 7 });
    await renewCheckpoint({ audit, vault: services.vault, clock, anchor }, 'start');
    await anchorSeals(database.reader, audit, anchor);
    await world.ask(`backup ${world.archive}`);
    await world.ask(`backup verify ${world.archive} --scratch ${world.home}`);
    await world.ask(`restore ${world.archive}`, keyed());
    expect(openIntegrityAnchor(world.restored, services.vault).read()).toEqual({
      sealedAt: 7,
      executions: 0,
    });
    const file = new DatabaseSync(databaseFile(world.restored));
    file.exec(`drop trigger audit_events_refuse_update; drop trigger audit_events_refuse_delete;
      delete from audit_events; delete from audit_checkpoints;
      update executions set state_mac = null, status = 'APPROVED'`);
    file.close();
    const { said } = await world.type('audit verify', keyed());
    expect(said).toContain('the checkpoint was removed');
    expect(said).toContain(`${id} differs from what the service wrote (STATE_UNSEALED)`);
    expect((await world.type('doctor', keyed())).said).toContain('the audit trail knows of no seal');
  });

  it('restores every execution with its media, and every other file', async () => {
    const ids = [await world.finish(), await world.finish('Bea')];
    await world.ask(`backup ${world.archive}`);
    expect(await world.ask(`restore ${world.archive}`, keyed())).toMatchObject({
      counts: { executions: 2 },
      held: false,
      hasPurgeJournal: false,
      pending: [],
    });
    const kept = (folder: string) =>
      Object.entries(digestFolder(folder))
        .map(([path, digest]) => [relative(folder, path), digest])
        .filter(([path]) =>
          /^(media.[0-9a-f]|lists.*[^t]$|sdk-releases.1|networks|settings|master.key.proof)/.test(`${path}`),
        );
    expect(kept(world.restored)).toEqual(kept(world.service.folder));
    expect(statSync(world.restored).mode & 0o777).toBe(0o700);
    const before = await Promise.all(ids.map((id) => world.read(id)));
    await onCopy(async (copy) => {
      copy.clock.time = world.service.clock.time;
      const reading = await copy.addApiKey(world.accountId, null);
      const after = await Promise.all(
        ids.map(async (id) => (await new Backend(copy, reading).read<Execution>(id)).data),
      );
      expect(after).toEqual(before);
    });
  });

  it('restores into a folder that contains only the master key, and says so', async () => {
    await world.ask(`backup ${world.archive}`);
    mkdirSync(world.restored, { mode: 0o700 });
    cpSync(keyed().MASTER_KEY_FILE, join(world.restored, 'master.key'));
    const { said } = await world.type(`restore ${world.archive}`, { DATA_DIR: world.restored });
    expect(said).toContain('Its master key is master.key in the folder.');
    expect(said).toContain('There is no list of purges');
    const { findings } = await world
      .ask<{ findings: { check: string; state: string }[] }>('doctor', {
        DATA_DIR: world.restored,
      })
      .catch(async () => JSON.parse((await world.type('doctor --json', { DATA_DIR: world.restored })).said));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'master key', state: 'ok' }));
  });

  it("repeats purges from after the backup, using the original's purge journal", async () => {
    const [gone, kept] = [await world.finish(), await world.finish('Bea')];
    await world.ask(`backup ${world.archive}`);
    await world.ask(`execution purge ${gone}`);
    expect(await world.ask(`restore ${world.archive}`, keyed())).toMatchObject({ hasPurgeJournal: true });
    await onCopy(async (copy) => {
      const replay = createPurgeReplay({
        purges: createPurgeStore(copy.database, copy.seal),
        journal: openPurgeJournal(world.variables.PURGE_JOURNAL ?? ''),
        media: copy.services.media,
      });
      expect(await replay()).toBe(1);
      const left = await copy.database.main
        .selectFrom('executions')
        .select('id')
        .where('wrapped_key', 'is not', null)
        .execute();
      expect(left.map(({ id }) => id)).toEqual([kept]);
    });
  });

  it('holds webhooks until they are released, as reported by doctor and the CLI', async () => {
    await world.finish();
    await world.ask(`backup ${world.archive}`);
    const { said } = await world.type(`restore ${world.archive} --held`, keyed());
    expect(said).toContain('Webhooks are held');
    const doctor = async () => (await world.type('doctor', keyed())).said;
    expect(await doctor()).toContain('! held webhooks: All webhooks are held since 2030-01-15');
    expect(await refused('webhook test endpoint', keyed())).toContain('Webhooks are held, as after');
    expect(await world.ask('webhook release', keyed())).toEqual({ heldSince: '2030-01-15T12:00:00.000Z' });
    expect(await world.ask('webhook release', keyed())).toEqual({ heldSince: null });
    expect(await doctor()).not.toContain('held webhooks');
    await world.ask('webhook hold', keyed());
    expect(await doctor()).toContain('! held webhooks: All webhooks are held since');
    expect((await world.type('webhook hold', keyed())).said).toContain('Webhooks were held already, since');
    expect(await world.ask('audit list --act webhooks.hold', keyed())).toHaveLength(1);
  });

  it('records who wrote the backup, who restored it, and who released the webhooks', async () => {
    const acts = async (variables: Record<string, string> = {}) =>
      (
        await world.ask<{ act: string; actorKind: string; subjectId: string; changes: unknown }[]>(
          'audit list --account service',
          variables,
        )
      ).map(({ act, actorKind, subjectId, changes }) => [act, actorKind, subjectId, changes]);
    const createdAt = new Date(world.service.clock.time).toISOString();
    const written = ['backup.write', 'operator', createdAt, { archive: world.archive }];
    await world.ask(`backup ${world.archive}`);
    await refused(`backup ${world.archive}`);
    expect(await acts()).toEqual([written]);
    await world.ask(`restore ${world.archive} --held`, keyed());
    await world.ask('webhook release', keyed());
    await world.ask('webhook release', keyed());
    expect(await acts(keyed())).toEqual([
      ['webhooks.release', 'operator', null, { heldSince: [createdAt, null] }],
      ['backup.restore', 'operator', createdAt, { archive: world.archive, held: true }],
      written,
    ]);
    expect(await acts()).toEqual([written]);
    const again = { ...keyed(), DATA_DIR: join(world.home, 'again') };
    await world.ask(`restore ${world.archive}`, again);
    expect(await acts(again)).toEqual([
      ['backup.restore', 'operator', createdAt, { archive: world.archive, held: false }],
      written,
    ]);
    expect(await world.ask('audit verify', again)).toMatchObject({ breaks: [] });
  });

  it('refuses to back up, restore, release or rotate if the audit trail does not store the act', async () => {
    await world.ask(`backup ${world.archive}`);
    await world.ask(`restore ${world.archive} --held`, keyed());
    const drop = `create trigger drop_events before insert on audit_events begin select raise(ignore); end`;
    const copy = new DatabaseSync(databaseFile(world.restored));
    copy.exec(drop);
    copy.close();
    const key = join(world.home, 'next.key');
    const second = join(world.home, 'second.tar');
    const proof = () => readFileSync(join(world.restored, 'master.key.proof'), 'utf8');
    const before = proof();
    for (const line of [`backup ${second}`, 'webhook release', `master-key rotate --new-key-file ${key}`])
      expect(await refused(line, keyed())).toContain('The database kept no event of');
    expect([existsSync(second), proof()]).toEqual([false, before]);
    expect((await world.type('doctor', keyed())).said).toContain('! held webhooks');
    await sql.raw(drop).execute(world.service.database.main);
    const { writeBackup } = await import('../backups/write-backup.ts');
    const { services, folder } = world.service;
    const environment = { dataFolder: folder, networkLists: { country: null, asn: null, anonymous: null } };
    await writeBackup({ environment, mediaIn: null, ...services, record: async () => {} }, second);
    const third = { ...keyed(), DATA_DIR: join(world.home, 'third') };
    expect(await refused(`restore ${second}`, third)).toContain('The database kept no event of');
    expect(existsSync(third.DATA_DIR)).toBe(false);
  });

  it('keeps webhooks held in a backup of a copy that holds them', async () => {
    await world.ask(`backup ${world.archive}`);
    await world.ask(`restore ${world.archive} --held`, keyed());
    const second = join(world.home, 'second.tar');
    await world.ask(`backup ${second}`, keyed());
    const again = { ...keyed(), DATA_DIR: join(world.home, 'again') };
    await world.ask(`restore ${second}`, again);
    expect((await world.ask('webhook release', again)).heldSince).not.toBeNull();
  });

  it.each<[string, (folder: string) => void]>([
    ['data', (folder) => writeFileSync(join(folder, 'service.db'), 'data')],
    ['some other file', (folder) => writeFileSync(join(folder, 'notes.txt'), 'precious')],
    ['only media', (folder) => mkdirSync(join(folder, 'media'))],
    [
      'media that a killed restore did not move',
      (folder) => {
        mkdirSync(join(folder, '.restoring', 'media'), { recursive: true });
        storeNamesToMove(join(folder, '.restoring'), ['media', 'service.db']);
        mkdirSync(join(folder, 'media'));
      },
    ],
    [
      'media and a damaged list of what a killed restore moved',
      (folder) => {
        mkdirSync(join(folder, '.restoring'));
        writeFileSync(join(folder, '.restoring', '.moving'), '["media", "service');
        mkdirSync(join(folder, 'media'));
      },
    ],
  ])('refuses to restore into a folder with %s, and does not change it', async (_, lay) => {
    await world.ask(`backup ${world.archive}`);
    mkdirSync(world.restored);
    lay(world.restored);
    const before = [readdirSync(world.restored), digestFolder(world.restored)];
    expect(await restore()).toContain('is not empty');
    expect([readdirSync(world.restored), digestFolder(world.restored)]).toEqual(before);
  });

  it('removes only files of its folder, whatever the list of a killed restore names', async () => {
    await world.ask(`backup ${world.archive}`);
    const draft = join(world.restored, '.restoring');
    mkdirSync(draft, { recursive: true });
    const precious = [join(world.home, 'x'), join(world.restored, 'purges.log')];
    for (const file of precious) writeFileSync(file, 'precious');
    const names = ['../x', join(world.home, 'x'), '..', '.', '', null, 7, 'purges.log', 'media'];
    writeFileSync(join(draft, '.moving'), JSON.stringify(names));
    await world.ask(`restore ${world.archive}`, keyed());
    for (const file of precious) expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(readdirSync(world.restored)).not.toContain('.restoring');
  });

  it('restores into a folder with a purge journal and lost+found, and does not change either', async () => {
    await world.ask(`backup ${world.archive}`);
    mkdirSync(join(world.restored, 'lost+found'), { recursive: true });
    writeFileSync(join(world.restored, 'purges.log'), 'precious');
    flipBit(world.archive, 'service.db');
    expect(await restore()).toMatch(/was damaged or changed/);
    expect(readdirSync(world.restored).sort()).toEqual(['lost+found', 'purges.log']);
    flipBit(world.archive, 'service.db');
    const PURGE_JOURNAL = join(world.restored, 'purges.log');
    expect(await world.ask(`restore ${world.archive}`, { ...keyed(), PURGE_JOURNAL })).toMatchObject({
      hasPurgeJournal: true,
    });
    expect(readFileSync(PURGE_JOURNAL, 'utf8')).toBe('precious');
  });

  it.skipIf(process.getuid?.() !== 0)('asks root to give the files to the user of the service', async () => {
    await world.ask(`backup ${world.archive}`);
    const { said } = await world.type(`restore ${world.archive}`, keyed());
    expect(said).toContain(`All files belong to root`);
    expect(said).toContain(`chown -R <user> ${world.restored}`);
  });

  it("refuses to restore into a file, a running service's folder, or a folder that is being restored", async () => {
    await world.ask(`backup ${world.archive}`);
    expect(await restore({ DATA_DIR: world.service.folder })).toContain('is not empty');
    expect(await restore({ DATA_DIR: world.archive })).toContain('is a file');
    mkdirSync(world.restored);
    const release = holdFile(join(world.restored, 'service.lock'), 'is held');
    try {
      expect(await restore()).toContain('Another process is using');
    } finally {
      release();
    }
  });

  it.each<[string, () => Promise<void> | void, RegExp]>([
    ['changed', () => flipBit(world.archive, 'service.db'), /was damaged or changed/],
    ['changed in its media', () => flipBit(world.archive, 'media/'), /was damaged or changed/],
    [
      'cut off',
      () => writeFileSync(world.archive, readFileSync(world.archive).subarray(0, 60_000)),
      /is truncated/,
    ],
    [
      'changed to contain a path that leaves the folder',
      () => rewriteTar(world.archive, (all) => [...all.slice(0, 3), { name: '../x' }]),
      /is not a path of a backup/,
    ],
  ])('leaves no file behind of an archive that is %s', async (_, spoil, words) => {
    await world.finish();
    await world.ask(`backup ${world.archive}`);
    await spoil();
    expect(await restore()).toMatch(words);
    expect(existsSync(world.restored)).toBe(false);
    mkdirSync(world.restored);
    expect(await restore()).toMatch(words);
    expect(readdirSync(world.restored)).toEqual([]);
    expect(existsSync(join(world.home, 'x'))).toBe(false);
  });

  it('refuses to restore with another master key', async () => {
    await world.ask(`backup ${world.archive}`);
    const other = join(world.home, 'other.key');
    writeFileSync(other, randomBytes(32).toString('hex'), { mode: 0o600 });
    expect(await restore({ MASTER_KEY_FILE: other })).toContain('was written with another master key');
    expect(existsSync(world.restored)).toBe(false);
  });

  it.each<[string, readonly string[]]>([
    ['nothing', []],
    ['the proof of the key', ['master.key.proof']],
    ['lists of people', ['lists']],
    ['a folder of network lists', ['networks']],
    ['a network list', ['asn.mmdb']],
    ['several files', ['settings.json', 'sdk-releases', 'media']],
  ])(
    'restores again after a restore was killed that had moved %s, and refuses other commands until then',
    async (_, moved) => {
      const list = join(world.service.folder, 'asn.mmdb');
      cpSync(join(world.service.folder, world.networkList), list);
      await world.finish();
      await world.ask(`backup ${world.archive}`, { IP_ASN_DB: list });
      await world.ask(`restore ${world.archive}`, keyed());
      const names = readdirSync(world.restored).filter((name) => name !== 'service.lock');
      expect(names).toEqual(expect.arrayContaining([...moved]));
      const draft = join(world.restored, '.restoring');
      mkdirSync(draft);
      if (moved.length > 0) storeNamesToMove(draft, names);
      for (const name of names)
        if (!moved.includes(name)) renameSync(join(world.restored, name), join(draft, name));
      expect(await refused('account list', keyed())).toContain('A restore into');
      const said = (await world.type('doctor', keyed())).said;
      expect(said).toContain(`A restore into ${world.restored} was interrupted.`);
      await world.ask(`restore ${world.archive}`, keyed());
      expect(readdirSync(world.restored)).not.toContain('.restoring');
      expect((await world.type('account list', keyed())).said).toContain('A bank');
    },
  );

  it('restores data of an older version unchanged, and lets the next start migrate it with its hold', async () => {
    const folder = join(world.home, 'older');
    mkdirSync(folder, { mode: 0o700 });
    const older = new Kysely<Schema>({
      dialect: new SqliteDialect({ file: databaseFile(folder), readOnly: false }),
    });
    const early = Object.fromEntries(Object.entries(migrations).slice(0, 4));
    await new Migrator({ db: older, provider: { getMigrations: async () => early } }).migrateToLatest();
    await older.destroy();
    openVault({ text: readFileSync(keyed().MASTER_KEY_FILE, 'utf8'), directory: folder });
    const { writeBackup } = await import('../backups/write-backup.ts');
    const environment = { dataFolder: folder, networkLists: { country: null, asn: null, anonymous: null } };
    await writeBackup(
      {
        environment,
        mediaIn: null,
        vault: world.service.services.vault,
        clock: world.service.clock,
        record: async () => {},
      },
      world.archive,
    );
    const { said } = await world.type(`restore ${world.archive}`, keyed());
    expect(said).toContain(`The next start migrates it: ${Object.keys(migrations).slice(4).join(', ')}.`);
    expect(said).toContain('The data is older than the audit trail, so this restore could not be recorded.');
    const held = { ...keyed(), DATA_DIR: join(world.home, 'held') };
    expect(await world.ask(`restore ${world.archive} --held`, held)).toMatchObject({
      pending: [],
      held: true,
    });
  });
});
