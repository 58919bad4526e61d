import type { MediaStore } from '../../media/media-store.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import type { Database } from '../schema.ts';

/** How stored media are broken. */
export type MediaFault = 'MEDIA_MISSING' | 'MEDIA_CHANGED';

/**
 * Wraps a media store to raise an alarm when media that a capture names are missing or damaged.
 *
 * @param raise - called with the execution and the fault.
 */
export function watchMedia(
  media: MediaStore,
  reader: Database,
  raise: (executionId: string, fault: MediaFault) => void,
): MediaStore {
  const report = async (ref: string, fault: MediaFault) => {
    // A purge removes the row before the media, so media without a capture may be missing.
    const capture = await reader
      .selectFrom('captures')
      .select('execution_id')
      .where('media_ref', '=', ref)
      .executeTakeFirst();
    if (capture) raise(capture.execution_id, fault);
  };
  return {
    put: (ref, bytes, key) => media.put(ref, bytes, key),
    async get(ref, key) {
      try {
        const bytes = await media.get(ref, key);
        if (bytes === null) await report(ref, 'MEDIA_MISSING');
        return bytes;
      } catch (error) {
        if (error instanceof SealBrokenError) await report(ref, 'MEDIA_CHANGED');
        throw error;
      }
    },
    delete: (ref) => media.delete(ref),
    list: () => media.list(),
    putAt: (ref) => media.putAt(ref),
    probe: () => media.probe(),
    clearUnfinished: (before) => media.clearUnfinished(before),
  };
}
