import type { Bucket } from '../media/s3/bucket.ts';
import { entriesOf, journalLine, type PurgeEntry } from './purge-journal.ts';

/** Parts that the segments of a list of purges need. */
export interface SegmentParts {
  readonly bucket: Pick<Bucket, 'get' | 'list' | 'putIfAbsent'>;
  /** MAC of a text under the master key, in letters, digits, `-` and `_`. */
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

/** Many purges in one object. Its number is greater than the numbers of all earlier segments. */
export interface PurgeSegment {
  readonly number: number;
  readonly key: string;
}

const folder = 'purges/segments/';
/** Limit for numbers that other writers have used up; more than the number of instances that write at a time. */
const mostTries = 10;

/** Lists the segments after a number, in order. Names that the service did not create are skipped. */
export async function listSegments({ bucket, macOf }: SegmentParts, after: number): Promise<PurgeSegment[]> {
  const found: PurgeSegment[] = [];
  for await (const keys of bucket.list(folder))
    for (const key of keys) {
      const number = Number(/^\d{10,15}(?=-)/.exec(key.slice(folder.length))?.[0] ?? 0);
      if (number > after && key === keyOfSegment(number, macOf)) found.push({ number, key });
    }
  return found.sort((a, b) => a.number - b.number);
}

/** @returns null if the segment was changed. */
export async function readSegment(
  { bucket, macOf }: SegmentParts,
  { number, key }: PurgeSegment,
): Promise<PurgeEntry[] | null> {
  const body = Buffer.from((await bucket.get(key)) ?? []).toString('latin1');
  const end = body.lastIndexOf('\n') + 1;
  const lines = body.slice(0, end);
  return body.slice(end) === macOf(sealedText(number, lines)) ? entriesOf(lines) : null;
}

/**
 * Writes purges to a new segment, and reads it back: some servers let more than one writer succeed.
 *
 * @param after - the number of the segment must be greater.
 * @returns its number.
 */
export async function putSegment(
  parts: SegmentParts,
  entries: readonly PurgeEntry[],
  after: number,
): Promise<number> {
  const lines = `${entries.map(journalLine).join('\n')}\n`;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const number = ((await listSegments(parts, after)).at(-1)?.number ?? after) + 1;
    const key = keyOfSegment(number, parts.macOf);
    const body = Buffer.from(`${lines}${parts.macOf(sealedText(number, lines))}`, 'latin1');
    if (!(await parts.bucket.putIfAbsent(key, body))) continue;
    if (Buffer.compare(body, (await parts.bucket.get(key)) ?? new Uint8Array()) === 0) return number;
  }
  throw new Error('Others put segments of the list of purges at the same moments.');
}

/** The MAC in the name prevents others from using up numbers. */
function keyOfSegment(number: number, macOf: SegmentParts['macOf']): string {
  return `${folder}${String(number).padStart(10, '0')}-${macOf(`segment ${number}`)}`;
}

function sealedText(number: number, lines: string): string {
  return `segment ${number}\n${lines}`;
}
