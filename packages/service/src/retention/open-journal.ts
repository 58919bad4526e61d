import { openSharedBucket } from '../media/open-media.ts';
import type { BucketSettings } from '../media/s3/media-bucket.ts';
import { type BucketJournalParts, copyToBucket, openBucketJournal } from './bucket-journal.ts';
import { openPurgeJournal, type PurgeJournal } from './purge-journal.ts';

/** Place of the list of purges by the settings. */
export interface JournalPlaceSettings {
  /** The file that has it where there is no bucket. */
  readonly purgeJournal: string;
  readonly mediaBucket: BucketSettings | null;
}

type MacOf = BucketJournalParts['macOf'];

/** Opens the list of purges: in the bucket of the media where there is one, else in its file. */
export function openJournal(place: JournalPlaceSettings, macOf: MacOf): PurgeJournal {
  const bucket = openSharedBucket(place);
  return bucket === null ? openPurgeJournal(place.purgeJournal) : openBucketJournal({ bucket, macOf });
}

/** The same for a service that starts: what the file has from before there was a bucket is in the bucket then. */
export async function openWholeJournal(place: JournalPlaceSettings, macOf: MacOf): Promise<PurgeJournal> {
  const file = openPurgeJournal(place.purgeJournal);
  const bucket = openSharedBucket(place);
  if (bucket === null) return file;
  await copyToBucket({ bucket, macOf }, file);
  return openBucketJournal({ bucket, macOf });
}
