import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyTestDatabase, dropTestDatabase } from '../../testing/open-test-database.ts';
import { OperatorDesk } from '../../testing/operator-desk.ts';
import { openVault } from '../secrets/open-vault.ts';

let desk: OperatorDesk;
let url: string;
beforeEach(async () => {
  desk = new OperatorDesk();
  url = (await createEmptyTestDatabase()) ?? '';
  openVault({ text: undefined, directory: desk.folder });
  await desk.ask('account create --name Shop');
});
afterEach(async () => {
  desk.remove();
  await dropTestDatabase(url);
});

const move = () => desk.type(`move --to ${url}`, { stop: new AbortController().signal });

it('lets instances with an empty folder start after an earlier rotation of the master key', async () => {
  const before = join(desk.folder, '..', 'before.key');
  copyFileSync(join(desk.folder, 'master.key'), before);
  expect((await desk.type('master-key rotate')).code).toBe(0);
  const { code, said } = await move();
  expect(code, said).toBe(0);
  expect(said).not.toContain('master.key.proof');
  const further = join(desk.folder, '..', 'further');
  mkdirSync(further);
  const variables = (MASTER_KEY_FILE: string) => ({ DATA_DIR: further, DATABASE_URL: url, MASTER_KEY_FILE });
  const refused = await desk.type('account create --name Bank', { variables: variables(before) });
  expect(refused.code).toBe(1);
  expect(refused.complained).toContain(
    'encrypted with another master key: it belongs to another installation. Start with that key',
  );
  expect(readdirSync(further)).toEqual([]);
  const right = variables(join(desk.folder, 'master.key'));
  const begun = await desk.type('account create --name Bank', { variables: right });
  expect(begun.code, begun.complained).toBe(0);
  expect(readFileSync(join(further, 'master.key.proof'), 'utf8')).toBe(
    readFileSync(join(desk.folder, 'master.key.proof'), 'utf8'),
  );
  const listed = await desk.type('account list', { variables: right });
  expect(listed).toMatchObject({ code: 0, said: expect.stringContaining('Shop') });
}, 60_000);

it('keeps the proof of a master key that was rotated between two runs', async () => {
  const stop = AbortSignal.abort();
  expect((await desk.type(`move --to ${url}`, { stop })).code).toBe(1);
  expect((await desk.type('master-key rotate')).code).toBe(0);
  const { code, said, complained } = await move();
  expect(code, complained).toBe(0);
  expect(said).toContain('rows of');
  const variables = {
    DATA_DIR: join(desk.folder, '..', 'further'),
    DATABASE_URL: url,
    MASTER_KEY_FILE: join(desk.folder, 'master.key'),
  };
  const begun = await desk.type('account create --name Bank', { variables });
  expect(begun.code, begun.complained).toBe(0);
}, 60_000);
