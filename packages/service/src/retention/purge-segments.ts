import type { Bucket } from '../media/s3/bucket.ts';
import { entriesOf, journalLine, type PurgeEntry } from './purge-journal.ts';

/** Parts that the segments of a list of purges need. */
export interface SegmentParts {
  readonly bucket: Pick<Bucket, 'get' | 'list' | 'putIfAbsent'>;
  /** MAC of a text under the master key: 43 letters, digits, `-` and `_`. */
  macOf(text: string): string;
}

/**
 * The last segment up to which the database has carried out all purges; 0 if none. The database itself stores it, so a restored
 * older copy has an older mark.
 */
export interface PurgeMarks {
  read(): Promise<number>;
  /** Moves the mark forward to a segment; never back. */
  advance(segment: number): Promise<void>;
  /** Moves the mark forward if it is at the segment before. */
  advanceBy1(segment: number): Promise<void>;
}

/**
 * Many purges in one object under `purges/lists/`, and the number of it in the name of another under `purges/segments/`. Its number
 * is greater than the numbers of all earlier segments; two that were put at the same moment may have the same. Releases that know no
 * segments read all objects under `purges/lists/`, so that no purge is lost to them.
 */
export interface PurgeSegment {
  readonly number: number;
  /** Key of the object with the purges. */
  readonly key: string;
}

/** Objects with many purges, each named by the MAC of its content. */
export const listFolder = 'purges/lists/';
const folder = 'purges/segments/';

/** Lists all segments, in order. Names that the service did not create are skipped. */
export async function listSegments({ bucket, macOf }: SegmentParts): Promise<PurgeSegment[]> {
  const found: PurgeSegment[] = [];
  for await (const keys of bucket.list(folder))
    for (const name of keys) {
      const [, digits = '', mac = ''] = /^(\d{10,15})-([\w-]{43})-/.exec(name.slice(folder.length)) ?? [];
      const segment = { number: Number(digits), key: `${listFolder}${mac}` };
      if (segment.number > 0 && name === nameOf(segment, macOf)) found.push(segment);
    }
  return found.sort((a, b) => a.number - b.number);
}

/** Reads an object with many purges. @returns null if it was changed or is missing. */
export async function readList(
  { bucket, macOf }: Pick<SegmentParts, 'macOf'> & { readonly bucket: Pick<Bucket, 'get'> },
  key: string,
): Promise<PurgeEntry[] | null> {
  const text = Buffer.from((await bucket.get(key)) ?? []).toString('latin1');
  return key === `${listFolder}${macOf(text)}` ? entriesOf(text) : null;
}

/**
 * Writes purges to a new segment. The object with them comes first: without its number, a start reads it all the same.
 *
 * @param after - the number of the segment must be greater.
 * @returns its number, and whether no other segment has it.
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
  // Somebody may have put another there before.
  if ((await readList(parts, key)) === null)
    throw new Error(`${key} in the bucket is not as the service wrote it.`);
  const number = Math.max(after, (await listSegments(parts)).at(-1)?.number ?? 0) + 1;
  await bucket.putIfAbsent(nameOf({ number, key }, macOf), Buffer.from(`${key}\n`));
  const same = (await listSegments(parts)).filter((segment) => segment.number === number);
  return { number, isAlone: same.length === 1 };
}

/** The MAC in the name prevents others from using up numbers; the MAC of the purges keeps two writers from the same name. */
function nameOf({ number, key }: PurgeSegment, macOf: SegmentParts['macOf']): string {
  const mac = key.slice(listFolder.length);
  return `${folder}${String(number).padStart(10, '0')}-${mac}-${macOf(`segment ${number} ${mac}`)}`;
}
