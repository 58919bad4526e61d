import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Bucket } from '../media/s3/bucket.ts';
import type { Vault } from '../secrets/vault.ts';
import { BrokenBundleError, type BundleFile, type BundleStore } from './bundle-store.ts';

/** Bytes of each part but the last: of a list of a gigabyte, one part is in memory at a time. */
const partBytes = 8 * 1024 * 1024;
const bundleName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const fileName = /^(?!\.)[A-Za-z0-9._-]+(\/(?!\.)[A-Za-z0-9._-]+)*$/;

/** Describes a bundle: files one after the other, cut into parts that lie under the prefix. */
interface Manifest {
  readonly parts: string;
  readonly files: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
}

/**
 * Opens the bundles of one kind in a bucket: `kind/name.json` describes one and is put last, `kind-parts/` holds the bytes, sealed. The
 * description carries a MAC under the master key: who may only write to the bucket cannot make a list that names nobody.
 *
 * @throws {BucketError} in all methods, when the bucket does not do what it is asked.
 */
export function openBucketBundles(
  bucket: Bucket,
  vault: Pick<Vault, 'keyedHash' | 'derivedKey'>,
  kind: string,
): BundleStore {
  const keyOf = (name: string) => {
    if (!bundleName.test(name)) throw new RangeError('Not a name of a bundle.');
    return `${kind}/${name}.json`;
  };
  const macOf = (name: string, manifest: string) => vault.keyedHash(`bundle:${kind}`, `${name}\n${manifest}`);

  const sealing = vault.derivedKey('bundle', kind);

  async function find(name: string): Promise<Manifest | null> {
    const stored = await bucket.get(keyOf(name));
    if (stored === null) return null;
    const [mac, manifest = ''] = Buffer.from(stored).toString().split('\n');
    if (mac !== macOf(name, manifest)) throw new BrokenBundleError(`The description of ${name} is not ours.`);
    return JSON.parse(manifest) as Manifest;
  }

  /** Parts by the prefix that a description would name. */
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
    // Nothing that a publication of ours stored.
    if (!bundleName.test(name) || rest.length !== 1) return true;
    try {
      return (await find(name))?.parts === parts;
    } catch (error) {
      // Whether its parts are named cannot be told.
      if (error instanceof BrokenBundleError) return true;
      throw error;
    }
  }

  async function areOlder(keys: readonly string[], before: number): Promise<boolean> {
    for (const key of keys) if (((await bucket.modifiedAt(key)) ?? 0) >= before) return false;
    return true;
  }

  async function isAt(key: string, content: Uint8Array): Promise<boolean> {
    const stored = await bucket.get(key);
    return stored !== null && Buffer.compare(stored, content) === 0;
  }

  /** Looks at the first and the last part: those of a publication that was suspended for a day are removed all together. */
  async function areThere(parts: string, files: Manifest['files']): Promise<boolean> {
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
      // Before the files are sent; and not every server knows how to put only what is absent.
      if ((await bucket.get(key)) !== null) return false;
      const parts = `${kind}-parts/${name}/${randomUUID()}`;
      const described = await storeParts(files, (index, part) =>
        bucket.put(`${parts}/${index}`, sealing.seal(part, `${parts}/${index}`)),
      );
      const manifest = JSON.stringify({ parts, files: described } satisfies Manifest);
      const description = Buffer.from(`${macOf(name, manifest)}\n${manifest}`);
      const isStored = await bucket.putIfAbsent(key, description);
      // Of a put that succeeded the reply may have been lost: tried again, it is refused.
      if (!isStored && !(await isAt(key, description))) {
        await removeParts(parts);
        return false;
      }
      if (await areThere(parts, described)) return true;
      if (await isAt(key, description)) await bucket.delete(key);
      await removeParts(parts);
      throw new Error(
        `Parts of ${name} were removed before it was complete, as of a process that was suspended for a day. Publish it again.`,
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
      // The description first: parts without one are no bundle. Those are removed although a process died in between.
      await bucket.delete(keyOf(name));
      await removeParts(`${kind}-parts/${name}`);
    },

    async removeUnfinished(before) {
      let removed = 0;
      for (const [parts, keys] of await listParts()) {
        // The description is read after the list: one that was put meanwhile counts.
        if ((await isDescribed(parts)) || !(await areOlder(keys, before))) continue;
        for (const key of keys) await bucket.delete(key);
        removed += keys.length;
      }
      return removed;
    },
  };
}

/** Cuts the bytes of all files, one after the other, into parts. */
async function storeParts(
  files: readonly BundleFile[],
  store: (index: number, part: Uint8Array) => Promise<void>,
): Promise<Manifest['files']> {
  const described: { name: string; size: number; sha256: string }[] = [];
  let [index, filled] = [0, 0];
  const part = Buffer.alloc(partBytes);
  for (const { name, path } of files) {
    if (!fileName.test(name)) throw new RangeError('Not a name of a file in a bundle.');
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

/** Reads bytes across parts: each call gives at most what was asked for, and nothing past the last part. */
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
  if (!fileName.test(name))
    throw new BrokenBundleError('A file of a bundle has a name that it may not have.');
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    for (let left = size; left > 0; ) {
      const bytes = await read(left);
      if (bytes.byteLength === 0) throw new BrokenBundleError(`${name} is cut off.`);
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
