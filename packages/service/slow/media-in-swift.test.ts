import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBucketBundles } from '../src/bundles/bucket-bundles.ts';
import { openS3MediaStore } from '../src/media/s3/s3-media-store.ts';
import { createVault } from '../src/secrets/vault.ts';
import type { BucketServer } from '../testing/bucket-server.ts';
import { testMediaStore } from '../testing/media-store.contract.ts';
import { hasSwift, maxListed, startSwift, strangerKeys, swiftKeys } from '../testing/swift-server.ts';

let server: BucketServer;

describe.skipIf(!hasSwift())('bucket of a server that verifies signatures (OpenStack Swift)', () => {
  beforeAll(async () => {
    server = await startSwift();
  });
  afterAll(() => server?.stop());
  afterEach(async () => {
    for await (const keys of server.open({ prefix: '' }).list(''))
      for (const key of keys) await server.open({ prefix: '' }).delete(key);
  });
  const keyOf = (ref: string) => `media/${ref.slice(0, 2)}/${ref}`;

  describe.each([
    ['signed bodies', true],
    ['bodies with a Content-MD5', false],
  ])('with %s', (_title, signsPayload) => {
    testMediaStore(async () => openS3MediaStore(server.open({ signsPayload })), {
      read: async (ref) => (await server.open().get(keyOf(ref)))!,
      write: (ref, sealed) => server.open().put(keyOf(ref), sealed),
    });
  });

  it('does not overwrite an existing object when putting if absent', async () => {
    expect(await server.open().putIfAbsent('mark', Buffer.from('first'))).toBe(true);
    expect(await server.open().putIfAbsent('mark', Buffer.from('second'))).toBe(false);
    expect(Buffer.from((await server.open().get('mark'))!).toString()).toBe('first');
  });

  it('lists all keys of several pages', async () => {
    const bucket = server.open({ prefix: 'pages' });
    const keys = Array.from({ length: 2 * maxListed + 1 }, (_, index) => `media/k${10 + index}`);
    for (const key of keys) await bucket.put(key, Buffer.from('x'));
    const pages: (readonly string[])[] = [];
    for await (const page of bucket.list('media/')) pages.push(page);
    expect(pages.map(({ length }) => length)).toEqual([maxListed, maxListed, 1]);
    expect(pages.flat()).toEqual(keys);
  });

  it.each([
    ['an unknown key', { ...swiftKeys, accessKeyId: 'test:nobody' }, {}, 'BUCKET_KEY_REFUSED'],
    ['a wrong secret', { ...swiftKeys, secretAccessKey: 'wrong' }, {}, 'BUCKET_KEY_REFUSED'],
    ['a user without rights', strangerKeys, {}, 'BUCKET_FORBIDDEN'],
    ['a bucket that does not exist', swiftKeys, { bucket: 'nowhere' }, 'BUCKET_MISSING'],
    ['another region', swiftKeys, { region: 'eu-west-7' }, 'BUCKET_ELSEWHERE'],
  ])('reports %s', async (_title, keys, location, code) => {
    await expect(server.open(location, keys).put('a', Buffer.from('x'))).rejects.toMatchObject({ code });
  });

  it('refuses a body that differs from the signed one', async () => {
    const signer = new AwsV4Signer({
      ...swiftKeys,
      method: 'PUT',
      url: `${server.endpoint}/media/live/changed`,
      service: 's3',
      region: 'us-east-1',
      headers: { 'x-amz-content-sha256': createHash('sha256').update('picture').digest('hex') },
    });
    const { url, headers } = await signer.sign();
    const reply = await fetch(url, { method: 'PUT', headers, body: 'another' });
    expect(reply.status).toBe(400);
    expect(await server.open().get('changed')).toBeNull();
  });

  it('stores a bundle of files once', async () => {
    const bundles = openBucketBundles(server.open(), createVault(randomBytes(32)), 'lists');
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    const path = join(folder, 'names.db');
    writeFileSync(path, randomBytes(9 * 1024 * 1024));
    const files = [{ name: 'names.db', path }];
    const published = await Promise.all([bundles.publish('ofac.1', files), bundles.publish('ofac.1', files)]);
    expect(published).toContain(true);
    expect(await bundles.publish('ofac.1', files)).toBe(false);
    const fetched = join(folder, 'fetched');
    mkdirSync(fetched);
    expect(await bundles.fetch('ofac.1', fetched)).toBe(true);
    expect(readFileSync(join(fetched, 'names.db')).equals(readFileSync(path))).toBe(true);
    await bundles.remove('ofac.1');
    expect(await bundles.list()).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('stores a video of 20 MB and returns it unchanged', async () => {
    const video = randomBytes(20_000_000);
    await server.open().put('video', video);
    expect(Buffer.compare((await server.open().get('video'))!, video)).toBe(0);
  });
});
