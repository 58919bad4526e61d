import { type LabelledFrame, labelledFrames } from './document-frames.ts';

/** Number of training frames of each kind for the score nets. */
const FRAMES = [
  { subject: 'document', count: 1200 },
  { subject: 'document', count: 400, widthPx: 180, heightPx: 320 },
  { subject: 'spread', count: 300 },
  { subject: 'nothing', count: 1200 },
  { subject: 'cut-off', count: 200 },
] as const;

/** Returns the training frames of the score nets; `takes` may skip some of each set. */
export function* weightFrames(takes: (index: number) => boolean): Generator<LabelledFrame> {
  for (const set of FRAMES) {
    let index = 0;
    for (const frame of labelledFrames({ half: 'tuning', ...set })) if (takes(index++)) yield frame;
  }
}
