import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Bucket } from '../media/s3/bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import { BrokenBundleError, type BundleFile, type BundleStore } from './bundle-store.ts';

/** Size of each part except the last, in bytes. Only one part is in memory at a time, even of a list of 1 GB. */
const partBytes = 8 * 1024 * 1024;
const bundleName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const fileName = /^(?!\.)[A-Za-z0-9._-]+(\/(?!\.)[A-Za-z0-9._-]+)*$/;

/** Describes a bundle: its files, and the prefix of the parts into which their concatenated bytes are cut. */
interface Manifest {
  readonly parts: string;
  readonly files: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
}

/**
 * Opens the bundles of one kind in a bucket. `kind/name.json` describes a bundle and is stored last; `kind-parts/` holds its
 * encrypted bytes. The description has a MAC under the master key, so that somebody who can only write to the bucket cannot
 * plant a bundle, such as a list of people without entries.
 *
 * @throws {BucketError} in all methods, if the bucket does not carry out a request.
 */
export function openBucketBundles(
  bucket: Bucket,
  vault: Pick<Vault, 'keyedHash' | 'derivedKey'>,
  kind: string,
): BundleStore {
  const keyOf = (name: string) => {
    if (!bundleName.test(name)) throw new RangeError('This is not the name of a bundle.');
    return `${kind}/${name}.json`;
  };
  const macOf = (name: string, manifest: string) => vault.keyedHash(`bundle:${kind}`, `${name}\n${manifest}`);

  const sealing = vault.derivedKey('bundle', kind);

  async function find(name: string): Promise<Manifest | null> {
    const stored = await bucket.get(keyOf(name));
    if (stored === null) return null;
    const [mac, manifest = ''] = Buffer.from(stored).toString().split('\n');
    if (mac !== macOf(name, manifest))
      throw new BrokenBundleError(`The description of ${name} was not written by this service.`);
    return JSON.parse(manifest) as Manifest;
  }

  /** Returns the keys of all parts, by the prefix that a description would name. */
  async function listParts(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>();
    for await (const keys of bucket.list(`${kind}-parts/`))
      for (const key of keys) {
        const parts = key.slice(0, key.lastIndexOf('/'));
        const known = found.get(parts);
        if (known) known.push(key);
        else found.set(parts, [key]);
      }
    return found;
  }

  async function isDescribed(parts: string): Promise<boolean> {
    const [, name = '', ...rest] = parts.split('/');
    // Not stored by a publication of ours, so it is not removed.
    if (!bundleName.test(name) || rest.length !== 1) return true;
    try {
      return (await find(name))?.parts === parts;
    } catch (error) {
      // A broken description may name the parts, so they are kept.
      if (error instanceof BrokenBundleError) return true;
      throw error;
    }
  }

  async function areOlder(keys: readonly string[], before: number): Promise<boolean> {
    for (const key of keys) if (((await bucket.modifiedAt(key)) ?? 0) >= before) return false;
    return true;
  }

  async function isStoredAt(key: string, content: Uint8Array): Promise<boolean> {
    const stored = await bucket.get(key);
    return stored !== null && Buffer.compare(stored, content) === 0;
  }

  /**
   * Checks only the first and the last part: housekeeping removes all parts of an unfinished publication, such as one of a
   * process that was suspended for a day.
   */
  async function hasAllParts(parts: string, files: Manifest['files']): Promise<boolean> {
    const count = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / partBytes);
    for (const index of count === 0 ? [] : [0, count - 1])
      if ((await bucket.modifiedAt(`${parts}/${index}`)) === null) return false;
    return true;
  }

  async function removeParts(parts: string): Promise<void> {
    for await (const keys of bucket.list(`${parts}/`)) for (const key of keys) await bucket.delete(key);
  }

  return {
    async list() {
      const names: string[] = [];
      for await (const keys of bucket.list(`${kind}/`)) {
        for (const key of keys) {
          const name = key.slice(kind.length + 1).replace(/\.json$/, '');
          if (key.endsWith('.json') && bundleName.test(name)) names.push(name);
        }
      }
      return names.sort();
    },

    async publish(name, files) {
      const key = keyOf(name);
      // Checks before the upload; besides, not every server supports `putIfAbsent`.
      if ((await bucket.get(key)) !== null) return false;
      const parts = `${kind}-parts/${name}/${randomUUID()}`;
      const described = await storeParts(files, (index, part) =>
        bucket.put(`${parts}/${index}`, sealing.seal(part, `${parts}/${index}`)),
      );
      const manifest = JSON.stringify({ parts, files: described } satisfies Manifest);
      const description = Buffer.from(`${macOf(name, manifest)}\n${manifest}`);
      const isStored = await bucket.putIfAbsent(key, description);
      // A put is also refused if it is the retry of one that succeeded but whose reply was lost.
      if (!isStored && !(await isStoredAt(key, description))) {
        await removeParts(parts);
        return false;
      }
      if (await hasAllParts(parts, described)) return true;
      if (await isStoredAt(key, description)) await bucket.delete(key);
      await removeParts(parts);
      throw new Error(
        `Parts of ${name} were removed before it was complete, as happens when a process is suspended for a day. Publish it again.`,
      );
    },

    async fetch(name, folder) {
      const manifest = await find(name);
      if (manifest === null) return false;
      const bytes = readParts(async (index) => {
        const address = `${manifest.parts}/${index}`;
        const sealed = await bucket.get(address);
        try {
          return sealed && sealing.open(sealed, address);
        } catch (cause) {
          throw new BrokenBundleError(`A part of ${name} was changed.`, { cause });
        }
      });
      for (const file of manifest.files) await writeFile(folder, file, bytes);
      return true;
    },

    has: async (name) => (await find(name)) !== null,

    async remove(name) {
      // Removes the description first, because parts without one are not a bundle. If the process dies in between, housekeeping
      // removes the parts.
      await bucket.delete(keyOf(name));
      await removeParts(`${kind}-parts/${name}`);
    },

    async removeUnfinished(before) {
      let removed = 0;
      for (const [parts, keys] of await listParts()) {
        // Reads the description after listing the parts, so that one stored meanwhile counts.
        if ((await isDescribed(parts)) || !(await areOlder(keys, before))) continue;
        for (const key of keys) await bucket.delete(key);
        removed += keys.length;
      }
      return removed;
    },
  };
}

