import { captureLimits } from '@vendor/contract';
import {
  type Element,
  encodeUnsigned,
  MAX_ELEMENTS,
  type OpenEnded,
  readElements,
  readUnsigned,
  readVarInt,
  writeElement,
} from './ebml.ts';
import type { VideoCleaning } from './video-cleaning.ts';

/** Elements of Matroska (RFC 9559) that are read; all others are dropped. */
const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  referenceBlock: 0xfb,
} as const;

/** Children of the segment. Each ends the cluster before it, whose size a live recorder does not know. */
const segmentChildren: readonly number[] = [
  0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367,
];

/** An element that a live recorder writes with unknown size. */
const openCluster: OpenEnded = { id: ids.cluster, endedBy: segmentChildren };
const openSegment: OpenEnded = { id: ids.segment, endedBy: [], child: openCluster };

/** Codecs that need only their frames; a codec's private data could contain anything. */
const codecs: readonly string[] = ['V_VP8', 'V_VP9'];

/** Maximum length of a codec name; longer than any known one, and short enough to be cheap to read. */
const NAME_BYTES = 32;

/** Maximum number of reference frames of a VP8 or VP9 frame. */
const MAX_REFERENCES = 3;

/** Maximum bytes of a reference, which is a time as an integer. */
const REFERENCE_BYTES = 8;

/** Duration added for the last frame: a video lasts from its first frame to the end of its last. */
const FRAME_MS = 40;

/**
 * Converts a recorded WebM to one that may be stored and displayed: the frames of its only video track, in a new container.
 * Nothing is decoded; the content of frames is kept as it is.
 *
 * Does not use `mediabunny`, which reads MP4: 100 kB of blocks of unknown size kept its reader busy for more than a minute, and
 * it accepted a truncated file.
 */
export function cleanWebm(bytes: Uint8Array): VideoCleaning {
  const video = bytes.byteLength <= captureLimits.videoBytes ? readVideo(bytes) : null;
  if (!video || video.clusters.length === 0) return { kind: 'refused', refusal: 'UNREADABLE' };
  if (video.endMs > captureLimits.videoSeconds * 1000) return { kind: 'refused', refusal: 'TOO_LONG' };
  const written = writeVideo(video);
  // Sizes are written in eight bytes each, so many small frames take more space than in the original.
  if (written.byteLength > captureLimits.videoBytes) return { kind: 'refused', refusal: 'UNREADABLE' };
  return { kind: 'clean', bytes: written, contentType: 'video/webm' };
}

interface Track {
  readonly number: number;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
}

interface RecordedVideo {
  readonly track: Track;
  /** Unit of times in the file, in nanoseconds. */
  readonly scale: number;
  readonly endMs: number;
  readonly clusters: readonly Uint8Array[];
}

function readVideo(bytes: Uint8Array): RecordedVideo | null {
  const whole = readElements(bytes, openSegment);
  const header = whole && childrenOf(whole.find(({ id }) => id === ids.header));
  const segment = whole?.find(({ id }) => id === ids.segment);
  if (!header || !segment || textOf(header, ids.docType) !== 'webm') return null;
  const parts = readElements(segment.content, openCluster);
  const info = parts && childrenOf(parts.find(({ id }) => id === ids.info));
  const tracks = parts && childrenOf(parts.find(({ id }) => id === ids.tracks));
  const track = tracks && videoTrack(tracks);
  const scale = info && (numberOf(info, ids.timestampScale) ?? 1_000_000);
  if (!parts || !scale || !track) return null;
  const clusters: Uint8Array[] = [];
  let endMs = 0;
  let count = 0;
  for (const part of parts.filter(({ id }) => id === ids.cluster)) {
    const cluster = readCluster(part, track);
    count += cluster?.count ?? 0;
    if (!cluster || count > MAX_ELEMENTS) return null;
    endMs = Math.max(endMs, (cluster.lastTime * scale) / 1e6 + FRAME_MS);
    if (cluster.blocks.length > 0) clusters.push(cluster.written());
  }
  return { track, scale, endMs, clusters };
}

