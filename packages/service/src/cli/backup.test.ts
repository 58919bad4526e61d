import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTar } from '../../testing/archives.ts';
import { BackupWorld } from '../../testing/backup-world.ts';
import { readManifest } from '../backups/manifest.ts';
import { holdFile } from '../db/open-database.ts';

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
