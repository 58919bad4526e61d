import type { FrameSubject } from '@vendor/specimens';

/** Training pictures of the corner net, of one kind and size. */
export interface PictureSet {
  readonly name: string;
  /** How frames are painted: like those of the reported figures, or as photographs of printed pages, which look different. */
  readonly painter: 'frame' | 'photograph';
  readonly subject: FrameSubject;
  /** Whether documents have any rotation; by default, only one in eight has. */
  readonly turned?: boolean;
  readonly size: FrameSize;
  readonly frames: number;
  /**
   * Number of straightened pieces taken from each frame. `guessed`: pieces where the current net assumes the document, so that
   * the next one learns from its mistakes. By default, the picture is the whole frame.
   */
  readonly pieces?: number | 'guessed';
}

/** Size of a frame, in px. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

const WIDE: FrameSize = { widthPx: 320, heightPx: 180 };
const TALL: FrameSize = { widthPx: 180, heightPx: 320 };

/** Prefix of the names of sets that are used only for measuring. */
const HELD = 'held';

/**
 * The sets of pictures. The first word of a name is the content: a frame, wide or tall, or a straightened piece. The slowest
 * sets come first, so that several processes end at about the same time; but append new ones, see {@link firstSeed}.
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
 * Returns the seed of a set's first frame, far from those of every other set and from the small seeds of the score nets'
 * training frames and of the reported frames. Frames take every other seed from there on, so that all are even.
 */
export function firstSeed(set: PictureSet): number {
  return 1_000_000 + 100_000 * PICTURE_SETS.indexOf(set);
}
