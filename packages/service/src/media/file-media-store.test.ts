import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testMediaStore } from '../../testing/media-store.contract.ts';
import { createVault, type DataKey } from '../secrets/vault.ts';
import { openFileMediaStore } from './file-media-store.ts';
import { createMediaRef } from './media-ref.ts';
import { segmentBytes } from './media-segments.ts';
import type { MediaStore } from './media-store.ts';

let directory: string;
let store: MediaStore;
let key: DataKey;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'media-'));
  store = await openFileMediaStore(directory);
  key = createVault(randomBytes(32)).createDataKey().key;
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});
const pathOf = (ref: string) => join(directory, ref.slice(0, 2), ref);
async function listed(): Promise<string[]> {
  const all: string[] = [];
  for await (const refs of store.list()) all.push(...refs);
  return all.sort();
}
const everyFile = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('the media store in a directory', () => {
  testMediaStore(() => openFileMediaStore(directory), {
    read: async (ref) => readFileSync(pathOf(ref)),
    write: async (ref, sealed) => writeFileSync(pathOf(ref), sealed),
  });

  it('creates folders on demand, readable only by its own user', async () => {
    expect(readdirSync(directory)).toEqual(['incoming']);
    const [ref, other] = [createMediaRef(), createMediaRef()];
    await Promise.all([store.put(ref, randomBytes(10), key), store.put(other, randomBytes(10), key)]);
    const folders = new Set(['incoming', ref.slice(0, 2), other.slice(0, 2)]);
    expect(new Set(readdirSync(directory))).toEqual(folders);
    for (const folder of folders) expect(statSync(join(directory, folder)).mode & 0o777).toBe(0o700);
  });

  it('stores a file after its folder could not be created the first time', async () => {
    const ref = createMediaRef();
    const inTheWay = join(directory, ref.slice(0, 2));
    writeFileSync(inTheWay, '');
    await expect(store.put(ref, randomBytes(10), key)).rejects.toThrow('EEXIST');
    rmSync(inTheWay);
    await store.put(ref, randomBytes(10), key);
    expect((await store.get(ref, key))!.byteLength).toBe(10);
  });

  it('writes no plaintext to the disk', async () => {
    const canary = Buffer.from('P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<');
    const ref = createMediaRef();
    await store.put(ref, Buffer.concat(Array.from({ length: 30_000 }, () => canary)), key);
    expect(everyFile()).toHaveLength(1);
    expect(readFileSync(pathOf(ref)).includes(canary.subarray(0, 8))).toBe(false);
    expect(statSync(pathOf(ref)).mode & 0o777).toBe(0o600);
  });

  it('replaces whole contents, and keeps the old content if replacing fails midway', async () => {
    const ref = createMediaRef();
    await store.put(ref, Buffer.from('first'), key);
    await store.put(ref, Buffer.from('second'), key);
    let segments = 0;
    const failing: DataKey = {
      ...key,
      seal: (plain, context) => {
        segments += 1;
        if (segments === 2) {
          throw new Error('The disk is full.');
        }
        return key.seal(plain, context);
      },
    };
    await expect(store.put(ref, randomBytes(2 * segmentBytes), failing)).rejects.toThrow('The disk is full.');
    expect(Buffer.from((await store.get(ref, key))!).toString()).toBe('second');
    expect(everyFile()).toHaveLength(1);
  });

  it('never lists a file that a crash left incomplete, and removes it once it is old', async () => {
    const abandoned = join(directory, 'incoming', randomUUID());
    const underWay = join(directory, 'incoming', randomUUID());
    writeFileSync(abandoned, 'half');
    writeFileSync(underWay, 'half');
    utimesSync(abandoned, 1000, 1000);
    expect(await listed()).toEqual([]);
    await store.clearUnfinished(1_000_000);
    expect(existsSync(abandoned)).toBe(true);
    await store.clearUnfinished(1_000_001);
    expect([existsSync(abandoned), existsSync(underWay)]).toEqual([false, true]);
  });

  it('lists only its own files, with the time they were stored', async () => {
    const refs = [createMediaRef(), createMediaRef(), createMediaRef()].sort();
    for (const ref of refs) await store.put(ref, randomBytes(5), key);
    writeFileSync(join(directory, refs[0]!.slice(0, 2), 'notes.txt'), '');
    mkdirSync(join(directory, 'lost+found'));
    expect(await listed()).toEqual(refs);
    utimesSync(pathOf(refs[0]!), 1234, 1234);
    expect(await store.putAt(refs[0]!)).toBe(1_234_000);
    expect(await store.putAt(createMediaRef())).toBeNull();
  });
});
