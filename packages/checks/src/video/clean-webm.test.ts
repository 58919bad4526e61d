import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanWebm } from './clean-webm.ts';
import { encodeUnsigned, readElements, writeElement } from './ebml.ts';

const text = (value: string) => Buffer.from(value);
const header = writeElement(0x1a45dfa3, writeElement(0x4282, text('webm')));
const track = (number: number, type: number, codec: string, ...more: Uint8Array[]) =>
  writeElement(
    0xae,
    writeElement(0xd7, encodeUnsigned(number)),
    writeElement(0x83, encodeUnsigned(type)),
    writeElement(0x86, text(codec)),
    ...more,
  );
const pictures = writeElement(
  0xe0,
  writeElement(0xb0, encodeUnsigned(640)),
  writeElement(0xba, encodeUnsigned(480)),
);
const info = writeElement(0x1549a966, writeElement(0x4d80, text('canary of the app')));
const block = (trackNumber: number, offset: number, frame: string) =>
  Buffer.concat([Buffer.from([0x80 | trackNumber, offset >> 8, offset & 0xff, 0x80]), text(frame)]);
const cluster = (time: number, ...blocks: Uint8Array[]) =>
  writeElement(0x1f43b675, writeElement(0xe7, encodeUnsigned(time)), ...blocks);
const simple = (...args: Parameters<typeof block>) => writeElement(0xa3, block(...args));

/** Replaces the size of an element with the unknown size that a live recorder writes. */
function unknownSize(element: Uint8Array): Uint8Array {
  const copy = Buffer.from(element);
  copy.fill(0xff, 5, 12);
  copy[4] = 0x01;
  return copy;
}

const sampleVideo = ({
  tracks = [track(1, 1, 'V_VP8', pictures)],
  clusters = [cluster(0, simple(1, 0, 'first')), cluster(1000, simple(1, 33, 'second'))],
  more = [] as Uint8Array[],
} = {}) =>
  Buffer.concat([
    header,
    writeElement(0x18538067, info, writeElement(0x1654ae6b, ...tracks), ...more, ...clusters),
  ]);

const group = (...members: Uint8Array[]) => writeElement(0xa0, ...members);
const referring = (...times: Uint8Array[]) =>
  cluster(0, group(writeElement(0xa1, block(1, 0, 'x')), ...times.map((time) => writeElement(0xfb, time))));

/** Creates a segment of unknown size with 50,000 copies of an element. */
const openEnded = (element: Uint8Array) =>
  Buffer.concat([
    header,
    unknownSize(writeElement(0x18538067, Buffer.concat(new Array(50_000).fill(element)))),
  ]);

/** Creates blocks whose sizes take one byte, the shortest encoding that a recorder may use. */
const smallBlocks = (count: number) =>
  Buffer.concat(new Array(count).fill(Buffer.concat([Buffer.from([0xa3, 0x85]), block(1, 0, 'x')])));

/** Creates a video with as many bytes as the limit allows. */
function longestVideo(...more: Uint8Array[]): Uint8Array {
  const videoWith = (frame: string) => sampleVideo({ clusters: [cluster(0, simple(1, 0, frame), ...more)] });
  return videoWith('x'.repeat(20 * 1024 * 1024 - videoWith('').length));
}

const cleaned = (bytes: Uint8Array) => {
  const cleaning = cleanWebm(bytes);
  return cleaning.kind === 'clean' ? Buffer.from(cleaning.bytes) : cleaning.refusal;
};

