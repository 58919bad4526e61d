import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { createVault } from '../secrets/vault.ts';
import { openBucketBundles } from './bucket-bundles.ts';
import { BrokenBundleError, type BundleStore } from './bundle-store.ts';

let server: BucketServer;
let folder: string;
let bundles: BundleStore;
const vault = createVault(randomBytes(32));

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  bundles = openBucketBundles(server.open(), vault, 'lists');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const key of await allKeys()) await server.open().delete(key);
});

async function allKeys(): Promise<string[]> {
  const all: string[] = [];
  for await (const keys of server.open().list('')) all.push(...keys);
  return all;
}
function lay(name: string, content: Uint8Array) {
  const path = join(folder, name.replaceAll('/', '_'));
  writeFileSync(path, content);
  return { name, path };
}
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const emptyFolder = () => mkdtempSync(join(folder, 'fetched-'));

it('returns files of all sizes as they were published', async () => {
  const contents: [string, Buffer][] = [
    ['a.json', Buffer.from('{}')],
    ['empty', Buffer.alloc(0)],
    ['chunks/large.db', randomBytes(17 * 1024 * 1024)],
    ['z.db', randomBytes(1)],
  ];
  expect(
    await bundles.publish(
      'ofac.1',
      contents.map(([name, bytes]) => lay(name, bytes)),
    ),
  ).toBe(true);
  expect(await bundles.list()).toEqual(['ofac.1']);
  const fetched = emptyFolder();
  expect(await openBucketBundles(server.open(), vault, 'lists').fetch('ofac.1', fetched)).toBe(true);
  for (const [name, bytes] of contents)
    expect(digest(readFileSync(join(fetched, name))), name).toBe(digest(bytes));
  expect(statSync(join(fetched, 'z.db')).mode & 0o777).toBe(0o600);
});

it('keeps the first of two bundles with the same name, and nothing of the second', async () => {
  expect(await bundles.publish('a.1', [lay('x', Buffer.from('first'))])).toBe(true);
  const before = await allKeys();
  expect(await bundles.publish('a.1', [lay('x', Buffer.from('second'))])).toBe(false);
  expect(await allKeys()).toEqual(before);
  const fetched = emptyFolder();
  await bundles.fetch('a.1', fetched);
  expect(readFileSync(join(fetched, 'x'), 'utf8')).toBe('first');
});

it('removes a bundle with its parts, and none with a similar name', async () => {
  await bundles.publish('a.1', [lay('x', Buffer.from('x'))]);
  await bundles.publish('a.10', [lay('x', Buffer.from('x'))]);
  await bundles.remove('a.1');
  await bundles.remove('never');
  expect(await bundles.fetch('a.1', emptyFolder())).toBe(false);
  expect(await bundles.list()).toEqual(['a.10']);
  expect((await allKeys()).every((key) => key.includes('a.10'))).toBe(true);
});

it('stores files only encrypted', async () => {
  const canary = Buffer.from('Somebody Whose Name Is On No Public List');
  await bundles.publish('a.1', [lay('x', canary)]);
  for (const key of await allKeys())
    expect(Buffer.from((await server.open().get(key))!).includes(canary.subarray(0, 12)), key).toBe(false);
});

it('recognises its own description if the reply to storing it was lost', async () => {
  const bucket = server.open();
  const losing = {
    ...bucket,
    async putIfAbsent(key: string, body: Uint8Array) {
      await bucket.put(key, body);
      return false;
    },
  };
  expect(await openBucketBundles(losing, vault, 'lists').publish('a.1', [lay('x', Buffer.from('x'))])).toBe(
    true,
  );
  expect(await bundles.fetch('a.1', emptyFolder())).toBe(true);
});

it('removes parts that were left by a process that died while removing a bundle', async () => {
  await bundles.publish('a.1', [lay('x', Buffer.from('x'))]);
  await server.open().delete('lists/a.1.json');
  await bundles.remove('a.1');
  expect(await allKeys()).toEqual([]);
});

