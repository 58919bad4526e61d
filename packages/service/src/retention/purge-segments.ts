import type { Bucket } from '../media/s3/bucket.ts';
import { journalLine, type PurgeEntry, parseEntries } from './purge-journal.ts';

/** Dependencies of the segments of a purge journal. */
export interface SegmentParts {
  readonly bucket: Pick<Bucket, 'get' | 'list' | 'putIfAbsent'>;
  /** Returns a MAC of a text under the master key: 43 letters, digits, `-` and `_`. */
  macOf(text: string): string;
}

/**
 * Store of the mark: the last segment up to which the database has carried out all purges; 0: none. The mark is part of the
 * database, so a restored older copy has an older mark.
 */
export interface PurgeMarks {
  read(): Promise<number>;
  /** Moves the mark forward to a segment, never back. */
  advance(segment: number): Promise<void>;
  /** Moves the mark to a segment if it is at the previous one. */
  advanceBy1(segment: number): Promise<void>;
}

/**
 * A segment of a purge journal: an object with many purges under `purges/lists/`, and an object under `purges/segments/` whose
 * name has the number. The number is greater than those of all earlier segments; two segments stored at the same moment may
 * share it. Releases without segments read all objects under `purges/lists/`, so they miss no purge.
 */
export interface PurgeSegment {
  readonly number: number;
  /** Key of the object with the purges. */
  readonly key: string;
}

/** Prefix of objects with many purges, each named by the MAC of its content. */
export const listFolder = 'purges/lists/';
const folder = 'purges/segments/';

/** Lists all segments by number. Skips names that the service did not create. */
export async function listSegments({ bucket, macOf }: SegmentParts): Promise<PurgeSegment[]> {
  const found: PurgeSegment[] = [];
  for await (const keys of bucket.list(folder))
    for (const name of keys) {
      const [, digits = '', mac = ''] = /^(\d{10,15})-([\w-]{43})-/.exec(name.slice(folder.length)) ?? [];
      const segment = { number: Number(digits), key: `${listFolder}${mac}` };
      if (segment.number > 0 && name === segmentName(segment, macOf)) found.push(segment);
    }
  return found.sort((a, b) => a.number - b.number);
}

/** Reads an object with many purges. @returns null if it was changed or is missing. */
export async function readList(
  { bucket, macOf }: Pick<SegmentParts, 'macOf'> & { readonly bucket: Pick<Bucket, 'get'> },
  key: string,
): Promise<PurgeEntry[] | null> {
  const text = Buffer.from((await bucket.get(key)) ?? []).toString('latin1');
  return key === `${listFolder}${macOf(text)}` ? parseEntries(text) : null;
}

/**
 * Writes purges to a new segment. Stores the list before its number: a start also reads lists without a number.
 *
 * @param after - the number of the segment will be greater.
 * @returns the number, and whether no other segment has it.
 */
export async function putSegment(
  parts: SegmentParts,
  entries: readonly PurgeEntry[],
  after: number,
): Promise<{ number: number; isAlone: boolean }> {
  const { bucket, macOf } = parts;
  const text = `${entries.map(journalLine).join('\n')}\n`;
  const key = `${listFolder}${macOf(text)}`;
  await bucket.putIfAbsent(key, Buffer.from(text, 'latin1'));
  // Someone may have stored another object under this key before.
  if ((await readList(parts, key)) === null)
    throw new Error(`${key} in the bucket differs from what the service wrote.`);
  const number = Math.max(after, (await listSegments(parts)).at(-1)?.number ?? 0) + 1;
  await bucket.putIfAbsent(segmentName({ number, key }, macOf), Buffer.from(`${key}\n`));
  const same = (await listSegments(parts)).filter((segment) => segment.number === number);
  return { number, isAlone: same.length === 1 };
}

/**
 * Returns the name of a segment. Its own MAC prevents others from using up numbers; the MAC of the list makes the names of two
 * writers differ.
 */
function segmentName({ number, key }: PurgeSegment, macOf: SegmentParts['macOf']): string {
  const mac = key.slice(listFolder.length);
  return `${folder}${String(number).padStart(10, '0')}-${mac}-${macOf(`segment ${number} ${mac}`)}`;
}
