import { captureLimits } from '@vendor/contract';
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { stripAccessUnit, stripConfiguration } from './avc.ts';
import { boundMp4 } from './mp4-boxes.ts';
import type { VideoCleaning } from './video-cleaning.ts';

/** Maximum number of pictures; half a minute at 60 per second has 1,800. */
const MAX_PICTURES = 4_000;

// Silences the library: flaws in untrusted videos do not belong in the log.
Logging.level = LogLevel.Silent;

const unreadable: VideoCleaning = { kind: 'refused', refusal: 'UNREADABLE' };
const tooLong: VideoCleaning = { kind: 'refused', refusal: 'TOO_LONG' };

/**
 * Converts a recorded MP4 (ISO/IEC 14496-12, as Safari and Chromium record it, fragmented or not) to one that may be stored and
 * displayed: the H.264 pictures of its only track, in a new container. Nothing is decoded.
 *
 * @param bytes At most {@link captureLimits.videoBytes}.
 */
export async function cleanMp4(bytes: Uint8Array): Promise<VideoCleaning> {
  const bounded = boundMp4(bytes);
  if (!bounded) return unreadable;
  const input = new Input({ source: new BufferSource(bounded), formats: [MP4] });
  try {
    const [track, more] = await input.getVideoTracks();
    return !track || more || track.codec !== 'avc' ? unreadable : await rewrite(track);
  } catch {
    return unreadable; // The library rejected the file.
  } finally {
    input.dispose();
  }
}

async function rewrite(track: InputVideoTrack): Promise<VideoCleaning> {
  const config = await track.getDecoderConfig();
  const configuration = config?.description && stripConfiguration(toBytes(config.description));
  if (!config || !configuration) return unreadable;
  const source = new EncodedVideoPacketSource('avc');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  output.addVideoTrack(source, { rotation: track.rotation });
  await output.start();
  const decoderConfig = {
    codec: config.codec,
    ...(config.codedWidth !== undefined && { codedWidth: config.codedWidth }),
    ...(config.codedHeight !== undefined && { codedHeight: config.codedHeight }),
    description: configuration.bytes,
  };
  let [count, size] = [0, 0];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp + packet.duration > captureLimits.videoSeconds) return tooLong;
    const picture = stripAccessUnit(packet.data, configuration.lengthBytes);
    size += packet.data.byteLength;
    // Several pictures may refer to the same bytes, so their total can exceed the size of the file.
    if (!picture || ++count > MAX_PICTURES || size > captureLimits.videoBytes) return unreadable;
    const { type, timestamp, duration } = packet;
    await source.add(new EncodedPacket(picture, type, timestamp, duration), { decoderConfig });
  }
  if (count === 0) return unreadable;
  await output.finalize();
  const written = target.buffer && new Uint8Array(target.buffer);
  if (!written || written.byteLength > captureLimits.videoBytes) return unreadable;
  return { kind: 'clean', bytes: written, contentType: 'video/mp4' };
}

function toBytes(source: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
