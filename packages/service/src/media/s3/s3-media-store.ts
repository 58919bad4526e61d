import { randomUUID } from 'node:crypto';
import { assertMediaRef, isMediaRef } from '../media-ref.ts';
import { openSegments, sealSegments } from '../media-segments.ts';
import type { MediaStore } from '../media-store.ts';
import type { Bucket } from './bucket.ts';

/** Bytes that a probe writes, as in a folder. */
const probeBytes = 4096;

/**
 * A media store in a bucket. Objects have the names that files have in a folder, `media/<two characters>/<reference>`,
 * and the same content: what is sealed. So any tool that copies files moves media from one to the other.
 */
export function openS3MediaStore(bucket: Bucket): MediaStore {
  const locate = (ref: string) => {
    assertMediaRef(ref);
    return `media/${ref.slice(0, 2)}/${ref}`;
  };
  return {
    // An object is there whole or not at all; a reference is used once, so that a try that is repeated harms nothing.
    put: async (ref, bytes, key) =>
      bucket.put(locate(ref), Buffer.concat([...sealSegments(ref, bytes, key)])),
    async get(ref, key) {
      const sealed = await bucket.get(locate(ref));
      return sealed === null ? null : openSegments(ref, sealed, key);
    },
    delete: async (ref) => bucket.delete(locate(ref)),
    async *list() {
      for await (const keys of bucket.list('media/')) {
        yield keys.flatMap((key) => {
          const ref = key.slice(key.lastIndexOf('/') + 1);
          return isMediaRef(ref) && key === locate(ref) ? [ref] : [];
        });
      }
    },
    putAt: async (ref) => bucket.modifiedAt(locate(ref)),
    async probe() {
      const key = `probes/${randomUUID()}`;
      await bucket.put(key, Buffer.alloc(probeBytes));
      await bucket.delete(key);
    },
    // There are no unfinished objects, because there are no multipart uploads.
    async clearUnfinished() {},
  };
}
