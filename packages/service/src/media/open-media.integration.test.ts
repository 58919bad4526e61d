import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BucketServer, serverKeys, startBucketServer } from '../../testing/bucket-server.ts';
import { createVault } from '../secrets/vault.ts';
import { examineBucket, type MediaPlace, openMedia } from './open-media.ts';

const [own, stranger] = [1, 2].map((byte) => createVault(new Uint8Array(32).fill(byte))) as [
  ReturnType<typeof createVault>,
  ReturnType<typeof createVault>,
];
let server: BucketServer;
let dataFolder: string;
beforeEach(async () => {
  server = await startBucketServer();
  dataFolder = mkdtempSync(join(tmpdir(), 'data-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});
const bucketAt = (bucket = 'media') => ({
  location: { bucket, prefix: 'live', endpoint: server.endpoint, region: 'us-east-1', signsPayload: true },
  keys: serverKeys,
});
const place = (bucket?: string): MediaPlace => ({ dataFolder, mediaBucket: bucketAt(bucket) });
async function keysInBucket() {
  const all: string[] = [];
  for await (const keys of server.open().list('')) all.push(...keys);
  return all;
}

it('marks a bucket at the first start and recognizes the mark at the next', async () => {
  await openMedia(place(), own, null);
  await (await openMedia(place(), own, null)).probe();
  expect(await keysInBucket()).toEqual(['installation']);
  expect(await examineBucket(bucketAt(), own, null)).toBe('s3://media/live');
});

it('reads the secret access key from a file that may end with a newline', async () => {
  const file = join(dataFolder, 'secret');
  const { secretAccessKey, ...id } = serverKeys;
  const settings = { ...bucketAt(), keys: { ...id, secretAccessKeyFile: file } };
  writeFileSync(file, `${secretAccessKey}\n`);
  await (await openMedia({ dataFolder, mediaBucket: settings }, own, null)).probe();
  rmSync(file);
  await expect(openMedia({ dataFolder, mediaBucket: settings }, own, null)).rejects.toThrow(
    'The file in MEDIA_SECRET_ACCESS_KEY_FILE does not exist.',
  );
  // A file where a folder belongs stands for a folder that this user cannot enter: root can enter all of them.
  writeFileSync(file, serverKeys.secretAccessKey);
  const inFile = { ...settings, keys: { ...id, secretAccessKeyFile: join(file, 'key') } };
  await expect(openMedia({ dataFolder, mediaBucket: inFile }, own, null)).rejects.toThrow(
    'The file in MEDIA_SECRET_ACCESS_KEY_FILE cannot be read by this user (ENOTDIR).',
  );
});

it('refuses a bucket marked under another master key, and writes nothing', async () => {
  await server.open().put('installation', Buffer.from('of others'));
  await expect(openMedia(place(), stranger, null)).rejects.toMatchObject({ code: 'BUCKET_OF_OTHERS' });
  await expect(examineBucket(bucketAt(), own, null)).rejects.toMatchObject({ code: 'BUCKET_OF_OTHERS' });
  expect(Buffer.from((await server.open().get('installation'))!).toString()).toBe('of others');
  expect(await keysInBucket()).toEqual(['installation']);
});

it('refuses a bucket marked for another database', async () => {
  const [one, other] = ['01992f00-0000-7000-8000-000000000001', '01992f00-0000-7000-8000-000000000002'];
  await openMedia(place(), own, one);
  await openMedia(place(), own, one);
  await expect(openMedia(place(), own, other)).rejects.toMatchObject({ code: 'BUCKET_OF_OTHERS' });
  await expect(examineBucket(bucketAt(), own, other)).rejects.toMatchObject({ code: 'BUCKET_OF_OTHERS' });
});

it('refuses a bucket while media are still in the data folder', async () => {
  mkdirSync(join(dataFolder, 'media', 'a0'), { recursive: true });
  await expect(openMedia(place(), own, null)).rejects.toMatchObject({ code: 'BUCKET_NOT_FILLED' });
  expect(await keysInBucket()).toEqual([]);
});

it('reports a missing bucket', async () => {
  await expect(openMedia(place('nowhere'), own, null)).rejects.toMatchObject({ code: 'BUCKET_MISSING' });
  await expect(examineBucket(bucketAt('nowhere'), own, null)).rejects.toMatchObject({
    code: 'BUCKET_MISSING',
  });
});
