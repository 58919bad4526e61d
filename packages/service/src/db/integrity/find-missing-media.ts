import { isMediaRef } from '../../media/media-ref.ts';
import type { MediaStore } from '../../media/media-store.ts';
import type { Database } from '../schema.ts';

/** A capture whose media are missing from the store. */
export interface MissingMedia {
  readonly executionId: string;
  readonly captureId: string;
}

const perLook = 500;

/**
 * Finds captures whose media are missing. It does not open media, so it finds no damaged ones.
 *
 * @param most - number of captures to check. Default: all.
 */
export async function findMissingMedia(
  db: Database,
  media: Pick<MediaStore, 'putAt'>,
  most = Number.POSITIVE_INFINITY,
): Promise<MissingMedia[]> {
  const missing: MissingMedia[] = [];
  let [looked, before] = [0, ''];
  while (looked < most) {
    const rows = await db
      .selectFrom('captures')
      .select(['id', 'execution_id', 'media_ref'])
      .where('id', '>', before)
      .orderBy('id')
      .limit(perLook)
      .execute();
    for (const { id, execution_id, media_ref } of rows) {
      if (await isThere(media, media_ref)) continue;
      // A purge may have happened meanwhile; it removes the row first.
      const isNamed = await db.selectFrom('captures').select('id').where('id', '=', id).executeTakeFirst();
      if (isNamed) missing.push({ executionId: execution_id, captureId: id });
    }
    looked += rows.length;
    before = rows.at(-1)?.id ?? '';
    if (rows.length < perLook) break;
  }
  return missing;
}

/** A reference that is none leads to nothing. */
async function isThere(media: Pick<MediaStore, 'putAt'>, ref: string): Promise<boolean> {
  return isMediaRef(ref) && (await media.putAt(ref)) !== null;
}
