import type { Bucket } from '../src/media/s3/bucket.ts';

/** A bucket in memory that counts requests, for more objects than a local server lists in acceptable time. */
export interface MemoryBucket extends Bucket {
  readonly objects: Map<string, Uint8Array>;
  readonly asked: { lists: number; gets: number; puts: number; deletes: number };
}

const perPage = 1000;

export function createMemoryBucket(): MemoryBucket {
  const objects = new Map<string, Uint8Array>();
  const asked = { lists: 0, gets: 0, puts: 0, deletes: 0 };
  async function* list(start: string) {
    const keys = [...objects.keys()].filter((key) => key.startsWith(start)).sort();
    for (let from = 0; from === 0 || from < keys.length; from += perPage) {
      asked.lists += 1;
      yield keys.slice(from, from + perPage);
    }
  }
  return {
    address: 'memory',
    objects,
    asked,
    async put(key, body) {
      asked.puts += 1;
      objects.set(key, body);
    },
    async putIfAbsent(key, body) {
      asked.puts += 1;
      if (objects.has(key)) return false;
      objects.set(key, body);
      return true;
    },
    async get(key) {
      asked.gets += 1;
      return objects.get(key) ?? null;
    },
    modifiedAt: async (key) => (objects.has(key) ? 0 : null),
    async delete(key) {
      asked.deletes += 1;
      objects.delete(key);
    },
    list,
    async *describe(start) {
      for await (const keys of list(start))
        yield keys.map((key) => ({ key, bytes: objects.get(key)?.byteLength ?? 0, tag: '' }));
    },
  };
}
