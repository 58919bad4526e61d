/** Boxes that hold boxes, by what they lie in; '' is the file (ISO/IEC 14496-12, table 1). */
const containers: Readonly<Record<string, readonly string[]>> = {
  '': ['moov', 'moof'],
  moov: ['trak', 'mvex'],
  trak: ['mdia', 'edts'],
  mdia: ['minf'],
  minf: ['stbl'],
  moof: ['traf'],
};

/** Boxes that say where the pictures are, and when they are shown. */
const leaves: Readonly<Record<string, readonly string[]>> = {
  '': ['ftyp', 'mdat'],
  moov: ['mvhd'],
  mvex: ['trex', 'mehd'],
  trak: ['tkhd'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr'],
  stbl: ['stsd', 'stts', 'ctts', 'stsz', 'stss', 'stsc', 'stco', 'co64'],
  moof: ['mfhd'],
  traf: ['tfhd', 'tfdt', 'trun'],
};

/** More than any recording of half a minute has: pictures, sounds, or boxes. */
const MOST_SAMPLES = 10_000;
const MOST_BOXES = 50_000;
const MOST_EDITS = 8;

/** Room for the parameters of a decoder, many times over. */
const SMALL_BYTES = 4_096;

/** A table of a track: where its count stands, how long its rows are, which number of a row is a count of samples itself. */
const tables: Readonly<Record<string, { readonly rowBytes: number; readonly samplesAt?: number }>> = {
  stts: { rowBytes: 8, samplesAt: 0 },
  ctts: { rowBytes: 8, samplesAt: 0 },
  stss: { rowBytes: 4 },
  stsc: { rowBytes: 12, samplesAt: 4 },
  stco: { rowBytes: 4 },
  co64: { rowBytes: 8 },
};

/**
 * An MP4 of the boxes that a player needs, whose tables claim no more than a short recording has: a reader may make as much of
 * them as they say. Every other box (names, places, covers, indices, data of applications) becomes free space, in its place.
 *
 * @returns a copy; null when boxes or tables do not fit into what they lie in, or claim too much.
 */
export function boundedMp4(bytes: Uint8Array): Uint8Array | null {
  const copy = Buffer.from(bytes);
  const left = { boxes: MOST_BOXES, samples: MOST_SAMPLES };
  return boundBoxes(copy, 0, copy.length, '', left) ? new Uint8Array(copy) : null;
}

interface Left {
  boxes: number;
  /** Of all fragments together. */
  samples: number;
}

function boundBoxes(file: Buffer, start: number, end: number, parent: string, left: Left): boolean {
  for (let at = start; at < end; ) {
    const box = readBox(file, at, end);
    if (!box || --left.boxes < 0) return false;
    const { type, contentAt, endAt } = box;
    if (containers[parent]?.includes(type)) {
      if (!boundBoxes(file, contentAt, endAt, type, left)) return false;
    } else if (!leaves[parent]?.includes(type)) file.write('free', at + 4, 'latin1');
    else if (!isBearable(type, file.subarray(contentAt, endAt), left)) return false;
    at = endAt;
  }
  return true;
}

/** @returns null for a box that ends after `end`, or is shorter than its head. */
function readBox(file: Buffer, at: number, end: number) {
  if (end - at < 8) return null;
  const size = file.readUInt32BE(at);
  const type = file.toString('latin1', at + 4, at + 8);
  const isLong = size === 1;
  if (isLong && (end - at < 16 || file.readUInt32BE(at + 8) !== 0)) return null;
  const contentAt = at + (isLong ? 16 : 8);
  // Zero stands for a box that goes on to the end.
  const endAt = size === 0 ? end : at + (isLong ? file.readUInt32BE(at + 12) : size);
  return endAt < contentAt || endAt > end ? null : { type, contentAt, endAt };
}

function isBearable(type: string, content: Buffer, left: Left): boolean {
  if (type === 'mdat') return true;
  if (type === 'trun') return isBearableRun(content, left);
  if (type === 'stsz') return isBearableSizes(content);
  if (type === 'elst') return content.length >= 8 && content.readUInt32BE(4) <= MOST_EDITS;
  const table = tables[type];
  return table ? isBearableTable(content, table) : content.length <= SMALL_BYTES;
}

function isBearableTable(content: Buffer, { rowBytes, samplesAt }: (typeof tables)[string]): boolean {
  const rows = content.length < 8 ? Number.POSITIVE_INFINITY : content.readUInt32BE(4);
  if (rows > MOST_SAMPLES || 8 + rows * rowBytes > content.length) return false;
  if (samplesAt === undefined) return true;
  let samples = 0;
  for (let row = 0; row < rows; row++) samples += content.readUInt32BE(8 + row * rowBytes + samplesAt);
  return samples <= MOST_SAMPLES;
}

/** One size for all, or a table of them. */
function isBearableSizes(content: Buffer): boolean {
  if (content.length < 12) return false;
  const count = content.readUInt32BE(8);
  const hasTable = content.readUInt32BE(4) === 0;
  return count <= MOST_SAMPLES && (!hasTable || 12 + count * 4 <= content.length);
}

/** The samples of a fragment: its flags say which of four numbers each has, and which of two stand before them. */
function isBearableRun(content: Buffer, left: Left): boolean {
  if (content.length < 8) return false;
  const flags = content.readUInt32BE(0);
  const numbers = (of: readonly number[]) => of.filter((flag) => flags & flag).length;
  const count = content.readUInt32BE(4);
  left.samples -= count;
  const rowBytes = 4 * numbers([0x100, 0x200, 0x400, 0x800]);
  return left.samples >= 0 && 8 + 4 * numbers([0x1, 0x4]) + count * rowBytes <= content.length;
}