describe('parts of a publication whose process was killed', () => {
  const later = () => Date.now() + 60_000;
  /** Publishes a bundle, but fails when the description would be stored. */
  async function killedWhilePublishing(name: string): Promise<void> {
    const bucket = server.open();
    const dying = { ...bucket, putIfAbsent: () => Promise.reject(new Error('killed')) };
    const files = [lay('x', randomBytes(9 * 1024 * 1024))];
    await expect(openBucketBundles(dying, vault, 'lists').publish(name, files)).rejects.toThrow('killed');
  }

  it('removes the parts of a killed publication once all of them are old, and nothing else', async () => {
    await bundles.publish('a.1', [lay('x', Buffer.from('x'))]);
    const kept = await allKeys();
    await killedWhilePublishing('a.1-2');
    await killedWhilePublishing('b.1');
    await server.open().put('sdk-releases-parts/c/d/0', Buffer.from('of another kind'));
    await server.open().put('lists-parts/note.txt', Buffer.from('of nobody'));
    expect(await bundles.removeUnfinished(Date.now() - 60_000)).toBe(0);
    expect(await bundles.removeUnfinished(later())).toBe(4);
    const left = [...kept, 'lists-parts/note.txt', 'sdk-releases-parts/c/d/0'];
    expect(new Set(await allKeys())).toEqual(new Set(left));
    expect(await bundles.fetch('a.1', emptyFolder())).toBe(true);
  });

  it('removes the parts of a killed publication, and keeps those of the one that replaced it', async () => {
    await killedWhilePublishing('a.1');
    expect(await bundles.publish('a.1', [lay('x', Buffer.from('second'))])).toBe(true);
    expect(await bundles.removeUnfinished(later())).toBe(2);
    expect(await bundles.fetch('a.1', emptyFolder())).toBe(true);
  });

  it.each([
    ['is answered', true],
    ['is not answered', false],
  ])(
    'leaves no description of a suspended publication whose parts were removed, if storing it %s',
    async (_, isAnswered) => {
      const bucket = server.open();
      const sleeping = {
        ...bucket,
        async putIfAbsent(key: string, body: Uint8Array) {
          expect(await bundles.removeUnfinished(later())).toBe(2);
          return (await bucket.putIfAbsent(key, body)) && isAnswered;
        },
      };
      const files = [lay('x', randomBytes(9 * 1024 * 1024))];
      const publishing = openBucketBundles(sleeping, vault, 'lists').publish('a.1', files);
      await expect(publishing).rejects.toThrow('Publish it again');
      expect(await allKeys()).toEqual([]);
      expect(await bundles.publish('a.1', files)).toBe(true);
      expect(await bundles.fetch('a.1', emptyFolder())).toBe(true);
    },
  );

  it('keeps parts while the description of their bundle is not ours', async () => {
    await bundles.publish('a.1', [lay('x', Buffer.from('x'))]);
    await server.open().put('lists/a.1.json', Buffer.from('{}'));
    const before = await allKeys();
    expect(await bundles.removeUnfinished(later())).toBe(0);
    expect(await allKeys()).toEqual(before);
  });
});

it('keeps bundles of different kinds apart', async () => {
  const releases = openBucketBundles(server.open(), vault, 'sdk-releases');
  await bundles.publish('a.1', []);
  expect(await releases.list()).toEqual([]);
  expect(await releases.fetch('a.1', emptyFolder())).toBe(false);
});

it.each<[string, (key: { description: string; part: string }) => Promise<void>]>([
  ['a changed byte', async ({ part }) => server.open().put(part, Buffer.from('namE'))],
  ['a part that is cut off', async ({ part }) => server.open().put(part, Buffer.from('na'))],
  ['a part that is missing', async ({ part }) => server.open().delete(part)],
  [
    'a changed description',
    async ({ description }) => {
      const text = Buffer.from((await server.open().get(description))!).toString();
      await server.open().put(description, Buffer.from(text.replace('"size":4', '"size":0')));
    },
  ],
  [
    'the description of another bundle',
    async ({ description }) => {
      await bundles.publish('b.1', []);
      await server.open().put(description, (await server.open().get('lists/b.1.json'))!);
    },
  ],
  ['an invalid description', async ({ description }) => server.open().put(description, Buffer.from('{}'))],
  [
    'a description under another master key',
    async ({ description }) => {
      const others = openBucketBundles(
        server.open({ prefix: 'other' }),
        createVault(randomBytes(32)),
        'lists',
      );
      await others.publish('a.1', []);
      await server.open().put(description, (await server.open({ prefix: 'other' }).get('lists/a.1.json'))!);
    },
  ],
])('refuses a bundle with %s', async (_title, change) => {
  await bundles.publish('a.1', [lay('x', Buffer.from('name'))]);
  const part = (await allKeys()).find((key) => key.startsWith('lists-parts/'))!;
  await change({ description: 'lists/a.1.json', part });
  await expect(bundles.fetch('a.1', emptyFolder())).rejects.toThrow(BrokenBundleError);
});

it.each(['', '../a', 'a/b', '.a', 'a b'])('refuses the name %j', async (name) => {
  await expect(async () => bundles.publish(name, [])).rejects.toThrow(RangeError);
});

it.each(['../x', '/x', 'a/../x', '.x', 'a//x'])('refuses the file name %j', async (name) => {
  const { path } = lay('x', Buffer.from('x'));
  await expect(bundles.publish('a.1', [{ name, path }])).rejects.toThrow(RangeError);
});
