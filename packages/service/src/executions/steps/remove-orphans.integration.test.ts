import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { confirmOrphans, createOrphanHolds, findOrphanHold } from '../../db/retention/orphan-holds.ts';
import { createMediaRef } from '../../media/media-ref.ts';
import { removeOrphans } from './remove-orphans.ts';

const minuteMs = 60_000;
const front = 'steps/document/attempts/1/captures/front';
const { signal } = new AbortController();
let service: InProcessService;
let page: Page;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const { data } = await new Backend(service, account.apiKey).start({ workflowId, inputs: { user_id: 'u' } });
  page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
});
afterEach(() => service.close());

/** Lists the media references that have a file. */
function files(): string[] {
  return readdirSync(join(service.folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

/** Stores a file like an upload whose row is not yet stored. */
async function putWithoutRow(agoMs: number): Promise<string> {
  const ref = createMediaRef();
  const { media, vault, clock } = service.services;
  await media.put(ref, jpegOf('nobody knows it'), vault.createDataKey().key);
  setAge(ref, clock.now() - agoMs);
  return ref;
}

function setAge(ref: string, at: number): void {
  utimesSync(join(service.folder, 'media', ref.slice(0, 2), ref), at / 1000, at / 1000);
}

const heldCounts: number[] = [];
function removeNow(): Promise<number> {
  heldCounts.length = 0;
  const holds = createOrphanHolds(service.database);
  const onHeld = ({ orphans }: { orphans: number }) => void heldCounts.push(orphans);
  return removeOrphans({ ...service.services, holds, onHeld }, signal);
}

describe('an unusual number of orphaned media', () => {
  const putMany = async (count: number) => {
    for (let index = 0; index < count; index += 1) await putWithoutRow(61 * minuteMs);
  };
  const confirm = () => confirmOrphans(service.database.main, service.clock.now());
  const held = () => findOrphanHold(service.database.main);

  it('removes a hundred at once, but more only after an operator confirms them', async () => {
    await putMany(100);
    expect([await removeNow(), heldCounts, await held()]).toEqual([100, [], null]);
    await putMany(101);
    expect([await removeNow(), heldCounts, files().length]).toEqual([0, [101], 101]);
    expect(await held()).toMatchObject({ orphans: 101, objects: 101, isConfirmed: false });
    await confirm();
    expect([await removeNow(), heldCounts, files()]).toEqual([101, [], []]);
    expect(await held()).toBeNull();
  });

  /** Runs a round with invented media, of which the first ones have no capture. @returns how many it removed. */
  const removeOf = (refs: readonly string[], orphans: number): Promise<number> => {
    const services = {
      ...service.services,
      store: { ...service.services.store, namedMedia: async () => new Set(refs.slice(orphans)) },
      media: {
        ...service.services.media,
        async *list() {
          yield [...refs];
        },
        putAt: async () => 0,
        delete: async (ref: string) => void gone.push(ref),
      },
      holds: createOrphanHolds(service.database),
    };
    return removeOrphans(services, signal);
  };
  const gone: string[] = [];
  const refsOf = (count: number) => Array.from({ length: count }, createMediaRef);
  beforeEach(() => {
    gone.length = 0;
  });

  it('removes up to 1 % of all media', async () => {
    const refs = refsOf(20_000);
    expect(await removeOf(refs, 150)).toBe(150);
    expect(gone).toEqual(refs.slice(0, 150));
  });

  it('holds back unconfirmed orphans although so many media were stored that they are less than 1 %', async () => {
    const refs = refsOf(20_000);
    expect(await removeOf(refs, 250)).toBe(0);
    const more = [...refs, ...refsOf(10_000)];
    expect([await removeOf(more, 251), gone]).toEqual([0, []]);
    expect(await removeOf(more, 250)).toBe(0);
    expect(await held()).toMatchObject({ orphans: 250, objects: 30_000, allowance: 200, isConfirmed: false });
    // A newer dump names all but 200, which is 1 % of the media that there were at first.
    expect([await removeOf(more, 200), await held()]).toEqual([200, null]);
    expect(await removeOf(more, 250)).toBe(250);
  });

  it('takes the allowance of a new hold from the media that there are by then', async () => {
    await removeOf(refsOf(20_000), 250);
    await confirm();
    expect(await removeOf(refsOf(30_000), 551)).toBe(0);
    expect(await held()).toMatchObject({ orphans: 551, allowance: 300, isConfirmed: false });
  });

  it('keeps back the orphans of a hold that an earlier release stored', async () => {
    const { main } = service.database;
    await createOrphanHolds(service.database).put({
      orphans: 250,
      objects: 20_000,
      foundAt: 1,
      allowance: 200,
    });
    await main.updateTable('orphan_holds').set({ allowance: null }).execute();
    expect([await removeOf(refsOf(30_000), 250), await held()]).toMatchObject([0, { allowance: 200 }]);
  });

  it('asks for another confirmation if many more appear after the first', async () => {
    await putMany(101);
    await removeNow();
    await confirm();
    await putMany(101);
    expect([await removeNow(), heldCounts]).toEqual([0, [202]]);
    expect(await held()).toMatchObject({ orphans: 202, isConfirmed: false });
  });

  it('drops the hold if the orphans have disappeared', async () => {
    await putMany(101);
    await removeNow();
    for (const ref of files()) await service.services.media.delete(ref);
    expect([await removeNow(), await held()]).toEqual([0, null]);
  });
});

describe('media without a capture', () => {
  it('removes a file once it is over an hour old', async () => {
    const [old, young] = [await putWithoutRow(61 * minuteMs), await putWithoutRow(59 * minuteMs)];
    expect(await removeNow()).toBe(1);
    expect(files()).toEqual([young]);
    service.clock.time += 2 * minuteMs;
    expect(await removeNow()).toBe(1);
    expect(files()).not.toContain(old);
  });

  it('removes an orphan but keeps files of captures', async () => {
    await page.put(front, jpegOf('kept'));
    const [kept] = files();
    setAge(kept!, service.clock.now() - 1000 * minuteMs);
    const many = Array.from({ length: 1200 }, createMediaRef);
    const { store } = service.services;
    expect(await store.namedMedia([...many, kept!])).toEqual(new Set([kept]));
    await putWithoutRow(61 * minuteMs);
    expect(await removeNow()).toBe(1);
    expect(files()).toEqual([kept]);
  });
});

describe('an upload during the removal', () => {
  it('keeps its file while its row is not yet stored', async () => {
    const { store } = service.services;
    const transact = store.transact.bind(store);
    vi.spyOn(store, 'transact').mockImplementationOnce(async (locks, work) => {
      // The file is stored, but not yet its row.
      expect(files()).toHaveLength(1);
      setAge(files()[0]!, service.clock.now());
      expect(await removeNow()).toBe(0);
      return transact(locks, work);
    });
    expect((await page.put(front, jpegOf('x'))).status).toBe(200);
    expect(files()).toHaveLength(1);
    expect((await page.state()).data.step?.stored).toMatchObject([{ digest: digestOf(jpegOf('x')) }]);
  });

  it('stores no row if the upload was delayed so long that its file may be removed', async () => {
    const { media } = service.services;
    const put = media.put.bind(media);
    vi.spyOn(media, 'put').mockImplementationOnce(async (...args) => {
      await put(...args);
      service.clock.time += 31 * minuteMs;
    });
    expect((await page.put(front, jpegOf('x'))).status).toBe(500);
    expect((await page.state()).data.step?.stored).toEqual([]);
    expect(files()).toEqual([]);
    expect((await page.put(front, jpegOf('x'))).status).toBe(200);
  });
});
