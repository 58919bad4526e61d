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

/** The same element with a size that a live recorder does not know yet. */
function unknownSize(element: Uint8Array): Uint8Array {
  const copy = Buffer.from(element);
  copy.fill(0xff, 5, 12);
  copy[4] = 0x01;
  return copy;
}

const film = ({
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

/** A segment of unknown size with so many of an element that nothing may call itself for each. */
const openEnded = (element: Uint8Array) =>
  Buffer.concat([
    header,
    unknownSize(writeElement(0x18538067, Buffer.concat(new Array(50_000).fill(element)))),
  ]);

/** Blocks with sizes in one byte, as a thrifty recorder writes them. */
const smallBlocks = (count: number) =>
  Buffer.concat(new Array(count).fill(Buffer.concat([Buffer.from([0xa3, 0x85]), block(1, 0, 'x')])));

/** Returns a film with as many bytes as the limit allows. */
function longestFilm(...more: Uint8Array[]): Uint8Array {
  const filmWith = (frame: string) => film({ clusters: [cluster(0, simple(1, 0, frame), ...more)] });
  return filmWith('x'.repeat(20 * 1024 * 1024 - filmWith('').length));
}

const cleaned = (bytes: Uint8Array) => {
  const cleaning = cleanWebm(bytes);
  return cleaning.kind === 'clean' ? Buffer.from(cleaning.bytes) : cleaning.refusal;
};

describe('a recorded film', () => {
  it('keeps its pictures, and says how long it is', () => {
    const clean = cleaned(film());
    expect(clean).toBeInstanceOf(Buffer);
    const parts = readElements(readElements(clean as Buffer)![1]!.content)!;
    expect(parts.map(({ id }) => id)).toEqual([0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1f43b675]);
    const duration = readElements(parts[0]!.content)!.find(({ id }) => id === 0x4489)!.content;
    expect(Buffer.from(duration).readDoubleBE()).toBe(1073);
    for (const frame of ['first', 'second']) expect((clean as Buffer).includes(frame)).toBe(true);
    expect(cleaned(clean as Buffer)).toEqual(clean);
  });

  it('loses its sound, and all that is told about it', () => {
    const shown = group(
      writeElement(0xa1, block(1, 0, 'picture')),
      writeElement(0x75a1, text('canary beside')),
    );
    const heard = group(writeElement(0xa1, block(2, 0, 'canary of a word')));
    const clean = cleaned(
      film({
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
      cleaned(Buffer.concat([film(), writeElement(0xec, text('canary behind'))])).includes('canary'),
    ).toBe(false);
  });

  it('may be one whose recorder did not know how long it would become', () => {
    const [first, second] = [cluster(0, simple(1, 0, 'first')), cluster(1000, simple(1, 33, 'second'))];
    const segment = writeElement(
      0x18538067,
      info,
      writeElement(0x1654ae6b, track(1, 1, 'V_VP8', pictures)),
      unknownSize(first),
      unknownSize(second),
    );
    expect(cleaned(Buffer.concat([header, unknownSize(segment)]))).toEqual(cleaned(film()));
  });

  it('may name its codec with NULs behind, and refer to the frames that one is made from', () => {
    const padded = film({ tracks: [track(1, 1, `V_VP8${'\0'.repeat(27)}`, pictures)] });
    expect(cleaned(padded)).toEqual(cleaned(film()));
    const times = [8, 1, 2].map((length) => Buffer.alloc(length, 0xf0));
    const clean = cleaned(film({ clusters: [referring(...times)] })) as Buffer;
    expect(clean.includes(Buffer.concat(times.map((time) => writeElement(0xfb, time))))).toBe(true);
  });

  it('refuses one that lasts longer than half a minute', { tags: ['DREQ-67'] }, () => {
    expect(cleaned(film({ clusters: [cluster(29_900, simple(1, 60, 'x'))] }))).toBeInstanceOf(Buffer);
    expect(cleaned(film({ clusters: [cluster(29_900, simple(1, 61, 'x'))] }))).toBe('TOO_LONG');
    expect(
      cleaned(film({ clusters: [cluster(60_000, simple(1, 0, 'x')), cluster(0, simple(1, 0, 'x'))] })),
    ).toBe('TOO_LONG');
  });

  it.each([
    ['has no pictures', film({ clusters: [] })],
    [
      'has two tracks of them',
      film({ tracks: [track(1, 1, 'V_VP8', pictures), track(2, 1, 'V_VP8', pictures)] }),
    ],
    ['is in another codec', film({ tracks: [track(1, 1, 'V_UNCOMPRESSED', pictures)] })],
    ['is Matroska of another kind', Buffer.from(film().toString('latin1').replace('webm', 'matr'), 'latin1')],
    ['was cut off', film().subarray(0, -3)],
    ['is empty', Buffer.alloc(0)],
    [
      'names its codec at more length than a name has',
      film({ tracks: [track(1, 1, `V_VP8${'\0'.repeat(28)}`, pictures)] }),
    ],
    ['names its codec with NULs within', film({ tracks: [track(1, 1, 'V_VP8\0\0x', pictures)] })],
    ['holds blocks of unknown size in each other', openEnded(Buffer.from([0xa3, 0xff]))],
    ['holds segments of unknown size in each other', openEnded(Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff]))],
    ['holds a group without a block', film({ clusters: [cluster(0, group(), simple(1, 0, 'x'))] })],
    [
      'holds a block of sound behind one of pictures',
      film({
        clusters: [
          cluster(0, group(writeElement(0xa1, block(1, 0, 'x')), writeElement(0xa1, block(2, 0, 'y')))),
        ],
      }),
    ],
    [
      'holds more frames than half a minute has',
      film({ clusters: new Array(2).fill(cluster(0, smallBlocks(11_000))) }),
    ],
    ['refers to a time that is none', film({ clusters: [referring(Buffer.alloc(9))] })],
    [
      'refers to more frames than one is made from',
      film({ clusters: [referring(...new Array(4).fill(Buffer.alloc(1)))] }),
    ],
    ['would take more bytes than it may once it is written anew', longestFilm(smallBlocks(200))],
    ['is an MP4', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypisom')])],
    [
      'has more bytes than it may',
      Buffer.concat([film(), writeElement(0xec, Buffer.alloc(20 * 1024 * 1024))]),
    ],
  ])('refuses one that %s', { tags: ['DREQ-14'] }, (_, bytes) => {
    const cleaning = cleanWebm(bytes);
    // Only the kind of a film that is kept: a failure that shows all of its bytes takes long.
    expect(cleaning.kind === 'clean' ? 'clean' : cleaning.refusal).toBe('UNREADABLE');
  });

  it('never throws, whatever its bytes are', () => {
    const whole = film();
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
