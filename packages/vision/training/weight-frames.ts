import { type LabelledFrame, labelledFrames } from './document-frames.ts';

/** Which search nets are trained for. */
export type WayName = 'page' | 'thorough';

/** How many frames each way is trained on; the thorough one has more wrong quads to know. */
const FRAMES = [
  { subject: 'document', page: 600, thorough: 900 },
  { subject: 'document', page: 200, thorough: 200, widthPx: 180, heightPx: 320 },
  { subject: 'spread', page: 150, thorough: 300 },
  { subject: 'nothing', page: 400, thorough: 1200 },
  { subject: 'cut-off', page: 150, thorough: 150 },
] as const;

/** The frames that the nets of one way to search are trained on; `takes` may leave some of each set out. */
export function* frames(
  way: WayName,
  takes: (index: number, count: number) => boolean,
): Generator<LabelledFrame> {
  for (const set of FRAMES) {
    let index = 0;
    for (const frame of labelledFrames({ half: 'tuning', ...set, count: set[way] }))
      if (takes(index++, set[way])) yield frame;
  }
}