/** Returns the only video track; null if there is none, more than one, or its codec is unknown. */
function videoTrack(tracks: readonly Element[]): Track | null {
  const entries = tracks.filter(({ id }) => id === ids.trackEntry).map((entry) => childrenOf(entry) ?? []);
  const [entry, more] = entries.filter((members) => numberOf(members, ids.trackType) === 1);
  const video = entry && childrenOf(entry.find(({ id }) => id === ids.video));
  if (!entry || more || !video) return null;
  const number = numberOf(entry, ids.trackNumber);
  const codec = textOf(entry, ids.codec);
  const width = numberOf(video, ids.pixelWidth);
  const height = numberOf(video, ids.pixelHeight);
  // Blocks must name their track in a single byte.
  if (!number || number > 126 || !codec || !codecs.includes(codec) || !width || !height) return null;
  return { number, codec, width, height };
}

function readCluster(cluster: Element, track: Track) {
  const members = childrenOf(cluster);
  const time = members && numberOf(members, ids.timestamp);
  if (!members || time === null) return null;
  const blocks: Uint8Array[] = [];
  let lastTime = time;
  for (const member of members) {
    if (member.id !== ids.simpleBlock && member.id !== ids.blockGroup) continue;
    const group = member.id === ids.blockGroup ? readGroup(member) : null;
    const block = member.id === ids.blockGroup ? group?.block : member.content;
    if (!block) return null;
    const number = readVarInt(block, 0);
    if (number?.value !== track.number || block.length < number.length + 4) continue;
    // Signed offset from the time of the cluster.
    const offset = Buffer.from(block.buffer, block.byteOffset).readInt16BE(number.length);
    lastTime = Math.max(lastTime, time + offset);
    blocks.push(group ? group.written() : writeElement(ids.simpleBlock, block));
  }
  const written = () =>
    writeElement(ids.cluster, writeElement(ids.timestamp, encodeUnsigned(time)), ...blocks);
  return { count: members.length, lastTime, blocks, written };
}

/**
 * Reads a block and its references, and drops anything else beside it, such as application data.
 *
 * @returns null unless there is exactly one block with no more references than a frame can have.
 */
function readGroup(group: Element) {
  const members = childrenOf(group) ?? [];
  const [block, more] = members.filter(({ id }) => id === ids.block);
  const references = members.filter(({ id }) => id === ids.referenceBlock);
  if (!block || more || references.length > MAX_REFERENCES) return null;
  if (references.some(({ content }) => content.byteLength > REFERENCE_BYTES)) return null;
  const kept = [block, ...references];
  const written = () =>
    writeElement(ids.blockGroup, ...kept.map(({ id, content }) => writeElement(id, content)));
  return { block: block.content, written };
}

function writeVideo({ track, scale, endMs, clusters }: RecordedVideo): Uint8Array {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE((endMs * 1e6) / scale);
  const name = Buffer.from('-');
  return Buffer.concat([
    writeElement(
      ids.header,
      writeElement(ids.docType, Buffer.from('webm')),
      writeElement(0x4287, encodeUnsigned(4)),
      writeElement(0x4285, encodeUnsigned(2)),
    ),
    writeElement(
      ids.segment,
      writeElement(
        ids.info,
        writeElement(ids.timestampScale, encodeUnsigned(scale)),
        writeElement(ids.duration, duration),
        writeElement(ids.muxingApp, name),
        writeElement(ids.writingApp, name),
      ),
      writeElement(
        ids.tracks,
        writeElement(
          ids.trackEntry,
          writeElement(ids.trackNumber, encodeUnsigned(track.number)),
          writeElement(ids.trackUid, encodeUnsigned(1)),
          writeElement(ids.trackType, encodeUnsigned(1)),
          writeElement(ids.codec, Buffer.from(track.codec)),
          writeElement(
            ids.video,
            writeElement(ids.pixelWidth, encodeUnsigned(track.width)),
            writeElement(ids.pixelHeight, encodeUnsigned(track.height)),
          ),
        ),
      ),
      ...clusters,
    ),
  ]);
}

function childrenOf(element: Element | undefined): Element[] | null {
  return element ? readElements(element.content) : null;
}

function numberOf(members: readonly Element[], id: number): number | null {
  const member = members.find((candidate) => candidate.id === id);
  return member ? readUnsigned(member.content) : null;
}

/** Reads a string without padding NULs; null if it is missing or too long. */
function textOf(members: readonly Element[], id: number): string | null {
  const content = members.find((candidate) => candidate.id === id)?.content;
  if (!content || content.byteLength > NAME_BYTES) return null;
  let end = content.byteLength;
  while (end > 0 && content[end - 1] === 0) end--;
  return Buffer.from(content.subarray(0, end)).toString('latin1');
}
