import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { createStateSeal } from '../db/executions/execution-states.ts';
import { anchorSeals, sealEarlierStates } from '../db/integrity/seal-earlier-states.ts';
import type { Bucket } from '../media/s3/bucket.ts';
import { createVault } from '../secrets/vault.ts';
import { openIntegrityAnchor, sealTextOf } from './integrity-anchor.ts';
import { renewCheckpoint } from './renew-checkpoint.ts';
import { openSharedAnchor, viewSharedAnchor } from './shared-anchor.ts';

const vault = createVault(randomBytes(32));
let server: BucketServer;
let bucket: Bucket;
let home: string;

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anchors-'));
  bucket = server.open({ prefix: randomUUID() });
});
afterEach(() => rmSync(home, { recursive: true }));

/** The anchor of an instance with an empty folder. */
const ownOf = (keys = vault) => openIntegrityAnchor(mkdtempSync(join(home, 'folder-')), keys);
const open = (own = ownOf()) => openSharedAnchor(own, bucket, vault);
async function keysIn(): Promise<string[]> {
  const all: string[] = [];
  for await (const keys of bucket.list('')) all.push(...keys);
  return all;
}

it('copies the first seal from the bucket to an instance with an empty folder', async () => {
  expect((await open()).read()).toBeNull();
  await (await open()).put({ sealedAt: 7, executions: 3, rights: 2 });
  const own = ownOf();
  expect((await open(own)).read()).toEqual({ sealedAt: 7, executions: 3, rights: 2 });
  expect(own.read()).toEqual({ sealedAt: 7, executions: 3, rights: 2 });
});

it('copies the anchor of a folder to a new bucket, once', async () => {
  const own = ownOf();
  await own.put({ sealedAt: 7, executions: 3 });
  for (const _start of [1, 2]) await open(own);
  expect(await keysIn()).toHaveLength(1);
  expect((await open()).read()).toEqual({ sealedAt: 7, executions: 3 });
});

it('keeps the seals of two instances that write at the same time, in either order', async () => {
  const [one, other] = [await open(), await open()];
  await one.put({ sealedAt: 7, executions: 3, rights: 2 });
  await other.put({ sealedAt: 8, executions: 0, people: 5 });
  expect((await open()).read()).toEqual({ sealedAt: 7, executions: 3, rights: 2, people: 5 });
  expect((await open(ownOf())).read()).toEqual({ sealedAt: 7, executions: 3, rights: 2, people: 5 });
});

it('keeps the newest seal when an older folder is opened', async () => {
  await (await open()).put({ sealedAt: 7, executions: 3, rights: 2, people: 1 });
  const older = ownOf();
  await older.put({ sealedAt: 7, executions: 3 });
  const anchor = await open(older);
  expect(anchor.read()).toMatchObject({ people: 1 });
  await anchor.put({ sealedAt: 7, executions: 3, rights: 2 });
  expect(anchor.read()).toMatchObject({ people: 1 });
  expect((await open()).read()).toMatchObject({ people: 1 });
});

it.each([
  ['that nobody sealed', 'x'.repeat(43), () => '{"sealedAt":1,"executions":0,"mac":"x"}'],
  ['under another name', 'x'.repeat(43), () => sealTextOf({ sealedAt: 1, executions: 0 }, vault).text],
  [
    'with another master key',
    'x'.repeat(43),
    () => sealTextOf({ sealedAt: 1, executions: 0 }, createVault(randomBytes(32))).text,
  ],
])('reports an object %s, and still uses the others', async (_, name, text) => {
  await (await open()).put({ sealedAt: 7, executions: 3 });
  await bucket.put(`integrity/${name}`, Buffer.from(text()));
  expect((await open()).read()).toBe('changed');
  const viewed = await viewSharedAnchor(ownOf(), bucket, vault);
  expect([viewed.read(), viewed.brokenKey?.()]).toEqual(['changed', `integrity/${name}`]);
  await bucket.delete(`integrity/${name}`);
  expect((await open()).read()).toEqual({ sealedAt: 7, executions: 3 });
});

it('ignores folder markers, and other names that no anchor has', async () => {
  await (await open()).put({ sealedAt: 7, executions: 3 });
  for (const name of ['', 'README.txt']) await bucket.put(`integrity/${name}`, Buffer.from('x'));
  const anchor = await open();
  expect([anchor.read(), anchor.brokenKey?.()]).toEqual([{ sealedAt: 7, executions: 3 }, null]);
});

it('reads only a few dozen objects if somebody fills the prefix', async () => {
  await (await open()).put({ sealedAt: 7, executions: 3 });
  for (let count = 10; count < 80; count += 1)
    await bucket.put(`integrity/${count}${'x'.repeat(41)}`, Buffer.from('x'));
  let gets = 0;
  const counted = {
    ...bucket,
    get(key: string) {
      gets += 1;
      return bucket.get(key);
    },
  };
  expect((await openSharedAnchor(ownOf(), counted, vault)).read()).toBe('changed');
  expect(gets).toBe(48);
});

it('writes nothing when opened read-only', async () => {
  const [own, empty] = [ownOf(), ownOf()];
  await own.put({ sealedAt: 7, executions: 3 });
  expect((await viewSharedAnchor(own, bucket, vault)).read()).toEqual({ sealedAt: 7, executions: 3 });
  expect(await keysIn()).toEqual([]);
  await open(own);
  expect((await viewSharedAnchor(empty, bucket, vault)).read()).toEqual({ sealedAt: 7, executions: 3 });
  expect(empty.read()).toBeNull();
});

it('lets an instance with an empty folder detect an emptied trail, and seal nothing again', async () => {
  const service = await InProcessService.open();
  try {
    const { database, clock } = service;
    const { vault: keys } = service.services;
    const audit = createAuditStore(database);
    const start = async () => {
      const anchor = await openSharedAnchor(ownOf(keys), bucket, keys);
      const seal = createStateSeal(keys, undefined, anchor);
      const sealed = await sealEarlierStates(database, { audit, seal, now: 1 });
      const { breaks } = await renewCheckpoint({ audit, vault: keys, clock, anchor }, 'checkpoint');
      await anchorSeals(database.reader, audit, anchor);
      return { sealed, breaks: breaks.map(({ reason }) => reason) };
    };
    await service.addAccount('A shop');
    for (const _start of [1, 2]) expect(await start()).toEqual({ sealed: 0, breaks: [] });
    await sql`drop trigger audit_events_refuse_delete`.execute(database.main);
    await database.main.deleteFrom('audit_events').execute();
    await database.main.deleteFrom('audit_checkpoints').execute();
    const events = async () =>
      (await database.main.selectFrom('audit_events').select('act').execute()).map(({ act }) => act);
    for (const _start of [1, 2]) expect(await start()).toEqual({ sealed: 0, breaks: ['CHECKPOINT_MISSING'] });
    expect(await events()).not.toContain('integrity.seal');
  } finally {
    await service.close();
  }
});
