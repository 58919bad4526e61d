import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flipBit, readTar, rewriteTar, type TarEntry, writeTar } from '../../testing/archives.ts';
import { BackupWorld } from '../../testing/backup-world.ts';
import { readManifest } from '../backups/manifest.ts';
import { holdFile } from '../db/open-database.ts';
import { notedBackup } from '../noted-backup.ts';

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
  it('writes all that a restored service needs, no key and no list of purges', async () => {
    await world.finish();
    const told = await world.ask(`backup ${world.archive}`);
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
    expect(told).toMatchObject({ counts: { accounts: 1, executions: 1, captures: 1, endpoints: 1 } });
    expect(statSync(world.archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(world.home)).toEqual(['backup.tar']);
  });

  it('names size and digest of each file in a manifest that the master key proves', async () => {
    await world.finish();
    await world.ask(`backup ${world.archive}`);
    const files = readTar(world.archive);
    const text = files.at(-1)?.content.toString('utf8') ?? '';
    const { summary, entries } = readManifest(world.service.services.vault, text);
    expect(entries.map(({ path, size, sha256 }) => [path, size, sha256])).toEqual(
      files.slice(0, -1).map(({ name, content, sha256 }) => [name, content.byteLength, sha256]),
    );
    expect(summary).toMatchObject({
      format: 'orchestration-backup',
      version: expect.stringMatching(/^\d/),
      createdAt: new Date(world.service.clock.time).toISOString(),
      migrations: expect.arrayContaining(['0001-initial-schema']),
    });
    expect(() =>
      readManifest(world.service.services.vault, text.replace('service.db', 'service.dc')),
    ).toThrow(/was changed after it was written/);
  });

  it('copies the database as it is at one moment, while others write', async () => {
    await world.finish();
    const starting = (async () => {
      for (let count = 0; count < 20; count += 1) await world.finish(`Number ${count}`);
    })();
    const { counts } = await world.ask<{ counts: { executions: number } }>(`backup ${world.archive}`);
    await starting;
    expect(counts.executions).toBeGreaterThan(0);
    expect(readTar(world.archive).filter(({ name }) => name.startsWith('media/')).length).toBeGreaterThan(0);
  });

  it('tells media that are missing in the data folder, and ends with 1', async () => {
    await world.finish();
    await world.finish('Bea');
    const [media = ''] = readdirSync(join(world.service.folder, 'media'), { recursive: true })
      .map(String)
      .filter((path) => path.length > 30);
    rmSync(join(world.service.folder, 'media', media));
    const { code, said } = await world.type(`backup ${world.archive}`);
    expect([code, said]).toEqual([1, expect.stringContaining('! 1 media are missing in the data folder')]);
    expect(existsSync(world.archive)).toBe(true);
  });

  it('replaces no file, and removes what a killed backup left', async () => {
    writeFileSync(world.archive, 'precious');
    expect(await refused(`backup ${world.archive}`)).toContain('is there already, and is left as it is');
    expect(readFileSync(world.archive, 'utf8')).toBe('precious');
    rmSync(world.archive);
    mkdirSync(`${world.archive}.unfinished`);
    writeFileSync(join(`${world.archive}.unfinished`, 'archive'), 'half');
    await world.ask(`backup ${world.archive}`);
    expect(readdirSync(world.home)).toEqual(['backup.tar']);
  });

  it.each([
    ['in the data folder', (at: BackupWorld) => join(at.service.folder, 'b.tar'), 'lies in the data folder'],
    ['in a folder that is not there', (at: BackupWorld) => join(at.home, 'a', 'b.tar'), 'There is no folder'],
    ['that is a folder', (at: BackupWorld) => at.home, 'is there already'],
  ])('refuses a file %s', async (_, fileOf, words) => {
    expect(await refused(`backup ${fileOf(world)}`)).toContain(words);
  });

  it('refuses a folder without data, and one that is being backed up', async () => {
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

  it('opens executions, media and secrets with the master key, and leaves nothing behind', async () => {
    const told = await world.ask(`backup verify ${world.archive} --scratch ${world.home}`);
    expect(notedBackup(world.service.folder)?.createdAt).toBe(Date.parse(`${told.createdAt}`));
    expect(told).toMatchObject({
      opened: { executions: 1, media: 1, endpoints: 1 },
      counts: { executions: 1 },
      pending: [],
    });
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
  ])('finds a bit that is flipped in %s', async (name) => {
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
      /is no file, but a symlink/,
    ],
    [
      'a hard link',
      extra({ name: 'lists/a.1.db', type: 'link', linkname: '/etc/passwd' }),
      /is no file, but a link/,
    ],
    ['a folder', extra({ name: 'lists', type: 'directory' }), /is no file, but a directory/],
    ['a pipe', extra({ name: 'lists/a.1.db', type: 'fifo' }), /is no file, but a fifo/],
    ['an absolute path', extra({ name: '/etc/cron.d/x', content }), /is no path of a backup/],
    ['a path upwards', extra({ name: 'lists/../../x', content }), /is no path of a backup/],
    ['a path with backslashes', extra({ name: 'lists\\..\\x', content }), /is no path of a backup/],
    ['a hidden file', extra({ name: 'lists/.x', content }), /is no path of a backup/],
    ['a master key', extra({ name: 'master.key', content }), /is no path of a backup/],
    ['a list of purges', extra({ name: 'purges.log', content }), /is no path of a backup/],
    ['media at another place', extra({ name: 'media/ab/x', content }), /is no path of a backup/],
    ['a file more', extra({ name: 'lists/a.1.db', content }), /"lists\/a.1.db" is not in its manifest/],
    ['a file twice', extra({ name: 'settings.json', content }), /holds "settings.json" twice/],
    ['its head twice', extra({ name: 'backup.json', content }), /holds backup.json twice/],
    [
      'a file behind its manifest',
      (all) => [...all, { name: 'lists/a.1.db', content }],
      /behind its manifest/,
    ],
    ['a file less', (all) => all.filter(({ name }) => !name.startsWith('media/')), /media\/.* is missing/],
    [
      'no proof of the key',
      (all) => all.filter(({ name }) => name !== 'master.key.proof'),
      /is not in its place/,
    ],
    ['no manifest', (all) => all.slice(0, -1), /is cut off: its manifest/],
    [
      'another order',
      ([head, proof, ...rest]) => [head!, proof!, ...[...rest].reverse()],
      /behind its manifest/,
    ],
  ])('refuses an archive with %s', async (_, edit, words) => {
    await rewriteTar(world.archive, edit);
    expect(await verify()).toMatch(words);
  });

  it('refuses a manifest that was written without the master key', async () => {
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
    expect(await verify()).toContain('does not carry the code of this master key');
  });

  it.each([0.1, 0.5, 0.9, 0.99])('refuses an archive of which only %f is there', async (share) => {
    const bytes = readFileSync(world.archive);
    writeFileSync(world.archive, bytes.subarray(0, Math.floor(bytes.byteLength * share)));
    expect(await verify()).toMatch(/is cut off|is no tar archive/);
  });

  it('refuses files that are none of its archives', async () => {
    const tryWith = async (bytes: string | Buffer) => {
      writeFileSync(world.archive, bytes);
      return verify();
    };
    expect(await tryWith('')).toContain('is empty');
    expect(await tryWith('a text')).toMatch(/is cut off|no tar archive|no backup/);
    expect(await tryWith(randomBytes(4096))).toContain('is no tar archive');
    expect(await tryWith(Buffer.alloc(10_240))).toContain('is no backup of this service');
    await writeTar(world.archive, [{ name: 'holiday.jpg', content }]);
    expect(await verify()).toContain('is no backup of this service');
    rmSync(world.archive);
    expect(await verify()).toContain('There is no file');
    mkdirSync(world.archive);
    expect(await verify()).toContain('is no file');
  });

  it('refuses another master key, and asks for one where none is at hand', async () => {
    expect(await verify({ MASTER_KEY: randomBytes(32).toString('hex') })).toContain(
      'sealed under another master key',
    );
    expect(await verify({ DATA_DIR: join(world.home, 'empty') })).toContain('The master key is needed');
    expect(existsSync(join(world.home, 'empty'))).toBe(false);
  });

  it('refuses an archive of a newer version in words of its own', async () => {
    await rewriteTar(world.archive, ([head, ...rest]) => {
      const described = JSON.parse(String(head?.content));
      const newer = { ...described, migrations: [...described.migrations, '9999-later'], version: '9.0.0' };
      return [{ name: 'backup.json', content: Buffer.from(JSON.stringify(newer)) }, ...rest];
    });
    expect(await verify()).toMatch(
      /made by a newer version.*9999-later.*Use the version.* 9\.0\.0, or a later one/,
    );
  });

  it('finds data that was damaged before the backup', async () => {
    rmSync(world.archive);
    const { main } = world.service.database;
    await main
      .updateTable('executions')
      .set({ sealed_inputs: randomBytes(60) })
      .execute();
    await world.ask(`backup ${world.archive}`);
    expect(await verify()).toMatch(/The data of the execution .* does not open with the master key/);
  });
});
