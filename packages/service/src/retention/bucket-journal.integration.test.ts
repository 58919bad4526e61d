import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { Backend, documentWorkflow } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { expireNow } from '../executions/session/expire-execution.ts';
import type { Bucket } from '../media/s3/bucket.ts';
import { copyToBucket, openBucketJournal } from './bucket-journal.ts';
import { purgeExecution } from './purge-execution.ts';
import { journalLine, openPurgeJournal, type PurgeJournal } from './purge-journal.ts';
import { createPurgeReplay } from './replay-purges.ts';

let server: BucketServer;
let service: InProcessService;
let bucket: Bucket;
let sent: string[];
let journal: PurgeJournal;
const macOf = (text: string) => service.services.vault.keyedHash('purge-list', text);
const keyOf = (id: string) => `purges/${id.at(-1)}/${id}`;

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  service = await InProcessService.open();
  sent = [];
  bucket = server.open({ prefix: randomUUID() });
  const { get, putIfAbsent } = bucket;
  bucket.get = (key) => {
    sent.push(`get ${key}`);
    return get(key);
  };
  bucket.putIfAbsent = (key, body) => {
    sent.push(`put ${key}`);
    return putIfAbsent(key, body);
  };
  journal = openBucketJournal({ bucket, macOf });
});
afterEach(() => service.close());

/** An execution that has ended. */
async function ended(): Promise<string> {
  const account = await service.addAccount('A shop');
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const { data } = await new Backend(service, account.apiKey).start({
    workflowId,
    inputs: { user_id: 'u-1' },
  });
  await expireNow(service.services, data.executionId);
  return data.executionId;
}

const purging = () => ({
  actor: operator,
  purges: createPurgeStore(service.database, service.seal),
  journal,
  media: service.services.media,
  clock: service.clock,
});

async function idsIn(list: PurgeJournal): Promise<string[]> {
  const ids: string[] = [];
  for await (const { entries } of list.pieces()) ids.push(...entries.map(({ executionId }) => executionId));
  return ids.sort();
}

const purgedAt = async (id: string) =>
  (
    await service.database.main
      .selectFrom('executions')
      .select('data_purged_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).data_purged_at;

describe('a list of purges in a bucket', () => {
  it('lists each purge once, whichever instance recorded it', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const executionId of ids) await journal.note({ executionId, at: 1000 });
    const other = openBucketJournal({ bucket, macOf });
    await other.note({ executionId: ids[0]!, at: 1000 });
    expect(await idsIn(other)).toEqual([...ids].sort());
    expect(await other.readTime?.(ids[3]!)).toBe(1000);
  });

  it('reads the time of those alone that are back, and the list once', async () => {
    const id = await ended();
    for (let count = 0; count < 20; count += 1) await journal.note({ executionId: randomUUID(), at: 1000 });
    await journal.note({ executionId: id, at: service.clock.time });
    sent.length = 0;
    const replay = createPurgeReplay(purging());
    service.clock.time += 5000;
    expect(await replay()).toBe(1);
    expect(sent).toEqual([`get ${keyOf(id)}`]);
    expect(await purgedAt(id)).toBe(service.clock.time - 5000);
    expect(await replay()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('records a purge before the database does', async () => {
    const id = await ended();
    expect(await purgeExecution(purging(), id, service.clock.time)).toBe('purged');
    expect(sent).toEqual([`put ${keyOf(id)}`]);
    const text = Buffer.from((await bucket.get(keyOf(id))) ?? []).toString();
    expect(text.split('\n')[0]).toBe(journalLine({ executionId: id, at: service.clock.time }));
  });

  it('takes over an erasure of an execution that has not ended', async () => {
    const account = await service.addAccount('A shop');
    const workflowId = await service.addWorkflow(account.id, documentWorkflow);
    const { data } = await new Backend(service, account.apiKey).start({
      workflowId,
      inputs: { user_id: 'u' },
    });
    await journal.note({ executionId: data.executionId, at: 1000 });
    const replay = createPurgeReplay(purging());
    expect(await replay()).toBe(0);
    await expireNow(service.services, data.executionId);
    expect(await replay()).toBe(1);
    expect(await purgedAt(data.executionId)).toBe(1000);
  });

  it('purges nothing by an object that the service did not write, and tells it', async () => {
    const [forged, moved, noted] = [await ended(), await ended(), await ended()];
    const line = journalLine({ executionId: forged, at: 1000 });
    await bucket.put(keyOf(forged), Buffer.from(`${line}\n${'x'.repeat(43)}\n`));
    await journal.note({ executionId: noted, at: 1000 });
    await bucket.put(keyOf(moved), (await bucket.get(keyOf(noted)))!);
    const told: string[] = [];
    const replay = createPurgeReplay({ ...purging(), tellUnpurged: (id) => told.push(id) });
    expect(await replay()).toBe(1);
    expect(told.sort()).toEqual([forged, moved].sort());
    expect([await purgedAt(forged), await purgedAt(moved), await purgedAt(noted)]).toEqual([
      null,
      null,
      1000,
    ]);
  });
});

describe('a list of purges from before there was a bucket', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'purges-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('goes into the bucket once, and counts there without its file', async () => {
    const id = await ended();
    const file = openPurgeJournal(join(folder, 'purges.log'));
    await copyToBucket({ bucket, macOf }, file);
    expect(sent).toEqual([]);
    await file.note({ executionId: id, at: 1000 });
    await copyToBucket({ bucket, macOf }, file);
    await copyToBucket({ bucket, macOf }, file);
    expect(sent).toHaveLength(1);
    expect(await createPurgeReplay(purging())()).toBe(1);
    expect(await purgedAt(id)).toBe(1000);
  });

  it('counts for nothing where somebody changed it in the bucket', async () => {
    const id = await ended();
    const file = openPurgeJournal(join(folder, 'purges.log'));
    await file.note({ executionId: randomUUID(), at: 1000 });
    await copyToBucket({ bucket, macOf }, file);
    await bucket.put(sent[0]!.slice(4), Buffer.from(`${journalLine({ executionId: id, at: 1000 })}\n`));
    expect(await createPurgeReplay(purging())()).toBe(0);
    expect(await idsIn(journal)).toEqual([]);
  });
});