describe('cleanWebm', () => {
  it('keeps the frames and writes the duration', () => {
    const clean = cleaned(sampleVideo());
    expect(clean).toBeInstanceOf(Buffer);
    const parts = readElements(readElements(clean as Buffer)![1]!.content)!;
    expect(parts.map(({ id }) => id)).toEqual([0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1f43b675]);
    const duration = readElements(parts[0]!.content)!.find(({ id }) => id === 0x4489)!.content;
    expect(Buffer.from(duration).readDoubleBE()).toBe(1073);
    for (const frame of ['first', 'second']) expect((clean as Buffer).includes(frame)).toBe(true);
    const twice = cleaned(clean as Buffer);
    expect(Buffer.isBuffer(twice) && twice.equals(clean as Buffer), 'unchanged by a second cleaning').toBe(
      true,
    );
  });

  it('removes sound and all metadata', () => {
    const shown = group(
      writeElement(0xa1, block(1, 0, 'picture')),
      writeElement(0x75a1, text('canary beside')),
    );
    const heard = group(writeElement(0xa1, block(2, 0, 'canary of a word')));
    const clean = cleaned(
      sampleVideo({
        tracks: [
          track(1, 1, 'V_VP9', pictures, writeElement(0x536e, text('canary name'))),
          track(2, 2, 'A_OPUS'),
        ],
        clusters: [cluster(0, shown, heard, simple(2, 0, 'canary of a voice'))],
        more: [
          writeElement(0x1254c367, text('canary tag')),
          writeElement(0x1941a469, text('canary attachment')),
          writeElement(0xec, text('canary in a void')),
        ],
      }),
    ) as Buffer;
    expect(clean.includes('picture')).toBe(true);
    expect(clean.includes('canary')).toBe(false);
    expect(
      cleaned(Buffer.concat([sampleVideo(), writeElement(0xec, text('canary behind'))])).includes('canary'),
    ).toBe(false);
  });

  it('accepts segments and clusters of unknown size, as a live recorder writes them', () => {
    const [first, second] = [cluster(0, simple(1, 0, 'first')), cluster(1000, simple(1, 33, 'second'))];
    const segment = writeElement(
      0x18538067,
      info,
      writeElement(0x1654ae6b, track(1, 1, 'V_VP8', pictures)),
      unknownSize(first),
      unknownSize(second),
    );
    expect(cleaned(Buffer.concat([header, unknownSize(segment)]))).toEqual(cleaned(sampleVideo()));
  });

  it('accepts a codec name padded with NULs, and blocks with references', () => {
    const padded = sampleVideo({ tracks: [track(1, 1, `V_VP8${'\0'.repeat(27)}`, pictures)] });
    expect(cleaned(padded)).toEqual(cleaned(sampleVideo()));
    const times = [8, 1, 2].map((length) => Buffer.alloc(length, 0xf0));
    const clean = cleaned(sampleVideo({ clusters: [referring(...times)] })) as Buffer;
    expect(clean.includes(Buffer.concat(times.map((time) => writeElement(0xfb, time))))).toBe(true);
  });

  it('refuses a video longer than half a minute', { tags: ['DREQ-67'] }, () => {
    expect(cleaned(sampleVideo({ clusters: [cluster(29_900, simple(1, 60, 'x'))] }))).toBeInstanceOf(Buffer);
    expect(cleaned(sampleVideo({ clusters: [cluster(29_900, simple(1, 61, 'x'))] }))).toBe('TOO_LONG');
    expect(
      cleaned(sampleVideo({ clusters: [cluster(60_000, simple(1, 0, 'x')), cluster(0, simple(1, 0, 'x'))] })),
    ).toBe('TOO_LONG');
  });

  it.each([
    ['has no frames', sampleVideo({ clusters: [] })],
    [
      'has two video tracks',
      sampleVideo({ tracks: [track(1, 1, 'V_VP8', pictures), track(2, 1, 'V_VP8', pictures)] }),
    ],
    ['has another codec', sampleVideo({ tracks: [track(1, 1, 'V_UNCOMPRESSED', pictures)] })],
    [
      'is Matroska but not WebM',
      Buffer.from(sampleVideo().toString('latin1').replace('webm', 'matr'), 'latin1'),
    ],
    ['is truncated', sampleVideo().subarray(0, -3)],
    ['is empty', Buffer.alloc(0)],
    [
      'has a codec name that is too long',
      sampleVideo({ tracks: [track(1, 1, `V_VP8${'\0'.repeat(28)}`, pictures)] }),
    ],
    ['has NULs inside its codec name', sampleVideo({ tracks: [track(1, 1, 'V_VP8\0\0x', pictures)] })],
    ['has nested blocks of unknown size', openEnded(Buffer.from([0xa3, 0xff]))],
    ['has nested segments of unknown size', openEnded(Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff]))],
    ['has a group without a block', sampleVideo({ clusters: [cluster(0, group(), simple(1, 0, 'x'))] })],
    [
      'has a sound block after a video block in one group',
      sampleVideo({
        clusters: [
          cluster(0, group(writeElement(0xa1, block(1, 0, 'x')), writeElement(0xa1, block(2, 0, 'y')))),
        ],
      }),
    ],
    [
      'has more frames than fit into half a minute',
      sampleVideo({ clusters: new Array(2).fill(cluster(0, smallBlocks(11_000))) }),
    ],
    ['has an invalid reference', sampleVideo({ clusters: [referring(Buffer.alloc(9))] })],
    [
      'has too many references',
      sampleVideo({ clusters: [referring(...new Array(4).fill(Buffer.alloc(1)))] }),
    ],
    ['would exceed the size limit when rewritten', longestVideo(smallBlocks(200))],
    ['is an MP4', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypisom')])],
    [
      'exceeds the size limit',
      Buffer.concat([sampleVideo(), writeElement(0xec, Buffer.alloc(20 * 1024 * 1024))]),
    ],
  ])('refuses a video that %s', { tags: ['DREQ-14'] }, (_, bytes) => {
    const cleaning = cleanWebm(bytes);
    // Compares only the kind, because a failure that prints all bytes of the video takes long.
    expect(cleaning.kind === 'clean' ? 'clean' : cleaning.refusal).toBe('UNREADABLE');
  });

  it('never throws, whatever the bytes', () => {
    const whole = sampleVideo();
    const anyChange = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 8 }), fc.nat(whole.length), (changes, length) => {
        const bytes = Buffer.from(whole.subarray(0, length));
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        expect(['clean', 'refused']).toContain(cleanWebm(bytes).kind);
      }),
      { numRuns: 300 },
    );
  });
});
