import type { Bucket } from '../media/s3/bucket.ts';
import { entriesOf, journalLine, type PurgeEntry } from './purge-journal.ts';

/** Parts of a list of purges in a bucket. */
export interface SegmentParts {
  readonly bucket: Pick<Bucket, 'get' | 'list' | 'putIfAbsent'>;
  /** A code of a text that only the master key makes, of letters, digits, `-` and `_`. */
  macOf(text: string): string;
}

/**
 * The last segment whose purges a database has carried out, with all before it; 0: none. The database itself keeps it: whoever restores an
 * older copy restores an older mark.
 */
export interface PurgeMarks {
  read(): Promise<number>;
  /** Moves the mark forward to a segment; never back. */
  advance(segment: number): Promise<void>;
  /** The same where the mark is at the segment before. */
  advanceBy1(segment: number): Promise<void>;
}

/** Many purges in one object. Its number is greater than that of all that were sealed before. */
export interface PurgeSegment {
  readonly number: number;
  readonly key: string;
}

const folder = 'purges/segments/';
/** Writers that are faster; more than instances seal at a time. */
const mostTries = 10;

/** Lists the segments behind a number, the earliest first. Names that the service did not give do not count. */
export async function listSegments({ bucket, macOf }: SegmentParts, after: number): Promise<PurgeSegment[]> {
  const found: PurgeSegment[] = [];
  for await (const keys of bucket.list(folder))
    for (const key of keys) {
      const number = Number(/^\d{10,15}(?=-)/.exec(key.slice(folder.length))?.[0] ?? 0);
      if (number > after && key === keyOfSegment(number, macOf)) found.push({ number, key });
    }
  return found.sort((a, b) => a.number - b.number);
}

/** @returns null where it is not as the service wrote it. */
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
 * Puts purges into a segment of their own, and reads it back: some servers let more than one writer succeed.
 *
 * @param after - number that it must be above.
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

/** The code in the name keeps others from using up the numbers. */
function keyOfSegment(number: number, macOf: SegmentParts['macOf']): string {
  return `${folder}${String(number).padStart(10, '0')}-${macOf(`segment ${number}`)}`;
}

function sealedText(number: number, lines: string): string {
  return `segment ${number}\n${lines}`;
}
