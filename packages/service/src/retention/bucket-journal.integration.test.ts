import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { Backend, documentWorkflow } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { createPurgeMarks } from '../db/retention/purge-marks.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { expireNow } from '../executions/session/expire-execution.ts';
import type { Bucket } from '../media/s3/bucket.ts';
import { copyToBucket, openBucketJournal } from './bucket-journal.ts';
import { purgeExecution } from './purge-execution.ts';
import { journalLine, openPurgeJournal, type PurgeJournal, parseEntries } from './purge-journal.ts';
import { listSegments, type PurgeMarks } from './purge-segments.ts';
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

/** Creates an execution that has ended. */
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

describe('purge journal in a bucket', () => {
  it('lists each purge once, by whichever instance it was recorded', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const executionId of ids) await journal.note({ executionId, at: 1000 });
    const other = openBucketJournal({ bucket, macOf });
    await other.note({ executionId: ids[0]!, at: 1000 });
    expect(await idsIn(other)).toEqual([...ids].sort());
    expect(await other.readTime?.(ids[3]!)).toBe(1000);
  });

  it('reads the time of a purge only for restored executions, and the journal once', async () => {
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

  it('accepts an erasure of an execution that has not ended', async () => {
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

  it('reports an object that the service did not write, and purges nothing for it', async () => {
    const [forged, moved, noted] = [await ended(), await ended(), await ended()];
    const line = journalLine({ executionId: forged, at: 1000 });
    await bucket.put(keyOf(forged), Buffer.from(`${line}\n${'x'.repeat(43)}\n`));
    await journal.note({ executionId: noted, at: 1000 });
    await bucket.put(keyOf(moved), (await bucket.get(keyOf(noted)))!);
    const reported: string[] = [];
    const replay = createPurgeReplay({ ...purging(), onUnpurged: (id) => reported.push(id) });
    expect(await replay()).toBe(1);
    expect(reported.sort()).toEqual([forged, moved].sort());
    expect([await purgedAt(forged), await purgedAt(moved), await purgedAt(noted)]).toEqual([
      null,
      null,
      1000,
    ]);
  });
});

describe('segments of a purge journal', () => {
  let marks: PurgeMarks;
  const { signal } = new AbortController();
  const sizes = { minEntries: 1, perSegment: 500, readPerSegment: 500, perRound: 10 };
  beforeEach(() => {
    marks = createPurgeMarks(service.database);
    journal = openBucketJournal({ bucket, macOf, marks, sizes });
  });

  /** A database in which every execution was purged, and its mark: the installation before an older copy was restored. */
  const newer = (mark = { segment: 0 }) => ({
    marks: {
      read: async () => mark.segment,
      async advance(segment: number) {
        mark.segment = Math.max(mark.segment, segment);
      },
      async advanceBy1(segment: number) {
        if (mark.segment === segment - 1) mark.segment = segment;
      },
    },
    purges: {
      purgeTimes: async (ids: readonly string[]) => new Map(ids.map((id) => [id, 1000])),
    },
  });
  /** Records purges, and seals them into a segment of the newer database. */
  async function sealInNewer(ids: readonly string[], world = newer()): Promise<void> {
    const other = openBucketJournal({ bucket, macOf, marks: world.marks, sizes });
    for (const executionId of ids) await other.note({ executionId, at: 1000 });
    expect(await other.seal?.(world.purges, signal)).toBe(ids.length);
  }
  const seal = async (list = journal) => list.seal?.(purging().purges, signal);
  async function keysIn(start: string): Promise<string[]> {
    const all: string[] = [];
    for await (const keys of bucket.list(start)) all.push(...keys);
    return all;
  }
  async function looseIds(): Promise<string[]> {
    const keys = (await keysIn('purges/')).filter((key) => /^purges\/[0-9a-f]\//.test(key));
    return keys.map((key) => key.slice(9)).sort();
  }
  const unread = () => idsIn(journal);

  it('moves purges that the database has carried out into a segment, which the next start skips', async () => {
    const [purged, waiting, unknown] = [await ended(), await ended(), randomUUID()];
    expect(await purgeExecution(purging(), purged, service.clock.time)).toBe('purged');
    for (const executionId of [waiting, unknown]) await journal.note({ executionId, at: 1000 });
    expect(await seal()).toBe(2);
    expect(await looseIds()).toEqual([waiting]);
    expect(await marks.read()).toBe(1);
    expect(await unread()).toEqual([waiting]);
    expect(await seal()).toBe(0);
    expect(await keysIn('purges/segments/')).toHaveLength(1);
    // An older copy of the database has no mark.
    expect(await idsIn(openBucketJournal({ bucket, macOf }))).toEqual([purged, waiting, unknown].sort());
  });

  it('purges executions of a segment once more that an older copy of the database brought back', async () => {
    const ids = [await ended(), await ended()];
    await sealInNewer(ids);
    expect(await looseIds()).toEqual([]);
    const replay = createPurgeReplay(purging());
    expect(await replay()).toBe(2);
    for (const id of ids) expect(await purgedAt(id)).toBe(1000);
    expect(await marks.read()).toBe(1);
    sent.length = 0;
    expect(await createPurgeReplay(purging())()).toBe(0);
    expect(sent).toEqual([]);
    // A database server took over that lacks the last hour, including the mark.
    await service.database.main.deleteFrom('purge_marks').execute();
    expect(await replay()).toBe(0);
    expect(sent.filter((request) => request.startsWith('get purges/lists/'))).toHaveLength(1);
  });

  it('takes over an erasure from a segment for an execution that is still running in the older copy', async () => {
    const account = await service.addAccount('A shop');
    const workflowId = await service.addWorkflow(account.id, documentWorkflow);
    const { data } = await new Backend(service, account.apiKey).start({
      workflowId,
      inputs: { user_id: 'u' },
    });
    await sealInNewer([data.executionId]);
    const replay = createPurgeReplay(purging());
    expect(await replay()).toBe(0);
    expect(await marks.read()).toBe(1);
    await expireNow(service.services, data.executionId);
    expect(await replay()).toBe(1);
    expect(await purgedAt(data.executionId)).toBe(1000);
  });

  it('keeps the mark before an unread segment, even after sealing later ones', async () => {
    const back = await ended();
    await sealInNewer([back]);
    await journal.note({ executionId: randomUUID(), at: 1000 });
    expect(await seal()).toBe(1);
    expect(await marks.read()).toBe(0);
    expect(await createPurgeReplay(purging())()).toBe(1);
    expect(await purgedAt(back)).toBe(1000);
    expect(await marks.read()).toBe(2);
  });

  it('numbers segments above the mark in another bucket', async () => {
    await marks.advance(7);
    await journal.note({ executionId: randomUUID(), at: 1000 });
    expect(await seal()).toBe(1);
    expect((await keysIn('purges/segments/'))[0]).toMatch(/^purges\/segments\/0000000008-/);
    expect(await marks.read()).toBe(8);
    await marks.advance(3);
    expect(await marks.read()).toBe(8);
  });

  it('loses no purge if two instances seal at the same time', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const executionId of ids) await journal.note({ executionId, at: 1000 });
    await Promise.all([seal(), seal(openBucketJournal({ bucket, macOf, marks, sizes }))]);
    expect(await looseIds()).toEqual([]);
    expect([...new Set(await idsIn(openBucketJournal({ bucket, macOf })))].sort()).toEqual(ids.sort());
  });

  it('loses no purge if the process is killed before it has removed all objects', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const executionId of ids) await journal.note({ executionId, at: 1000 });
    let left = 20;
    const dying = {
      ...bucket,
      delete: (key: string) => (left-- > 0 ? bucket.delete(key) : Promise.reject(new Error('killed'))),
    };
    await expect(seal(openBucketJournal({ bucket: dying, macOf, marks, sizes }))).rejects.toThrow('killed');
    expect((await looseIds()).length).toBeLessThan(40);
    expect([...new Set(await idsIn(openBucketJournal({ bucket, macOf })))].sort()).toEqual(ids.sort());
    await seal();
    expect(await looseIds()).toEqual([]);
  });

  it('ignores changed segments, and reports them until they are repaired', async () => {
    const [lost, found] = [await ended(), await ended()];
    const world = newer();
    await sealInNewer([lost], world);
    await sealInNewer([found], world);
    const [first = '', second = ''] = (await listSegments({ bucket, macOf })).map(({ key }) => key);
    const whole = (await bucket.get(first))!;
    await bucket.put(first, (await bucket.get(second))!);
    const reported: string[] = [];
    const replay = createPurgeReplay({
      ...purging(),
      journal: openBucketJournal({ bucket, macOf, marks, onBroken: (key) => reported.push(key) }),
    });
    expect(await replay()).toBe(1);
    expect([await purgedAt(lost), await purgedAt(found)]).toEqual([null, 1000]);
    expect([await marks.read(), reported]).toEqual([0, [first]]);
    await bucket.put(first, whole);
    expect(await replay()).toBe(1);
    expect(await purgedAt(lost)).toBe(1000);
    expect(await marks.read()).toBe(2);
  });

  it('takes no entry and no number from objects that the service did not write', async () => {
    const forged = randomUUID();
    const line = journalLine({ executionId: forged, at: 1000 });
    await bucket.put(keyOf(forged), Buffer.from(`${line}\n${'x'.repeat(43)}\n`));
    const id = randomUUID();
    await journal.note({ executionId: id, at: 1000 });
    await bucket.put(`purges/segments/999999999999999-${'x'.repeat(43)}`, Buffer.from(`${line}\n`));
    expect(await seal()).toBe(1);
    expect(await marks.read()).toBe(1);
    expect(await unread()).toEqual([forged]);
  });

  it('keeps entries readable for an earlier release without segments', async () => {
    const [id, ...others] = [await ended(), ...Array.from({ length: 20 }, () => randomUUID())];
    await sealInNewer([id, ...others]);
    expect(await looseIds()).toEqual([]);
    // An earlier release reads every object under `purges/lists/` that is named by its MAC.
    const read: string[] = [];
    for (const key of await keysIn('purges/lists/')) {
      const text = Buffer.from((await bucket.get(key))!).toString('latin1');
      if (key === `purges/lists/${macOf(text)}`)
        read.push(...parseEntries(text).map((entry) => entry.executionId));
    }
    expect(read.sort()).toEqual([id, ...others].sort());
  });

  it('keeps both of two segments with the same number if the server overwrites existing objects', async () => {
    const ids = Array.from({ length: 2 }, () => randomUUID());
    const names: string[] = [];
    let wait = () => {};
    const both = new Promise<void>((resolve) => {
      wait = resolve;
    });
    // Both choose a number before either stores its segment.
    const putOver = async (key: string, body: Uint8Array) => {
      if (key.startsWith('purges/segments/') && names.push(key) === 2) wait();
      if (key.startsWith('purges/segments/')) await both;
      await bucket.put(key, body);
      return true;
    };
    const [one, two] = ids.map((executionId) => {
      const purges = { purgeTimes: async () => new Map([[executionId, 1000]]) };
      const list = async function* () {
        yield [keyOf(executionId)];
      };
      const own = (start: string) =>
        /^purges\/[0-9a-f]\/$/.test(start) && start !== `purges/${executionId.at(-1)}/`
          ? (async function* () {})()
          : start.startsWith('purges/segments/')
            ? bucket.list(start)
            : list();
      const parts = { bucket: { ...bucket, putIfAbsent: putOver, list: own }, macOf, marks, sizes };
      return openBucketJournal(parts).seal!(purges, signal);
    });
    expect(await Promise.all([one, two])).toEqual([1, 1]);
    expect(new Set(names).size).toBe(2);
    expect((await listSegments({ bucket, macOf })).map(({ number }) => number)).toEqual([1, 1]);
    expect(await unread()).toEqual(ids.sort());
    expect(await createPurgeReplay(purging())()).toBe(0);
    expect(await marks.read()).toBe(1);
  });

  it('keeps segments that an aborted round has sealed, and reads up to 16 objects concurrently', async () => {
    const ids = Array.from({ length: 600 }, () => randomUUID());
    await Promise.all(ids.map((executionId) => journal.note({ executionId, at: 1000 })));
    const round = new AbortController();
    let [reading, most, deleted] = [0, 0, 0];
    const watched = {
      ...bucket,
      async get(key: string) {
        reading += 1;
        most = Math.max(most, reading);
        return bucket.get(key).finally(() => {
          reading -= 1;
        });
      },
      async delete(key: string) {
        await bucket.delete(key);
        deleted += 1;
        if (deleted === 500) round.abort();
      },
    };
    const few = { ...sizes, perSegment: 50_000, readPerSegment: 100 };
    const cut = openBucketJournal({ bucket: watched, macOf, marks, sizes: few });
    await expect(cut.seal!(purging().purges, round.signal)).rejects.toThrow('aborted');
    expect(most).toBe(16);
    expect(await listSegments({ bucket, macOf })).toHaveLength(1);
    expect(await looseIds()).toHaveLength(100);
    expect(await idsIn(openBucketJournal({ bucket, macOf }))).toEqual(ids.sort());
  });

  it('seals no segment for only a few purges', async () => {
    const ids = Array.from({ length: 7 }, () => randomUUID());
    for (const executionId of ids) await journal.note({ executionId, at: 1000 });
    expect(await seal(openBucketJournal({ bucket, macOf, marks, sizes: { ...sizes, minEntries: 8 } }))).toBe(
      0,
    );
    expect(await seal(openBucketJournal({ bucket, macOf, marks }))).toBe(0);
    expect(await looseIds()).toHaveLength(7);
  });
});

describe('purge journal from before a bucket was used', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'purges-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('copies the journal to the bucket once, and replays it from there', async () => {
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

  it('ignores a journal that was changed in the bucket', async () => {
    const id = await ended();
    const file = openPurgeJournal(join(folder, 'purges.log'));
    await file.note({ executionId: randomUUID(), at: 1000 });
    await copyToBucket({ bucket, macOf }, file);
    await bucket.put(sent[0]!.slice(4), Buffer.from(`${journalLine({ executionId: id, at: 1000 })}\n`));
    expect(await createPurgeReplay(purging())()).toBe(0);
    expect(await idsIn(journal)).toEqual([]);
  });
});
