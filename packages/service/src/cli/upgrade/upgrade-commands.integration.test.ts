import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releasedMigrations, rewriteAsEarlier } from '../../../testing/earlier-data.ts';
import { digestFolder } from '../../../testing/other-version.ts';
import { systemClock } from '../../clock.ts';
import { openDatabase } from '../../db/opening/open-database.ts';
import { runCommand } from '../run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function type(line: string) {
  let [said, complained] = ['', ''];
  const code = await runCommand(line.split(' '), {
    variables: { DATA_DIR: folder },
    clock: systemClock,
    input: Readable.from([]),
    say: (text) => {
      said += text;
    },
    complain: (text) => {
      complained += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  return { code, said, complained };
}

async function layEarlier(): Promise<void> {
  await (await openDatabase(folder)).close();
  await rewriteAsEarlier(folder, releasedMigrations['0.2.0']);
}

describe('orchestration migrate', () => {
  it('migrates, keeps a copy, records the act, and does nothing the next time', async () => {
    await layEarlier();
    const first = await type('migrate');
    expect(first).toMatchObject({ code: 0, complained: '' });
    expect(first.said).toMatch(
      /^Carried out: 0002-redirect-schemes, .*0032-lasting-holds\.\nThe database from before/,
    );
    expect(readdirSync(folder)).toContain('service.db.before-0002-redirect-schemes');
    const again = await type('migrate --json');
    expect(JSON.parse(again.said)).toEqual({ carriedOut: [], snapshot: null });
    const { said } = await type('audit list --json');
    expect(said).toContain('database.migrate');
  });

  it('refuses to migrate while the service is using the folder', async () => {
    const held = await openDatabase(folder);
    const { code, complained } = await type('migrate');
    await held.close();
    expect({ code, complained }).toEqual({
      code: 1,
      complained: `Another process is using ${folder}. Stop the service first, or restart it: its start migrates.\n`,
    });
  });

  it('refuses to migrate a folder without data, and creates none', async () => {
    expect(await type('migrate')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('no data in'),
    });
    expect(existsSync(join(folder, 'service.db'))).toBe(false);
  });
});

describe('orchestration upgrade check', () => {
  it('exits with 1 if the service must be stopped, and changes nothing', async () => {
    await layEarlier();
    const before = digestFolder(folder);
    const { code, said } = await type('upgrade check');
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('Upgrade:   stop') });
    expect(said).toMatch(/Pending: {3}0002-redirect-schemes \(expand\)/);
    expect(digestFolder(folder)).toEqual(before);
  });

  it('exits with 0 if no migration is pending', async () => {
    await (await openDatabase(folder)).close();
    const { code, said } = await type('upgrade check --json');
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ way: 'none', pending: [], newer: [], instances: [] });
  });
});
