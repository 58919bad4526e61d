import { type Candidate, findCandidates } from '../src/document/candidates.ts';
import { createEdgeMapper, type EdgeMap } from '../src/document/edge-map.ts';
import { createLineFinder } from '../src/document/find-lines.ts';
import type { LabelledFrame } from './document-frames.ts';

/** What a search finds in a frame before anything that is learned has a say. */
export interface Found {
  readonly map: EdgeMap;
  candidates: Candidate[];
}

/** The same with its frame. */
export type FoundInFrame = Found & { readonly frame: LabelledFrame };

/** Searches frames of any size. */
export function createSearch(): (frame: LabelledFrame) => Found {
  const made = new Map<number, (frame: LabelledFrame) => Found>();
  const make = (width: number, height: number) => {
    const mapEdges = createEdgeMapper(width, height);
    const findLines = createLineFinder(width >> 1, height >> 1);
    return ({ image }: LabelledFrame): Found => {
      const map = mapEdges(image);
      const candidates = findCandidates(findLines(map), map);
      // The colours are kept for each frame; the rest is written over by the next one and not looked at again.
      const channels = map.channels.map((channel) => channel.slice()) as unknown as EdgeMap['channels'];
      return { map: { ...map, channels }, candidates };
    };
  };
  return (frame) => {
    const { width, height } = frame.image;
    const search = made.get(width) ?? make(width, height);
    made.set(width, search);
    return search(frame);
  };
}
