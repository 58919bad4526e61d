/**
 * Trains the weights of the document finder on the tuning half of the frames and writes them to
 * `src/document/finder-weights.ts`:
 *
 *     node packages/vision/training/run.mjs document-weights
 *
 * First the ranking, then, with the candidates that this ranking prefers, the two acceptance nets. Some 1,350
 * frames are rendered (once) to `.cache/`.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSeededRandom, quadOverlap, type SeededRandom } from '@vendor/specimens';
import { CANDIDATE_FEATURES, type Candidate, LINE_FEATURES } from '../src/document/candidates.ts';
import { createCandidateSearch, refineBest } from '../src/document/document-finder.ts';
import { FINDER_WEIGHTS } from '../src/document/finder-weights.ts';
import { createRefiner } from '../src/document/refine.ts';
import { type Quad, scaleQuad } from '../src/quad.ts';
import { type Sample, trainAcceptNet } from './accept-net-trainer.ts';
import { type LabelledFrame, labelledFrames } from './document-frames.ts';
import { type RankedFrame, trainRank } from './rank-trainer.ts';

const FRAMES = { document: 600, nothing: 400, spread: 120, 'cut-off': 150 } as const;

/** The search by candidates is right from here on; its corners are only good to half the size of a frame. */
const RIGHT_CANDIDATE = 0.9;
const RIGHT_QUAD = 0.9;

export default function train(): void {
  // The weights are read as the search runs, so that writing into them changes the next search.
  const weights = FINDER_WEIGHTS as {
    -readonly [Part in keyof typeof FINDER_WEIGHTS]: (typeof FINDER_WEIGHTS)[Part];
  };
  const ranked = collectRanked();
  const lines = trainRank(ranked, LINE_FEATURES);
  const all = trainRank(ranked, CANDIDATE_FEATURES);
  weights.rank = { lines: lines.weights, all: all.weights };
  console.log(`right one first: by lines ${percent(lines.first)}, with contrast ${percent(all.first)}`);
  const { search, track } = collectFits(createSeededRandom(1));
  console.log(`fits: ${search.length} for the search, ${track.length} for tracking`);
  weights.searchNet = trainAcceptNet(search, 6, 2);
  weights.trackNet = trainAcceptNet(track, 5, 3);
  writeWeights();
}

function* tuningFrames(): Generator<LabelledFrame> {
  for (const [subject, count] of Object.entries(FRAMES) as [keyof typeof FRAMES, number][]) {
    yield* labelledFrames({ half: 'tuning', subject, count });
  }
  yield* labelledFrames({ half: 'tuning', subject: 'document', count: 80, widthPx: 180, heightPx: 320 });
}

type Search = (frame: LabelledFrame) => Candidate[];

function searcher(): Search {
  const searches = new Map<number, ReturnType<typeof createCandidateSearch>>();
  return ({ image }) => {
    const known =
      searches.get(image.width) ?? createCandidateSearch({ widthPx: image.width, heightPx: image.height });
    searches.set(image.width, known);
    return known(image);
  };
}

/** Frames in which a right candidate and a wrong one were found. What is neither right nor wrong is left out. */
function collectRanked(): RankedFrame[] {
  const search = searcher();
  const frames: RankedFrame[] = [];
  let shown = 0;
  for (const frame of tuningFrames()) {
    if (!frame.quad || frame.subject === 'cut-off') continue;
    shown++;
    const truth = scaleQuad(frame.quad, 0.5);
    const candidates = search(frame)
      .map(({ quad, features }) => ({ features, overlap: quadOverlap(quad, truth) }))
      .filter(({ overlap }) => overlap > RIGHT_CANDIDATE || overlap < 0.8)
      .map(({ features, overlap }) => ({ features, right: overlap > RIGHT_CANDIDATE }));
    const right = candidates.filter((candidate) => candidate.right).length;
    if (right > 0 && right < candidates.length) frames.push({ candidates });
  }
  console.log(`a right candidate in ${percent(frames.length / shown)} of the frames`);
  return frames;
}

/** Quads fitted by a search and by tracking, and whether they came out right. */
function collectFits(random: SeededRandom): { search: Sample[]; track: Sample[] } {
  const find = searcher();
  const search: Sample[] = [];
  const track: Sample[] = [];
  for (const frame of tuningFrames()) {
    const whole = frame.subject === 'cut-off' ? null : frame.quad;
    const isRight = (quad: Quad): boolean => whole !== null && quadOverlap(quad, whole) >= RIGHT_QUAD;
    const fits = refineBest(find(frame), frame.image);
    for (const { refined, features } of fits) search.push({ features, right: isRight(refined.quad) });

    const refine = createRefiner(frame.image);
    const starts = [...(whole ? [whole, whole] : []), ...fits.map(({ refined }) => refined.quad)];
    for (const start of starts) {
      const fit = refine(moved(start, random), [12, 4]);
      if (fit) track.push({ features: fit.features, right: isRight(fit.quad) });
    }
  }
  return { search, track };
}

/** A quad as it was a frame ago: a few pixels off as a whole, and each corner by a little more. */
function moved(quad: Quad, random: SeededRandom): Quad {
  const dx = random.normal() * 3;
  const dy = random.normal() * 3;
  const corner = (k: 0 | 1 | 2 | 3) => ({
    x: quad[k].x + dx + random.normal() * 1.5,
    y: quad[k].y + dy + random.normal() * 1.5,
  });
  return [corner(0), corner(1), corner(2), corner(3)];
}

function writeWeights(): void {
  // Two digits for the weights, three for the normalisation: the answers are the same and a third of the bytes are saved.
  const text = JSON.stringify(FINDER_WEIGHTS, (key, value) => {
    if (!Array.isArray(value) || typeof value[0] !== 'number') return value;
    const digits = key === 'mean' || key === 'scale' ? 3 : 2;
    return (value as number[]).map((number) => Number(number.toPrecision(digits)));
  });
  const source = `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: what was learned only looks like pi now and then
import type { AcceptNet } from './accept-net.ts';
import type { RankWeights } from './rank.ts';

/** Everything in the finder that was learned. Written by \`training/document-weights.ts\`; never edited by hand. */
export interface FinderWeights {
  readonly rank: RankWeights;
  /** For quads that a search found: features of the fit, then of the candidate. */
  readonly searchNet: AcceptNet;
  /** For quads that were tracked: features of the fit. */
  readonly trackNet: AcceptNet;
}

export const FINDER_WEIGHTS: FinderWeights = ${text};
`;
  writeFileSync(resolve(import.meta.dirname, '../src/document/finder-weights.ts'), source);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
