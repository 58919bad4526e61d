import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMediaRef } from '../src/media/media-ref.ts';
import { segmentBytes } from '../src/media/media-segments.ts';
import type { MediaStore } from '../src/media/media-store.ts';
import { SealBrokenError } from '../src/secrets/sealed-box.ts';
import { createVault } from '../src/secrets/vault.ts';

/** Raw access to stored media, bypassing the store. */
export interface StoredMedia {
  read(ref: string): Promise<Uint8Array>;
  write(ref: string, sealed: Uint8Array): Promise<void>;
}

/**
 * Tests that every media store must pass.
 *
 * @param open - opens the store, empty at first; repeated calls within a test open it on the same media.
 */
export function testMediaStore(open: () => Promise<MediaStore>, stored: StoredMedia): void {
  const newKey = () => createVault(randomBytes(32)).createDataKey().key;
  const listed = async (store: MediaStore) => {
    const all: string[] = [];
    for await (const refs of store.list()) all.push(...refs);
    return all.sort();
  };

  it.each([0, 1, 1000, segmentBytes - 1, segmentBytes, segmentBytes + 1, 3 * segmentBytes])(
    'returns %i bytes unchanged',
    async (size) => {
      const [ref, key, bytes] = [createMediaRef(), newKey(), randomBytes(size)];
      await (await open()).put(ref, bytes, key);
      expect(Buffer.compare((await (await open()).get(ref, key))!, bytes)).toBe(0);
    },
  );

  it('returns null for a reference that was never stored or was deleted', async () => {
    const [store, ref, key] = [await open(), createMediaRef(), newKey()];
    expect(await store.get(ref, key)).toBeNull();
    expect(await store.putAt(ref)).toBeNull();
    await store.delete(ref);
    await store.put(ref, randomBytes(10), key);
    await store.delete(ref);
    expect(await store.get(ref, key)).toBeNull();
    expect(await listed(store)).toEqual([]);
  });

  it('stores no plaintext', async () => {
    const [store, ref] = [await open(), createMediaRef()];
    const canary = Buffer.from('P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<');
    await store.put(ref, Buffer.concat(Array.from({ length: 30_000 }, () => canary)), newKey());
    expect(Buffer.from(await stored.read(ref)).includes(canary.subarray(0, 8))).toBe(false);
  });

  it('replaces whole contents', async () => {
    const [store, ref, key] = [await open(), createMediaRef(), newKey()];
    await store.put(ref, Buffer.from('first'), key);
    await store.put(ref, Buffer.from('second'), key);
    expect(Buffer.from((await store.get(ref, key))!).toString()).toBe('second');
    expect(await listed(store)).toEqual([ref]);
  });

  it('keeps the old content if replacing fails midway', async () => {
    const [store, ref, key] = [await open(), createMediaRef(), newKey()];
    await store.put(ref, Buffer.from('first'), key);
    let segments = 0;
    const failing = {
      ...key,
      seal(plain: Uint8Array, context: string) {
        segments += 1;
        if (segments === 2) throw new Error('No memory is left.');
        return key.seal(plain, context);
      },
    };
    await expect(store.put(ref, randomBytes(2 * segmentBytes), failing)).rejects.toThrow(
      'No memory is left.',
    );
    expect(Buffer.from((await store.get(ref, key))!).toString()).toBe('first');
  });

  it('keeps one content whole if several are stored at once', async () => {
    const [store, ref, key] = [await open(), createMediaRef(), newKey()];
    const contents = Array.from({ length: 8 }, () => randomBytes(100_000));
    await Promise.all(contents.map((bytes) => store.put(ref, bytes, key)));
    const kept = Buffer.from((await store.get(ref, key))!);
    expect(contents.some((bytes) => bytes.equals(kept))).toBe(true);
  });

  it('lists stored references, with the time they were stored', async () => {
    const [store, key] = [await open(), newKey()];
    const refs = [createMediaRef(), createMediaRef(), createMediaRef()].sort();
    for (const ref of refs) await store.put(ref, randomBytes(5), key);
    expect(await listed(store)).toEqual(refs);
    expect(await store.putAt(refs[0]!)).toBeGreaterThan(Date.UTC(2000, 0));
  });

  it('lists nothing after a probe', async () => {
    const store = await open();
    await store.probe();
    await store.clearUnfinished(Number.MAX_SAFE_INTEGER);
    expect(await listed(store)).toEqual([]);
  });

  it('refuses every invalid reference', async () => {
    const [store, key] = [await open(), newKey()];
    for (const ref of [
      '../outside',
      '..',
      '',
      '.',
      'a/b',
      'Straße-ñ-日本',
      `${createMediaRef()}/x`,
      `${createMediaRef()}\0`,
      '/etc/passwd',
      `../../${createMediaRef()}`,
      createMediaRef().toUpperCase().replace(/\d/g, 'A'),
    ]) {
      await expect(store.put(ref, Buffer.from('x'), key), ref).rejects.toThrow(RangeError);
      await expect(store.get(ref, key), ref).rejects.toThrow(RangeError);
      await expect(store.delete(ref), ref).rejects.toThrow(RangeError);
      await expect(async () => store.putAt(ref), ref).rejects.toThrow(RangeError);
    }
    expect(await listed(store)).toEqual([]);
  });

  it('refuses to read content that was changed, truncated, extended or swapped', async () => {
    const [store, ref, key] = [await open(), createMediaRef(), newKey()];
    await store.put(ref, randomBytes(2 * segmentBytes + 5), key);
    const sealed = Buffer.from(await stored.read(ref));
    const sealedSegment = (sealed.byteLength - 5 - 29) / 2;
    const flipped = Buffer.from(sealed);
    flipped[sealedSegment + 40]! ^= 1;
    const changes = {
      flipped,
      'cut within a segment': sealed.subarray(0, sealed.byteLength - 1),
      'cut between segments': sealed.subarray(0, sealedSegment),
      'without the last segment': sealed.subarray(0, 2 * sealedSegment),
      emptied: Buffer.alloc(0),
      lengthened: Buffer.concat([sealed, Buffer.of(0)]),
      'segments swapped': Buffer.concat([
        sealed.subarray(sealedSegment, 2 * sealedSegment),
        sealed.subarray(0, sealedSegment),
        sealed.subarray(2 * sealedSegment),
      ]),
    };
    for (const [change, bytes] of Object.entries(changes)) {
      await stored.write(ref, bytes);
      await expect(store.get(ref, key), change).rejects.toThrow(SealBrokenError);
    }
    await stored.write(ref, sealed);
    expect((await store.get(ref, key))!.byteLength).toBe(2 * segmentBytes + 5);
  });

  it('refuses to read content under another reference or with another key', async () => {
    const [store, ref, other, key] = [await open(), createMediaRef(), createMediaRef(), newKey()];
    await store.put(ref, Buffer.from('picture'), key);
    await store.put(other, Buffer.from('another picture'), key);
    await stored.write(other, await stored.read(ref));
    await expect(store.get(other, key)).rejects.toThrow(SealBrokenError);
    await expect(store.get(ref, newKey())).rejects.toThrow(SealBrokenError);
  });
}
