/** Kinds of NAL units (ISO/IEC 14496-10, table 7-1) that a picture is decoded from; the others could hold anything. */
const pictureUnits: readonly number[] = [1, 5];
const parameterUnits: readonly number[] = [7, 8];

/** More than any recorder writes for one picture. */
const MOST_UNITS = 256;

const HEADER_BYTES = 5;

/**
 * Configuration that a decoder gets before the first picture: an `AVCDecoderConfigurationRecord` (ISO/IEC 14496-15,
 * 5.3.3.1).
 */
export interface AvcConfiguration {
  readonly bytes: Uint8Array;
  /** How many bytes the length of a NAL unit takes: 1, 2 or 4. */
  readonly lengthBytes: number;
}

/**
 * The record with its sequence and picture parameters alone, without the extension of the high profiles, which repeats what
 * the parameters say.
 *
 * @returns null for one that is cut short, of another version, or holds anything but parameters.
 */
export function bareConfiguration(record: Uint8Array): AvcConfiguration | null {
  if (record.length < HEADER_BYTES + 2 || record[0] !== 1) return null;
  const lengthBytes = (record[4]! & 3) + 1;
  if (lengthBytes === 3) return null;
  let at = HEADER_BYTES;
  for (const [unit, mask] of [
    [7, 0x1f],
    [8, 0xff],
  ] as const) {
    const end = endOfSets(record, at, unit, mask);
    if (end === null) return null;
    at = end;
  }
  return { bytes: record.slice(0, at), lengthBytes };
}

/**
 * Finds the end of the sets of one kind, whose count stands at `at`; null when there is none, or one is of another
 * kind.
 */
function endOfSets(record: Uint8Array, at: number, unit: number, mask: number): number | null {
  const count = (record[at] ?? 0) & mask;
  let end = at + 1;
  for (let i = 0; i < count; i++) {
    const length = ((record[end] ?? 0) << 8) | (record[end + 1] ?? 0);
    if (length === 0 || end + 2 + length > record.length || kindOf(record[end + 2]!) !== unit) return null;
    end += 2 + length;
  }
  return count > 0 ? end : null;
}

/**
 * A picture without what may stand beside it: notes of an encoder or of an application (SEI), delimiters, filler, auxiliary
 * pictures.
 *
 * @returns null when it is cut short or has no slice.
 */
export function bareAccessUnit(data: Uint8Array, lengthBytes: number): Uint8Array | null {
  const kept: Uint8Array[] = [];
  let hasSlice = false;
  let count = 0;
  for (let at = 0; at < data.length; ) {
    const start = at + lengthBytes;
    if (start >= data.length || ++count > MOST_UNITS) return null;
    let length = 0;
    for (let i = at; i < start; i++) length = length * 256 + data[i]!;
    const end = start + length;
    if (length === 0 || end > data.length) return null;
    const kind = kindOf(data[start]!);
    if (pictureUnits.includes(kind)) hasSlice = true;
    if (pictureUnits.includes(kind) || parameterUnits.includes(kind)) kept.push(data.subarray(at, end));
    at = end;
  }
  return hasSlice ? new Uint8Array(Buffer.concat(kept)) : null;
}

function kindOf(header: number): number {
  return header & 0x1f;
}
