import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { cleanVideo } from './clean-video.ts';

/** A canvas that changes its colour for about a second, recorded by Chromium's `MediaRecorder` in fragments. */
const recorded = readFileSync(new URL('recordings/chromium.mp4', import.meta.url));

const unreadable = { kind: 'refused', refusal: 'UNREADABLE' };

/** Cleans a video, and expects it to be accepted. */
async function clean(bytes: Uint8Array): Promise<Buffer> {
  const cleaning = await cleanVideo(bytes);
  if (cleaning.kind !== 'clean') throw new Error(cleaning.refusal);
  expect(cleaning.contentType).toBe('video/mp4');
  return Buffer.from(cleaning.bytes);
}

/** Reads a video with the library's reader. */
async function inspect(bytes: Uint8Array) {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = (await input.getPrimaryVideoTrack())!;
  return {
    kinds: (await input.getTracks()).map(({ type, codec }) => `${type} ${codec}`),
    size: [track.codedWidth, track.codedHeight],
    rotation: track.rotation,
    count: (await track.computePacketStats()).packetCount,
    seconds: await input.computeDuration(),
    tags: await input.getMetadataTags(),
  };
}

interface VideoOptions {
  /** Time of a last picture, in seconds. */
  readonly end?: number;
  readonly note?: string;
  readonly configuration?: readonly number[];
}

/**
 * Creates a video as another program might write it: unfragmented, with sound, a title, a rotation, and a note beside each
 * picture.
 */
async function sampleVideo({ end = 2, note = 'canary of the encoder', configuration }: VideoOptions = {}) {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  const audio = new EncodedAudioPacketSource('aac');
  output.addVideoTrack(video, { rotation: 90, name: 'canary of the track' });
  output.addAudioTrack(audio);
  output.setMetadataTags({ title: 'canary of the title', comment: 'canary of the comment' });
  await output.start();
  const description = Uint8Array.from(
    configuration ?? [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 2, 0x68, 0xce],
  );
  const decoderConfig = { codec: 'avc1.42c01e', codedWidth: 640, codedHeight: 480, description };
  const sound = {
    codec: 'mp4a.40.2',
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: Uint8Array.of(0x11, 0x88),
  };
  await audio.add(new EncodedPacket(Buffer.from('canary of the sound'), 'key', 0, 0.02), {
    decoderConfig: sound,
  });
  const unit = (content: Buffer) => Buffer.concat([Buffer.of(0, 0, 0, content.length), content]);
  for (const [at, type] of [
    [0, 'key'],
    [end, 'delta'],
  ] as const) {
    const data = Buffer.concat([
      unit(Buffer.concat([Buffer.of(6, 5), Buffer.from(note)])),
      unit(Buffer.from(`${type === 'key' ? '\x65' : '\x41'}slice`, 'latin1')),
    ]);
    await video.add(new EncodedPacket(data, type, at, 0.04), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** Overwrites numbers in boxes of a video: `at` bytes after the name of the first box of the type. */
function patched(bytes: Buffer, ...patches: readonly (readonly [type: string, at: number, value: number])[]) {
  const copy = Buffer.from(bytes);
  for (const [type, at, value] of patches) copy.writeUInt32BE(value, copy.indexOf(type) + 4 + at);
  return copy;
}

describe('cleanMp4', () => {
  it('keeps all pictures of a recorded video, also when it cleans one again', async () => {
    const kept = await clean(recorded);
    const [before, after] = [await inspect(recorded), await inspect(kept)];
    expect(after).toEqual({ ...before, seconds: expect.closeTo(before.seconds, 1) });
    expect(after).toMatchObject({ kinds: ['video avc'], size: [64, 48] });
    expect(after.count).toBeGreaterThan(10);
    expect(await inspect(await clean(kept))).toEqual(after);
  });

  it('removes sound and all metadata of program and encoder', async () => {
    const source = await sampleVideo();
    expect(source.includes('canary of the title')).toBe(true);
    const kept = await clean(source);
    expect(kept.includes('canary')).toBe(false);
    expect(kept.includes('slice')).toBe(true);
    expect(await inspect(kept)).toEqual({
      kinds: ['video avc'],
      size: [640, 480],
      rotation: 90,
      count: 2,
      seconds: expect.closeTo(2.04, 2),
      tags: {},
    });
  });

  it('refuses a video longer than half a minute', async () => {
    expect(await cleanVideo(await sampleVideo({ end: 29.9 }))).toMatchObject({ kind: 'clean' });
    expect(await cleanVideo(await sampleVideo({ end: 30 }))).toEqual({
      kind: 'refused',
      refusal: 'TOO_LONG',
    });
  });

  it('refuses another codec, no pictures, or a decoder configuration with other content', async () => {
    const other = Buffer.from((await sampleVideo()).toString('latin1').replaceAll('avc1', 'hvc1'), 'latin1');
    expect(await cleanVideo(other)).toEqual(unreadable);
    expect(await cleanVideo(recorded.subarray(0, recorded.indexOf('moof') - 4))).toEqual(unreadable);
    expect(
      await cleanVideo(await sampleVideo({ configuration: [1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0] })),
    ).toEqual(unreadable);
  });

  it('refuses overlapping pictures whose total exceeds the size of the file', async () => {
    const source = await sampleVideo({ note: 'x'.repeat(200) });
    const many = Buffer.concat([source, Buffer.alloc(12 * 1024 * 1024)]);
    const size = many.length - source.length;
    expect(await cleanVideo(patched(many, ['stsz', 12, size], ['stsz', 16, size]))).toEqual(unreadable);
  });

  const huge = 0xffff_ffff;
  it.each([
    ['sample sizes', [['stsz', 8, huge]]],
    [
      'samples of one size',
      [
        ['stsz', 4, 1],
        ['stsz', 8, huge],
      ],
    ],
    ['sample times', [['stts', 4, huge]]],
    ['samples at one time', [['stts', 8, huge]]],
    ['runs of chunks', [['stsc', 4, huge]]],
    ['samples in a chunk', [['stsc', 12, huge]]],
    ['chunks', [['stco', 4, huge]]],
    ['edits', [['elst', 4, huge]]],
  ] as const)('refuses a video that claims more %s than it contains', async (_, patches) => {
    expect(await cleanVideo(patched(await sampleVideo(), ...patches))).toEqual(unreadable);
  });

  it.each([
    ['samples', [['trun', 4, huge]]],
    [
      'samples without fields',
      [
        ['trun', 0, 1],
        ['trun', 4, huge],
      ],
    ],
  ] as const)('refuses a video with a fragment that claims more %s than it contains', async (_, patches) => {
    expect(await cleanVideo(patched(recorded, ...patches))).toEqual(unreadable);
  });

  it('never throws or hangs, whatever the bytes', async () => {
    const one = await sampleVideo();
    const change = fc.tuple(fc.nat(), fc.constantFrom(0, 1, 0x7f, 0xff), fc.constantFrom(1, 2, 4));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(one, recorded),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (bytes, changes) => {
          const copy = Buffer.from(bytes);
          for (const [at, value, length] of changes) {
            const start = at % copy.length;
            copy.fill(value, start, Math.min(start + length, copy.length));
          }
          expect(['clean', 'refused']).toContain((await cleanVideo(copy)).kind);
        },
      ),
      { numRuns: 400 },
    );
    for (let length = 0; length < one.length; length += 7) {
      expect(['clean', 'refused']).toContain((await cleanVideo(one.subarray(0, length))).kind);
    }
  });
});
