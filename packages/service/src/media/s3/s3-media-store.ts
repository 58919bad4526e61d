import { randomUUID } from 'node:crypto';
import { assertMediaRef, isMediaRef } from '../media-ref.ts';
import { openSegments, sealSegments } from '../media-segments.ts';
import type { MediaStore } from '../media-store.ts';
import type { Bucket } from './bucket.ts';

/** Size of the object that a probe writes, in bytes; equal to the probe file of a folder. */
const probeBytes = 4096;

/**
 * Opens a media store in a bucket. Objects have the same names as files in a folder, `media/<two characters>/<reference>`, and
 * the same encrypted content, so any tool that copies files can move media between them.
 */
export function openS3MediaStore(bucket: Bucket): MediaStore {
  const locate = (ref: string) => {
    assertMediaRef(ref);
    return `media/${ref.slice(0, 2)}/${ref}`;
  };
  return {
    // Objects are stored whole or not at all, and a reference is used once, so a repeated request does no harm.
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
    // Without multipart uploads, no object is ever unfinished.
    async clearUnfinished() {},
  };
}
