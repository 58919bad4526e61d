/** Container boxes by their parent; '' is the file (ISO/IEC 14496-12, table 1). */
const containers: Readonly<Record<string, readonly string[]>> = {
  '': ['moov', 'moof'],
  moov: ['trak', 'mvex'],
  trak: ['mdia', 'edts'],
  mdia: ['minf'],
  minf: ['stbl'],
  moof: ['traf'],
};

/** Boxes that are kept: media data, and what a player needs to locate, time and decode it. */
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

/** Maximum numbers of samples and boxes; no recording of half a minute has as many. */
const MAX_SAMPLES = 10_000;
const MAX_BOXES = 50_000;

/** Maximum number of edits; a recording has one or two, and a reader may play the whole track once for each. */
const MAX_EDITS = 8;

/** Maximum size of boxes with decoder parameters, far above what they need. */
const SMALL_BYTES = 4_096;

/**
 * Tables of a track: the size of a row and, if rows state a number of samples, its offset within the row. A row of `stsc`
 * counts once, however many chunks it describes.
 */
const tables: Readonly<Record<string, { readonly rowBytes: number; readonly samplesAt?: number }>> = {
  stts: { rowBytes: 8, samplesAt: 0 },
  ctts: { rowBytes: 8, samplesAt: 0 },
  stss: { rowBytes: 4 },
  stsc: { rowBytes: 12, samplesAt: 4 },
  stco: { rowBytes: 4 },
  co64: { rowBytes: 8 },
};

/**
 * Reduces an MP4 to the boxes that a player needs, and limits the entries that its tables claim to those of a short recording,
 * because a reader may allocate as many as claimed. Every other box (names, locations, covers, indices, application data)
 * becomes free space of the same size.
 *
 * @returns a copy; null if boxes or tables exceed their parent, or claim too many entries.
 */
export function boundMp4(bytes: Uint8Array): Uint8Array | null {
  const copy = Buffer.from(bytes);
  const remaining = { boxes: MAX_BOXES, samples: MAX_SAMPLES };
  return boundBoxes(copy, 0, copy.length, '', remaining) ? new Uint8Array(copy) : null;
}

interface Remaining {
  boxes: number;
  /** Number that all fragments together may still have. */
  samples: number;
}

function boundBoxes(file: Buffer, start: number, end: number, parent: string, remaining: Remaining): boolean {
  for (let at = start; at < end; ) {
    const box = readBox(file, at, end);
    if (!box || --remaining.boxes < 0) return false;
    const { type, contentAt, endAt } = box;
    if (containers[parent]?.includes(type)) {
      if (!boundBoxes(file, contentAt, endAt, type, remaining)) return false;
    } else if (!leaves[parent]?.includes(type)) file.write('free', at + 4, 'latin1');
    else if (!isWithinLimits(type, file.subarray(contentAt, endAt), remaining)) return false;
    at = endAt;
  }
  return true;
}

/**
 * Reads the header of a box.
 *
 * @returns null for a box that ends after `end`, or is shorter than its header.
 */
function readBox(file: Buffer, at: number, end: number) {
  if (end - at < 8) return null;
  const size = file.readUInt32BE(at);
  const type = file.toString('latin1', at + 4, at + 8);
  const isLong = size === 1;
  if (isLong && (end - at < 16 || file.readUInt32BE(at + 8) !== 0)) return null;
  const contentAt = at + (isLong ? 16 : 8);
  // A size of zero means that the box extends to the end.
  const endAt = size === 0 ? end : at + (isLong ? file.readUInt32BE(at + 12) : size);
  return endAt < contentAt || endAt > end ? null : { type, contentAt, endAt };
}

function isWithinLimits(type: string, content: Buffer, remaining: Remaining): boolean {
  if (type === 'mdat') return true;
  if (type === 'trun') return isRunWithinLimits(content, remaining);
  if (type === 'stsz') return areSizesWithinLimits(content);
  if (type === 'elst') return content.length >= 8 && content.readUInt32BE(4) <= MAX_EDITS;
  const table = tables[type];
  return table ? isTableWithinLimits(content, table) : content.length <= SMALL_BYTES;
}

function isTableWithinLimits(content: Buffer, { rowBytes, samplesAt }: (typeof tables)[string]): boolean {
  const rows = content.length < 8 ? Number.POSITIVE_INFINITY : content.readUInt32BE(4);
  if (rows > MAX_SAMPLES || 8 + rows * rowBytes > content.length) return false;
  if (samplesAt === undefined) return true;
  let samples = 0;
  for (let row = 0; row < rows; row++) samples += content.readUInt32BE(8 + row * rowBytes + samplesAt);
  return samples <= MAX_SAMPLES;
}

/** Checks a box of sample sizes: one size for all samples, or a table. */
function areSizesWithinLimits(content: Buffer): boolean {
  if (content.length < 12) return false;
  const count = content.readUInt32BE(8);
  const hasTable = content.readUInt32BE(4) === 0;
  return count <= MAX_SAMPLES && (!hasTable || 12 + count * 4 <= content.length);
}

/** Checks the samples of a fragment. Flags state which of four fields each sample has, and which of two precede them. */
function isRunWithinLimits(content: Buffer, remaining: Remaining): boolean {
  if (content.length < 8) return false;
  const flags = content.readUInt32BE(0);
  const countSet = (bits: readonly number[]) => bits.filter((bit) => flags & bit).length;
  const count = content.readUInt32BE(4);
  remaining.samples -= count;
  const rowBytes = 4 * countSet([0x100, 0x200, 0x400, 0x800]);
  return remaining.samples >= 0 && 8 + 4 * countSet([0x1, 0x4]) + count * rowBytes <= content.length;
}
