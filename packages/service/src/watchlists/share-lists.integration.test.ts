import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { openBucketBundles } from '../bundles/bucket-bundles.ts';
import type { BundleStore } from '../bundles/bundle-store.ts';
import { createVault } from '../secrets/vault.ts';
import { importList } from './import-list.ts';
import { listWatchlists, removeWatchlist } from './list-folder.ts';
import { openList } from './open-list.ts';
import {
  lastSharedVersion,
  removeEarlierLists,
  removeSharedList,
  shareList,
  syncSharedLists,
} from './share-lists.ts';

let server: BucketServer;
let bundles: BundleStore;
let folders: string[];
const vault = createVault(randomBytes(32));

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  bundles = openBucketBundles(server.open(), vault, 'lists');
  folders = ['a', 'b'].map(() => mkdtempSync(join(tmpdir(), 'lists-')));
});
afterEach(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  for await (const keys of server.open().list('')) for (const key of keys) await server.open().delete(key);
});

let clock = 1_800_000_000_000;
/** Imports a list and shares it, as the command does. */
async function importShared(folder: string, id: string, people: readonly string[]) {
  await syncSharedLists(folder, bundles);
  const content = Readable.from([['id,name', ...people.map((name, index) => `${index},${name}`)].join('\n')]);
  clock += 1;
  const importedAt = Math.max(clock, (await lastSharedVersion(bundles, id)) + 1);
  const about = { id, format: 'simple-csv', source: 's', importedAt } as const;
  const list = await importList(folder, content, about, {
    mayShrink: false,
    publish: (version, description) => shareList(folder, bundles, version, description),
  });
  await removeEarlierLists(bundles, list);
}
async function importAlone(folder: string, id: string) {
  const about = { id, format: 'simple-csv', source: 's', importedAt: clock } as const;
  await importList(folder, Readable.from(['id,name\n1,Ada Alone']), about, { mayShrink: false });
}
const idsIn = async (folder: string) => (await listWatchlists(folder)).map(({ id }) => id);

it('shares the lists of one folder with every other folder', async () => {
  const [first, second] = folders as [string, string];
  await importAlone(first, 'own');
  await syncSharedLists(first, bundles);
  expect(await syncSharedLists(second, bundles)).toEqual({ taken: ['own'], removed: [], broken: [] });
  const [list] = await listWatchlists(second);
  expect(list).toMatchObject({ id: 'own', entries: 1, names: 1, source: 's' });
  const opened = openList(list!.file);
  expect(opened.entries('1')[0]?.names).toEqual(['Ada Alone']);
  opened.close();
  expect(await syncSharedLists(second, bundles)).toEqual({ taken: [], removed: [], broken: [] });
});

it('replaces a list in every folder, and keeps one version of it in the bucket', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  await syncSharedLists(second, bundles);
  await importShared(second, 'people', ['Ada One', 'Bob Two']);
  await syncSharedLists(first, bundles);
  for (const folder of folders) {
    expect(await listWatchlists(folder)).toMatchObject([{ id: 'people', entries: 2 }]);
    expect(readdirSync(folder)).toHaveLength(2);
  }
  expect(await bundles.list()).toHaveLength(1);
});

it('removes a list from every folder after it was removed in one', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  await syncSharedLists(second, bundles);
  await removeSharedList(bundles, 'people');
  await removeWatchlist(second, 'people');
  expect(await syncSharedLists(first, bundles)).toEqual({ taken: [], removed: ['people'], broken: [] });
  expect(readdirSync(first)).toEqual([]);
});

it('does not download a list whose removal stopped after its mark', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  const stopped: BundleStore = {
    ...bundles,
    remove: async () => {
      throw new Error('The process was stopped.');
    },
  };
  await expect(removeSharedList(stopped, 'people')).rejects.toThrow('stopped');
  expect(await syncSharedLists(second, bundles)).toEqual({ taken: [], removed: [], broken: [] });
  expect(await syncSharedLists(first, bundles)).toEqual({ taken: [], removed: ['people'], broken: [] });
  for (const folder of folders) expect(readdirSync(folder)).toEqual([]);
});

it('shares the lists of a folder that joins later, and keeps the newer version of each list', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  clock += 1;
  await importAlone(second, 'own');
  await importAlone(second, 'people');
  await syncSharedLists(second, bundles);
  await syncSharedLists(first, bundles);
  for (const folder of folders) {
    expect(await idsIn(folder)).toEqual(['own', 'people']);
    expect((await listWatchlists(folder)).map(({ importedAt }) => importedAt)).toEqual([clock, clock]);
  }
});

it('changes nothing if an import cannot be shared', async () => {
  const [first] = folders as [string];
  await importShared(first, 'people', ['Ada One']);
  const publish = async () => {
    throw new Error('The bucket is away.');
  };
  const about = { id: 'people', format: 'simple-csv', source: 's', importedAt: clock + 1 } as const;
  await expect(
    importList(first, Readable.from(['id,name\n1,Eve']), about, { mayShrink: false, publish }),
  ).rejects.toThrow('away');
  expect(await listWatchlists(first)).toMatchObject([{ id: 'people', importedAt: clock }]);
  expect(readdirSync(first)).toHaveLength(2);
});

it('keeps the local version of a list if the new one was changed in the bucket', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  await syncSharedLists(second, bundles);
  await importShared(first, 'people', ['Ada One', 'Bob Two']);
  for await (const keys of server.open().list('lists-parts/'))
    for (const key of keys) await server.open().put(key, Buffer.from('nobody'));
  expect(await syncSharedLists(second, bundles)).toEqual({ taken: [], removed: [], broken: ['people'] });
  expect(await listWatchlists(second)).toMatchObject([{ id: 'people', entries: 1 }]);
});

it('uploads a list again that was deleted in the bucket', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  for await (const keys of server.open().list('')) for (const key of keys) await server.open().delete(key);
  expect(await syncSharedLists(first, bundles)).toEqual({ taken: [], removed: [], broken: [] });
  await syncSharedLists(second, bundles);
  expect(await idsIn(second)).toEqual(['people']);
});

it('ignores a removal mark that was made with another master key', async () => {
  const [first] = folders as [string];
  await importShared(first, 'people', ['Ada One']);
  const others = openBucketBundles(server.open(), createVault(randomBytes(32)), 'lists');
  await others.publish(`people.${clock + 5}.removed`, []);
  expect(await syncSharedLists(first, bundles)).toEqual({ taken: [], removed: [], broken: ['people'] });
  expect(await idsIn(first)).toEqual(['people']);
});

it('shares a list that is imported after its removal by a clock that is behind', async () => {
  const [first, second] = folders as [string, string];
  await importShared(first, 'people', ['Ada One']);
  await removeSharedList(bundles, 'people');
  await removeWatchlist(first, 'people');
  clock -= 1000;
  await importShared(first, 'people', ['Bob Two']);
  await syncSharedLists(second, bundles);
  expect(await idsIn(second)).toEqual(['people']);
});
