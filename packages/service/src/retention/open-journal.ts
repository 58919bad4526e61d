import { openSharedBucket } from '../media/open-media.ts';
import type { BucketSettings } from '../media/s3/media-bucket.ts';
import { type BucketJournalParts, copyToBucket, openBucketJournal } from './bucket-journal.ts';
import { openPurgeJournal, type PurgeJournal } from './purge-journal.ts';

/** Place of the list of purges by the settings. */
export interface JournalPlaceSettings {
  /** File with the list, if there is no bucket. */
  readonly purgeJournal: string;
  readonly mediaBucket: BucketSettings | null;
}

type MacOf = BucketJournalParts['macOf'];

/** Opens the list of purges to write to it: in the media bucket if there is one, otherwise in its file. */
export function openJournal(place: JournalPlaceSettings, macOf: MacOf): PurgeJournal {
  const bucket = openSharedBucket(place);
  return bucket === null ? openPurgeJournal(place.purgeJournal) : openBucketJournal({ bucket, macOf });
}

/** Opens the list for a start of the service, and first copies an existing file to the bucket. */
export async function openWholeJournal(
  place: JournalPlaceSettings,
  parts: Omit<BucketJournalParts, 'bucket'>,
): Promise<PurgeJournal> {
  const file = openPurgeJournal(place.purgeJournal);
  const bucket = openSharedBucket(place);
  if (bucket === null) return file;
  const journal = { ...parts, bucket };
  await copyToBucket(journal, file);
  return openBucketJournal(journal);
}
