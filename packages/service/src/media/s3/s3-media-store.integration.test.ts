import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../../testing/bucket-server.ts';
import { testMediaStore } from '../../../testing/media-store.contract.ts';
import { createVault } from '../../secrets/vault.ts';
import { createMediaRef } from '../media-ref.ts';
import { openS3MediaStore } from './s3-media-store.ts';

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  for await (const keys of server.open({ prefix: '' }).list(''))
    for (const key of keys) await server.open({ prefix: '' }).delete(key);
});
const keyOf = (ref: string) => `media/${ref.slice(0, 2)}/${ref}`;

describe('the media store in a bucket', () => {
  testMediaStore(async () => openS3MediaStore(server.open()), {
    read: async (ref) => (await server.open().get(keyOf(ref)))!,
    write: (ref, sealed) => server.open().put(keyOf(ref), sealed),
  });
});

it.each([
  ['whose bodies are not signed', { signsPayload: false }],
  ['without a prefix', { prefix: '' }],
])('stores, lists and deletes in a bucket %s', async (_, location) => {
  const store = openS3MediaStore(server.open(location));
  const [ref, { key }] = [createMediaRef(), createVault(randomBytes(32)).createDataKey()];
  await store.put(ref, Buffer.from('picture'), key);
  expect(Buffer.from((await store.get(ref, key))!).toString()).toBe('picture');
  for await (const refs of store.list()) expect(refs).toEqual([ref]);
  await store.delete(ref);
  expect(await store.get(ref, key)).toBeNull();
});

it('lists only its own objects', async () => {
  const bucket = server.open();
  const ref = createMediaRef();
  for (const key of ['media/notes.txt', `media/${ref}`, `media/zz/${ref}`, 'installation.json'])
    await bucket.put(key, Buffer.from('x'));
  await server.open({ prefix: 'test' }).put(keyOf(ref), Buffer.from('x'));
  const lists: string[] = [];
  for await (const refs of openS3MediaStore(bucket).list()) lists.push(...refs);
  expect(lists).toEqual([]);
});
