import type { FrameSubject } from '@vendor/specimens';

/** Pictures of one kind and size that the corner net learns from. */
export interface PictureSet {
  readonly name: string;
  /** How frames are painted: as the figures' are, or as photographs of printed pages, which look otherwise. */
  readonly painter: 'frame' | 'photograph';
  readonly subject: FrameSubject;
  /** Documents lie turned any way around, not one in eight. */
  readonly turned?: boolean;
  readonly size: FrameSize;
  readonly frames: number;
  /**
   * How many pieces of each frame are pictures, straightened; `guessed`, and they are those where the net at hand takes the
   * document to be, so that the next one learns from its mistakes. Left out, the picture is the whole frame.
   */
  readonly pieces?: number | 'guessed';
}

/** Of a frame, px. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

const WIDE: FrameSize = { widthPx: 320, heightPx: 180 };
const TALL: FrameSize = { widthPx: 180, heightPx: 320 };

/** The sets that are only measured on; their names begin like this. */
const HELD = 'held';

/**
 * The first word of a name is what a picture shows: a frame, wide or tall, or a straightened piece. Sets that take longest come
 * first, so that several processes end at about the same time; but new ones go to the end, see {@link firstSeed}.
 */
export const PICTURE_SETS: readonly PictureSet[] = [
  { name: 'wide-documents', painter: 'frame', subject: 'document', size: WIDE, frames: 9000 },
  { name: 'tall-documents', painter: 'frame', subject: 'document', size: TALL, frames: 4200 },
  { name: 'wide-turned', painter: 'frame', subject: 'document', turned: true, size: WIDE, frames: 3600 },
  { name: 'close-documents', painter: 'frame', subject: 'document', size: WIDE, frames: 3500, pieces: 4 },
  { name: 'wide-nothing', painter: 'frame', subject: 'nothing', size: WIDE, frames: 3200 },
  {
    name: 'close-tall-documents',
    painter: 'frame',
    subject: 'document',
    size: TALL,
    frames: 2400,
    pieces: 4,
  },
  { name: 'wide-photographs', painter: 'photograph', subject: 'document', size: WIDE, frames: 1800 },
  { name: 'wide-spreads', painter: 'frame', subject: 'spread', size: WIDE, frames: 1700 },
  { name: 'tall-turned', painter: 'frame', subject: 'document', turned: true, size: TALL, frames: 1000 },
  { name: 'close-spreads', painter: 'frame', subject: 'spread', size: WIDE, frames: 800, pieces: 4 },
  {
    name: 'close-photographs',
    painter: 'photograph',
    subject: 'document',
    size: WIDE,
    frames: 800,
    pieces: 3,
  },
  { name: 'tall-photographs', painter: 'photograph', subject: 'document', size: TALL, frames: 700 },
  { name: 'wide-cut-off', painter: 'frame', subject: 'cut-off', size: WIDE, frames: 600 },
  { name: 'close-nothing', painter: 'frame', subject: 'nothing', size: WIDE, frames: 600, pieces: 4 },
  {
    name: 'close-turned',
    painter: 'frame',
    subject: 'document',
    turned: true,
    size: WIDE,
    frames: 600,
    pieces: 4,
  },
  {
    name: 'close-tall-photographs',
    painter: 'photograph',
    subject: 'document',
    size: TALL,
    frames: 400,
    pieces: 3,
  },
  { name: 'tall-nothing', painter: 'frame', subject: 'nothing', size: TALL, frames: 300 },
  { name: 'close-cut-off', painter: 'frame', subject: 'cut-off', size: WIDE, frames: 250, pieces: 4 },
  { name: `${HELD}-wide-documents`, painter: 'frame', subject: 'document', size: WIDE, frames: 400 },
  { name: `${HELD}-tall-documents`, painter: 'frame', subject: 'document', size: TALL, frames: 150 },
  { name: `${HELD}-wide-photographs`, painter: 'photograph', subject: 'document', size: WIDE, frames: 200 },
  {
    name: `${HELD}-close-documents`,
    painter: 'frame',
    subject: 'document',
    size: WIDE,
    frames: 400,
    pieces: 1,
  },
  {
    name: 'close-guessed-documents',
    painter: 'frame',
    subject: 'document',
    size: WIDE,
    frames: 1800,
    pieces: 'guessed',
  },
  {
    name: 'close-guessed-tall-documents',
    painter: 'frame',
    subject: 'document',
    size: TALL,
    frames: 1000,
    pieces: 'guessed',
  },
  {
    name: 'close-guessed-nothing',
    painter: 'frame',
    subject: 'nothing',
    size: WIDE,
    frames: 500,
    pieces: 'guessed',
  },
  {
    name: 'close-guessed-turned',
    painter: 'frame',
    subject: 'document',
    turned: true,
    size: WIDE,
    frames: 400,
    pieces: 'guessed',
  },
  {
    name: 'close-guessed-spreads',
    painter: 'frame',
    subject: 'spread',
    size: WIDE,
    frames: 400,
    pieces: 'guessed',
  },
  {
    name: 'close-guessed-cut-off',
    painter: 'frame',
    subject: 'cut-off',
    size: WIDE,
    frames: 200,
    pieces: 'guessed',
  },
  {
    name: 'close-guessed-tall-nothing',
    painter: 'frame',
    subject: 'nothing',
    size: TALL,
    frames: 200,
    pieces: 'guessed',
  },
];

/**
 * The seed of a set's first frame, far from those of every other set and from the frames that the judges learn from and that
 * figures are told of, all of which have small seeds. Frames take every other seed from there on, so that they are even.
 */
export function firstSeed(set: PictureSet): number {
  return 1_000_000 + 100_000 * PICTURE_SETS.indexOf(set);
}