/** Concatenates the bytes of all files, and stores them in parts. */
async function storeParts(
  files: readonly BundleFile[],
  store: (index: number, part: Uint8Array) => Promise<void>,
): Promise<Manifest['files']> {
  const described: { name: string; size: number; sha256: string }[] = [];
  let [index, filled] = [0, 0];
  const part = Buffer.alloc(partBytes);
  for (const { name, path } of files) {
    if (!fileName.test(name)) throw new RangeError('This is not the name of a file in a bundle.');
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.byteLength;
      for (let at = 0; at < chunk.byteLength; ) {
        const copied = chunk.copy(part, filled, at);
        at += copied;
        filled += copied;
        if (filled < partBytes) continue;
        await store(index, part);
        [index, filled] = [index + 1, 0];
      }
    }
    described.push({ name, size, sha256: hash.digest('hex') });
  }
  if (filled > 0) await store(index, part.subarray(0, filled));
  return described;
}

/** Reads bytes across parts. Each call returns at most the requested number of bytes, and none after the last part. */
function readParts(get: (index: number) => Promise<Uint8Array | null>) {
  let [index, rest]: [number, Uint8Array] = [0, new Uint8Array()];
  return async (most: number): Promise<Uint8Array> => {
    if (rest.byteLength === 0) {
      rest = (await get(index)) ?? new Uint8Array();
      index += 1;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.byteLength);
    return taken;
  };
}

async function writeFile(
  folder: string,
  { name, size, sha256 }: Manifest['files'][number],
  read: (most: number) => Promise<Uint8Array>,
): Promise<void> {
  if (!fileName.test(name)) throw new BrokenBundleError('A file of a bundle has a name that is not allowed.');
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    for (let left = size; left > 0; ) {
      const bytes = await read(left);
      if (bytes.byteLength === 0) throw new BrokenBundleError(`${name} is truncated.`);
      hash.update(bytes);
      await file.writeFile(bytes);
      left -= bytes.byteLength;
    }
    if (hash.digest('hex') !== sha256) throw new BrokenBundleError(`${name} was changed.`);
    await file.sync();
  } finally {
    await file.close();
  }
}
