import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../testing/bucket-server.ts';
import { createVault } from '../secrets/vault.ts';
import { copyMedia, listMediaFiles } from './copy-media.ts';
import { openFileMediaStore } from './file-media-store.ts';
import { createMediaRef } from './media-ref.ts';
import type { Bucket, BucketObject } from './s3/bucket.ts';
import { markName, markOf, ownerOfPrefix } from './s3/media-bucket.ts';
import { openS3MediaStore } from './s3/s3-media-store.ts';

let server: BucketServer;
let folder: string;
let bucket: Bucket;
const vault = createVault(randomBytes(32));
const { key } = vault.createDataKey();
let prefixes = 0;

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-copied-'));
  prefixes += 1;
  bucket = server.open({ prefix: `copy-${prefixes}` });
  return () => rmSync(folder, { recursive: true, force: true });
});

async function put(count: number): Promise<Map<string, Uint8Array>> {
  const store = await openFileMediaStore(folder);
  const contents = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const ref = createMediaRef();
    contents.set(ref, randomBytes(1000 + index));
    await store.put(ref, contents.get(ref)!, key);
  }
  return contents;
}

const copy = async (to = bucket, onFile = () => {}) =>
  copyMedia(folder, await listMediaFiles(folder), to, onFile);

describe('copying media into a bucket', () => {
  it("copies media and no other files, so that the bucket's media store can open them", async () => {
    const contents = await put(40);
    mkdirSync(join(folder, 'ab'), { recursive: true });
    writeFileSync(join(folder, 'ab', 'notes.txt'), 'no media');
    writeFileSync(join(folder, 'incoming', 'half'), 'half');
    expect(await copy()).toMatchObject({ files: 40, sent: 40 });
    const store = openS3MediaStore(bucket);
    for (const [ref, content] of contents)
      expect(Buffer.from((await store.get(ref, key)) ?? [])).toEqual(Buffer.from(content));
    const found: string[] = [];
    for await (const refs of store.list()) found.push(...refs);
    expect(found.sort()).toEqual([...contents.keys()].sort());
  });

  it('skips equal objects, and replaces those that differ', async () => {
    const [first = '', second = ''] = (await put(12)).keys();
    let done = 0;
    const stopped = copy(bucket, () => {
      done += 1;
      if (done === 5) throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    const { sent } = await copy();
    expect(sent).toBeLessThan(12);
    expect(await copy()).toMatchObject({ files: 12, sent: 0 });
    const keyOf = (ref: string) => `media/${ref.slice(0, 2)}/${ref}`;
    const stored = await bucket.get(keyOf(first));
    await bucket.put(
      keyOf(first),
      Buffer.concat([Buffer.from([(stored?.[0] ?? 0) ^ 1]), stored!.subarray(1)]),
    );
    await bucket.delete(keyOf(second));
    expect(await copy()).toMatchObject({ files: 12, sent: 2 });
  });

  it('compares the content if the tag is not its MD5, as in buckets that encrypt with a key', async () => {
    await put(6);
    const tagged: Bucket = {
      ...bucket,
      async *describe(start) {
        for await (const page of bucket.describe(start))
          yield page.map((object): BucketObject => ({ ...object, tag: 'f'.repeat(32) }));
      },
    };
    expect(await copy(tagged)).toMatchObject({ sent: 6 });
    expect(await copy(tagged)).toMatchObject({ sent: 0 });
  });

  it('reports an object that the bucket stored differently', async () => {
    await put(2);
    const lossy: Bucket = { ...bucket, put: (name, body) => bucket.put(name, body.subarray(1)) };
    await expect(copy(lossy)).rejects.toThrow(/differs from what was uploaded/);
  });
});

describe('the owner of a prefix', () => {
  it('determines the owner of a prefix by its mark and its media', async () => {
    expect(await ownerOfPrefix(bucket, vault, 'id')).toBe('none');
    await put(1);
    await copy();
    expect(await ownerOfPrefix(bucket, vault, 'id')).toBe('unknown');
    for (const [mark, owner] of [
      [markOf(vault, null), 'sqlite'],
      [markOf(vault, 'id'), 'installation'],
      [markOf(vault, 'another'), 'others'],
      [markOf(createVault(randomBytes(32)), 'id'), 'others'],
    ] as const) {
      await bucket.put(markName, mark);
      expect(await ownerOfPrefix(bucket, vault, 'id')).toBe(owner);
    }
  });
});
