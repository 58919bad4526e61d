import { openSharedBucket } from '../media/open-media.ts';
import type { BucketSettings } from '../media/s3/media-bucket.ts';
import { type BucketJournalParts, copyToBucket, openBucketJournal } from './bucket-journal.ts';
import { openPurgeJournal, type PurgeJournal } from './purge-journal.ts';

/** Configured place of the purge journal. */
export interface JournalPlaceSettings {
  /** Path of the journal file, used without a bucket. */
  readonly purgeJournal: string;
  readonly mediaBucket: BucketSettings | null;
}

type MacOf = BucketJournalParts['macOf'];

/** Opens the purge journal only for writing: in the media bucket if there is one, otherwise in its file. */
export function openJournal(place: JournalPlaceSettings, macOf: MacOf): PurgeJournal {
  const bucket = openSharedBucket(place);
  return bucket === null ? openPurgeJournal(place.purgeJournal) : openBucketJournal({ bucket, macOf });
}

/** Opens the purge journal for a start of the service, and first copies an existing file to the bucket. */
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
