import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyTestDatabase, dropTestDatabase } from '../../testing/open-test-database.ts';
import { OperatorDesk } from '../../testing/operator-desk.ts';
import { openVault } from '../secrets/master-key.ts';

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

it('tells that further instances need the proof of a rotated master key, without which they are refused', async () => {
  expect((await desk.type('master-key rotate')).code).toBe(0);
  const proof = join(desk.folder, 'master.key.proof');
  const { code, said } = await move();
  expect(code, said).toBe(0);
  expect(said).toContain(
    `The master key was rotated once: copy ${proof} into the DATA_DIR of each further instance before its first start.`,
  );
  const further = join(desk.folder, '..', 'further');
  mkdirSync(further);
  const variables = {
    DATA_DIR: further,
    DATABASE_URL: url,
    MASTER_KEY_FILE: join(desk.folder, 'master.key'),
  };
  const refused = await desk.type('account create --name Bank', { variables });
  expect(refused.code).toBe(1);
  expect(refused.complained).toMatch(/sealed under another master key.* first copy master\.key\.proof/s);
  expect(readdirSync(further)).toEqual([]);
  copyFileSync(proof, join(further, 'master.key.proof'));
  const begun = await desk.type('account create --name Bank', { variables });
  expect(begun.code, begun.complained).toBe(0);
  const listed = await desk.type('account list', { variables });
  expect(listed).toMatchObject({ code: 0, said: expect.stringContaining('Shop') });
}, 60_000);

it('asks for no copy of the proof of a master key that was never rotated', async () => {
  const { code, said } = await move();
  expect(code, said).toBe(0);
  expect(said).not.toContain('master.key.proof');
}, 60_000);
