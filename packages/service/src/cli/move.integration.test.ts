import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorDesk } from '../../testing/operator-desk.ts';

const nowhere = 'postgres://somebody:canary@127.0.0.1:1/orchestration';
let desk: OperatorDesk;
beforeEach(async () => {
  desk = new OperatorDesk();
  await desk.ask('account create --name Shop');
  writeFileSync(join(desk.folder, 'master.key'), 'ab'.repeat(32), { mode: 0o600 });
});
afterEach(() => desk.remove());

/** Runs a command that must fail without changing the folder. @returns its error output. */
async function refusalOf(line: string, more: Parameters<OperatorDesk['type']>[1] = {}): Promise<string> {
  const before = readdirSync(desk.folder).sort();
  const { code, said, complained } = await desk.type(line, more);
  expect([code, said]).toEqual([1, '']);
  expect(complained).not.toContain('canary');
  expect(readdirSync(desk.folder).sort()).toEqual(before);
  return complained;
}

describe('invalid move command', () => {
  it('names the option with an invalid address, and reveals no secret in it', async () => {
    expect(await refusalOf('move --to mysql://somebody:canary@db/orchestration')).toMatch(
      /^Some settings cannot be used\.\n {2}--to: must be a URL with a database name/,
    );
    expect(await refusalOf(`move --to ${nowhere} --media s3://A`)).toMatch(
      /--media="s3:\/\/A": must start with/,
    );
    expect(await refusalOf(`move --to ${nowhere} --media s3://media/live`)).toMatch(
      /MEDIA_ACCESS_KEY_ID: is missing/,
    );
  });

  it('reads the address from the standard input, where other users cannot see it', async () => {
    expect(await refusalOf('move --to -', { input: `${nowhere}\n` })).toMatch(
      /The database orchestration at 127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/,
    );
  });

  it('refuses to move data that is not in SQLite, and media that are already in a bucket', async () => {
    const variables = { DATABASE_URL: nowhere, MASTER_KEY: 'ab'.repeat(32) };
    expect(await refusalOf(`move --to ${nowhere}`, { variables })).toMatch(/DATABASE_URL is set: unset it/);
    const bucket = {
      MEDIA_URL: 's3://media/live',
      MEDIA_ACCESS_KEY_ID: 'id',
      MEDIA_SECRET_ACCESS_KEY: 'canary',
    };
    expect(await refusalOf(`move --to ${nowhere} --media s3://media/other`, { variables: bucket })).toMatch(
      /MEDIA_URL is set: the media are in a bucket/,
    );
  });
});
