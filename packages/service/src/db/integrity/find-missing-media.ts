import { isMediaRef } from '../../media/media-ref.ts';
import type { MediaStore } from '../../media/media-store.ts';
import type { Database } from '../schema.ts';

/** A capture whose media are missing from the store. */
export interface MissingMedia {
  readonly executionId: string;
  readonly captureId: string;
}

const batchSize = 500;

/**
 * Finds captures whose media are missing. Does not open media, so it finds no damaged ones.
 *
 * @param limit - number of captures to check. Default: all.
 */
export async function findMissingMedia(
  db: Database,
  media: Pick<MediaStore, 'putAt'>,
  limit = Number.POSITIVE_INFINITY,
): Promise<MissingMedia[]> {
  const missing: MissingMedia[] = [];
  let [checked, lastId] = [0, ''];
  while (checked < limit) {
    const rows = await db
      .selectFrom('captures')
      .select(['id', 'execution_id', 'media_ref'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { id, execution_id, media_ref } of rows) {
      if (await hasMedia(media, media_ref)) continue;
      // The capture may have been purged meanwhile: a purge removes its row before its media.
      const isNamed = await db.selectFrom('captures').select('id').where('id', '=', id).executeTakeFirst();
      if (isNamed) missing.push({ executionId: execution_id, captureId: id });
    }
    checked += rows.length;
    lastId = rows.at(-1)?.id ?? '';
    if (rows.length < batchSize) break;
  }
  return missing;
}

/** Returns whether the store has the media. A malformed reference has none. */
async function hasMedia(media: Pick<MediaStore, 'putAt'>, ref: string): Promise<boolean> {
  return isMediaRef(ref) && (await media.putAt(ref)) !== null;
}
