/**
 * Types of NAL units (ISO/IEC 14496-10, table 7-1) needed to decode a picture: its slices, and sequence and picture parameter
 * sets. All others could contain anything.
 */
const sliceUnits: readonly number[] = [1, 5];
const parameterUnits: readonly number[] = [7, 8];

/** Maximum number of units per picture; no recorder writes as many. */
const MAX_UNITS = 256;

const HEADER_BYTES = 5;

/** Decoder configuration before the first picture: an `AVCDecoderConfigurationRecord` (ISO/IEC 14496-15, 5.3.3.1). */
export interface AvcConfiguration {
  readonly bytes: Uint8Array;
  /** Bytes of a NAL unit's length field: 1, 2 or 4. */
  readonly lengthBytes: number;
}

/**
 * Copies only the sequence and picture parameter sets of a record, without the extension for high profiles, which repeats them.
 *
 * @returns null if the record is truncated, of another version, or contains other units in their place.
 */
export function stripConfiguration(record: Uint8Array): AvcConfiguration | null {
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
 * Finds the end of the parameter sets of one type, whose count is at `at`; null if there are none, or one is of another type.
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
 * Copies only the slices of a picture and any parameter sets, without SEI messages of encoders or applications, delimiters,
 * filler and auxiliary pictures.
 *
 * @returns null if the picture is truncated or has no slice.
 */
export function stripAccessUnit(data: Uint8Array, lengthBytes: number): Uint8Array | null {
  const kept: Uint8Array[] = [];
  let hasSlice = false;
  let count = 0;
  for (let at = 0; at < data.length; ) {
    const start = at + lengthBytes;
    if (start >= data.length || ++count > MAX_UNITS) return null;
    let length = 0;
    for (let i = at; i < start; i++) length = length * 256 + data[i]!;
    const end = start + length;
    if (length === 0 || end > data.length) return null;
    const kind = kindOf(data[start]!);
    if (sliceUnits.includes(kind)) hasSlice = true;
    if (sliceUnits.includes(kind) || parameterUnits.includes(kind)) kept.push(data.subarray(at, end));
    at = end;
  }
  return hasSlice ? new Uint8Array(Buffer.concat(kept)) : null;
}

function kindOf(header: number): number {
  return header & 0x1f;
}
