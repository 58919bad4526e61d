import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { openBucketBundles } from '../bundles/bucket-bundles.ts';
import type { BundleStore } from '../bundles/bundle-store.ts';
import { createVault } from '../secrets/vault.ts';
import { readSdkFiles } from './read-sdk-files.ts';
import { fetchReleasesOnDemand, keepSharedRelease } from './share-releases.ts';

let server: BucketServer;
let bundles: BundleStore;
let folder: string;
const vault = createVault(randomBytes(32));
const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  bundles = openBucketBundles(server.open(), vault, 'sdk-releases');
  folder = mkdtempSync(join(tmpdir(), 'share-releases-'));
  vi.clearAllMocks();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for await (const keys of server.open().list('')) for (const key of keys) await server.open().delete(key);
});

/** Creates an instance that ships a build of one entry and one chunk. */
function instance(name: string, version: string, content: string) {
  const files = join(folder, name, 'built', 'v1');
  mkdirSync(join(files, 'chunks'), { recursive: true });
  writeFileSync(join(files, 'entry.js'), content);
  writeFileSync(join(files, 'chunks', `${content}-Bx93kQ2a.js`), content);
  writeFileSync(join(files, 'integrity.json'), JSON.stringify({ version, files: { 'entry.js': content } }));
  const [builtFolder, releasesFolder] = [join(folder, name, 'built'), join(folder, name, 'releases')];
  let now = 0;
  const fetchMissing = fetchReleasesOnDemand(releasesFolder, bundles, { elapsed: () => now, logger });
  const read = readSdkFiles(
    { builtFolder, releasesFolder, areReleasesFinal: true, fetchMissing },
    // A minute later, so that files written just now count as complete and are cached.
    () => Date.now() + 60_000,
  );
  return {
    releasesFolder,
    keep: () => keepSharedRelease({ builtFolder, releasesFolder, mayReplace: false }, bundles, logger),
    read: async (address: string) => {
      const file = await read(address);
      return file && Buffer.from(file.bytes).toString();
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('gives a new instance the releases of earlier ones', async () => {
  await instance('a', '1.0.0', 'one').keep();
  const next = instance('b', '1.1.0', 'two');
  expect(await next.keep()).toEqual({ kind: 'kept', version: '1.1.0' });
  expect(readdirSync(next.releasesFolder).sort()).toEqual(['1.0.0', '1.1.0']);
  expect(readFileSync(join(next.releasesFolder, '1.0.0', 'chunks', 'one-Bx93kQ2a.js'), 'utf8')).toBe('one');
});

it('serves files of a newer instance that started meanwhile', async () => {
  const old = instance('a', '1.0.0', 'one');
  await old.keep();
  expect(await old.read('v1/chunks/two-Bx93kQ2a.js')).toBeNull();
  await instance('b', '1.1.0', 'two').keep();
  // Within ten seconds, requests for missing files do not reach the bucket again.
  expect(await old.read('v1/chunks/two-Bx93kQ2a.js')).toBeNull();
  old.pass(10_000);
  expect(await old.read('v1/chunks/two-Bx93kQ2a.js')).toBe('two');
  expect(await old.read('1.1.0/entry.js')).toBe('two');
});

it('fetches a release once, even if it takes longer than the interval between two checks', async () => {
  await instance('a', '1.0.0', 'one').keep();
  let now = 0;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetch = vi.fn(async (name: string, into: string) => {
    await isReleased;
    return bundles.fetch(name, into);
  });
  const fetchMissing = fetchReleasesOnDemand(
    join(folder, 'b'),
    { ...bundles, fetch },
    {
      elapsed: () => now,
      logger,
    },
  );
  const first = fetchMissing();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  now += 10_000;
  const second = fetchMissing();
  release();
  await Promise.all([first, second]);
  expect(fetch).toHaveBeenCalledOnce();
  expect(logger.error).not.toHaveBeenCalled();
  expect(readdirSync(join(folder, 'b'))).toEqual(['1.0.0']);
});

it('reports a build that differs from the one other instances keep under its version', async () => {
  await instance('a', '1.0.0', 'one').keep();
  const other = instance('b', '1.0.0', 'another');
  expect(await other.keep()).toEqual({ kind: 'conflict', version: '1.0.0' });
  expect(await other.read('1.0.0/entry.js')).toBe('one');
});

it('starts without serving a release that was changed in the bucket', async () => {
  await instance('a', '1.0.0', 'one').keep();
  for await (const keys of server.open().list('sdk-releases-parts/'))
    for (const key of keys) await server.open().put(key, Buffer.from('evil'));
  const next = instance('b', '1.1.0', 'two');
  expect(await next.keep()).toEqual({ kind: 'kept', version: '1.1.0' });
  expect(logger.error).toHaveBeenCalledOnce();
  expect(await next.read('1.0.0/entry.js')).toBeNull();
});
