/**
 * Trains the nets of the document finder on the tuning half of the frames and writes them to
 * `src/document/finder-weights.ts`:
 *
 *     node packages/vision/training/run.mjs document-weights
 *
 * First the two that rank candidates, then, with the candidates that they prefer, the two that tell how likely a fitted quad
 * is right. Some 1,500 frames are rendered (once) to `.cache/`. With the argument `check`, four fifths of the frames are
 * trained on, the finder is tried on the last fifth, and nothing is written.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSeededRandom, quadOverlap } from '@vendor/specimens';
import {
  CANDIDATE_FEATURES,
  type Candidate,
  findCandidates,
  LINE_FEATURES,
} from '../src/document/candidates.ts';
import { createDocumentFinder, type DocumentFinder, refineBest } from '../src/document/document-finder.ts';
import { createEdgeMapper, type EdgeMap } from '../src/document/edge-map.ts';
import { createLineFinder } from '../src/document/find-lines.ts';
import { FINDER_NETS } from '../src/document/finder-weights.ts';
import { rankCandidates } from '../src/document/rank.ts';
import { createRefiner, REFINED_FEATURES } from '../src/document/refine.ts';
import { createScore, type PackedNet } from '../src/document/score-net.ts';
import { type Quad, scaleQuad } from '../src/quad.ts';
import { type LabelledFrame, labelledFrames } from './document-frames.ts';
import { type Sample, trainNet } from './net-trainer.ts';

const FRAMES = [
  { subject: 'document', count: 600 },
  { subject: 'document', count: 200, widthPx: 180, heightPx: 320 },
  { subject: 'spread', count: 150 },
  { subject: 'nothing', count: 400 },
  { subject: 'cut-off', count: 150 },
] as const;

/** A quad is right when it covers the same area as the true one; candidates in between are neither right nor wrong. */
const RIGHT = 0.9;
const WRONG = 0.8;

type NetName = keyof typeof FINDER_NETS;

export default function train([mode]: string[]): void {
  const check = mode === 'check';
  const nets = {} as Record<NetName, PackedNet>;
  const use = (name: NetName, net: PackedNet): void => {
    nets[name] = net;
    // The nets are looked up as the search runs, so that the next search uses this one.
    FINDER_NETS[name] = createScore(net);
  };
  const search = createSearch();
  const trained = () => frames((index, count) => !check || index < 0.8 * count);
  const found = [...trained()].map((frame) => ({ frame, ...search(frame) }));
  const shown = found.filter(({ frame }) => frame.quad && frame.subject !== 'cut-off');
  const groups = (): Sample[][] =>
    shown
      .map(({ frame, candidates }) => judged(candidates, scaleQuad(frame.quad!, 0.5)))
      .filter((group) => group.some(({ right }) => right) && group.some(({ right }) => !right));

  const byLines = groups();
  console.log(`a right candidate in ${percent(byLines.length / shown.length)} of ${shown.length} frames`);
  use(
    'lines',
    trainNet(byLines, { goal: 'first', features: LINE_FEATURES, units: 2, seed: 1, steps: 700, batch: 12 }),
  );
  console.log(`right one first by lines: ${percent(firstRight(byLines, FINDER_NETS.lines))}`);
  for (const one of found) {
    one.candidates = rankCandidates(
      one.candidates,
      search(one.frame).map,
      FINDER_NETS.lines,
      FINDER_NETS.contrast,
    );
  }
  const byAll = groups();
  use(
    'contrast',
    trainNet(byAll, {
      goal: 'first',
      features: CANDIDATE_FEATURES,
      units: 5,
      seed: 2,
      steps: 2000,
      batch: 16,
    }),
  );
  console.log(`with contrast: ${percent(firstRight(byAll, FINDER_NETS.contrast))}`);

  // Until it is trained, no fit is sure enough to spare the rest.
  FINDER_NETS.search = () => 0;
  const fits = collectFits(found, search);
  console.log(`fits: ${fits.search.flat().length} for the search, ${fits.track.length} for tracking`);
  const all = REFINED_FEATURES + CANDIDATE_FEATURES;
  use(
    'search',
    trainNet(fits.search, { goal: 'odds', features: all, units: 5, seed: 3, steps: 12_000, batch: 32 }),
  );
  use(
    'track',
    trainNet([fits.track], {
      goal: 'odds',
      features: REFINED_FEATURES,
      units: 4,
      seed: 4,
      steps: 10_000,
      batch: 32,
    }),
  );
  if (check) tryOn(frames((index, count) => index >= 0.8 * count));
  else write(nets);
}

function* frames(takes: (index: number, count: number) => boolean): Generator<LabelledFrame> {
  for (const set of FRAMES) {
    let index = 0;
    for (const frame of labelledFrames({ half: 'tuning', ...set }))
      if (takes(index++, set.count)) yield frame;
  }
}

interface Found {
  readonly map: EdgeMap;
  candidates: Candidate[];
}

function createSearch(): (frame: LabelledFrame) => Found {
  const made = new Map<number, (frame: LabelledFrame) => Found>();
  const make = (width: number, height: number) => {
    const mapEdges = createEdgeMapper(width, height);
    const findLines = createLineFinder(width >> 1, height >> 1);
    return ({ image }: LabelledFrame): Found => {
      const map = mapEdges(image);
      return { map, candidates: findCandidates(findLines(map), map) };
    };
  };
  return (frame) => {
    const { width, height } = frame.image;
    const search = made.get(width) ?? make(width, height);
    made.set(width, search);
    return search(frame);
  };
}

function judged(candidates: readonly Candidate[], truth: Quad): Sample[] {
  return candidates
    .map(({ quad, features }) => ({ features, overlap: quadOverlap(quad, truth) }))
    .filter(({ overlap }) => overlap > RIGHT || overlap < WRONG)
    .map(({ features, overlap }) => ({ features, right: overlap > RIGHT }));
}

function firstRight(groups: readonly Sample[][], score: (features: ArrayLike<number>) => number): number {
  const right = groups.filter((group) => {
    const scores = group.map(({ features }) => score(features));
    return group[scores.indexOf(Math.max(...scores))]!.right;
  });
  return right.length / groups.length;
}

/** Quads fitted by a search, frame by frame, and by tracking, and whether they came out right. */
function collectFits(
  found: readonly { frame: LabelledFrame }[],
  search: (frame: LabelledFrame) => Found,
): { search: Sample[][]; track: Sample[] } {
  const random = createSeededRandom(1);
  const searched: Sample[][] = [];
  const track: Sample[] = [];
  for (const { frame } of found) {
    const whole = frame.subject === 'cut-off' ? null : frame.quad;
    const { map, candidates } = search(frame);
    const fits = refineBest(
      rankCandidates(candidates, map, FINDER_NETS.lines, FINDER_NETS.contrast),
      frame.image,
    );
    searched.push(fits.map(({ refined, features }) => ({ features, right: isRight(refined.quad, whole) })));

    const refine = createRefiner(frame.image);
    for (const start of [...(whole ? [whole, whole] : []), ...fits.map(({ refined }) => refined.quad)]) {
      // As it was a frame ago: a few pixels off as a whole, and each corner by a little more.
      const [dx, dy] = [random.normal() * 3, random.normal() * 3];
      const moved = start.map(({ x, y }) => ({
        x: x + dx + random.normal() * 1.5,
        y: y + dy + random.normal() * 1.5,
      })) as unknown as Quad;
      const fit = refine(moved, [12, 4]);
      if (fit) track.push({ features: fit.features, right: isRight(fit.quad, whole) });
    }
  }
  return { search: searched, track };
}

/** Prints what the finder answers with the nets in use, set by set. */
function tryOn(held: Iterable<LabelledFrame>): void {
  const finders = new Map<string, DocumentFinder>();
  const counts = new Map<string, { frames: number; right: number; sure: number; wrong: number }>();
  for (const { image, subject, quad } of held) {
    const name = `${subject}, ${image.width} × ${image.height}`;
    const finder =
      finders.get(name) ?? createDocumentFinder({ widthPx: image.width, heightPx: image.height });
    finders.set(name, finder);
    const count = counts.get(name) ?? { frames: 0, right: 0, sure: 0, wrong: 0 };
    counts.set(name, count);
    const found = finder.find(image);
    const right = found !== null && subject !== 'cut-off' && isRight(found.quad, quad);
    count.frames++;
    if (right) count.right++;
    if (!found || found.confidence < 0.5) continue;
    if (right) count.sure++;
    else count.wrong++;
  }
  for (const [name, { frames, right, sure, wrong }] of counts) {
    console.log(
      `${name} (${frames}): right ${percent(right / frames)}; at ≥ 0.5 right ${percent(sure / frames)}, wrong ${percent(wrong / frames)}`,
    );
  }
}

function isRight(quad: Quad, truth: Quad | null): boolean {
  return truth !== null && quadOverlap(quad, truth) >= RIGHT;
}

/** What each net is for, as it stands above it in the file. */
const PURPOSE: Readonly<Record<NetName, string>> = {
  lines: 'Which of many candidates are worth a closer look, by what lines say.',
  contrast: 'Which of those are worth fitting to the frame, by their contrast too.',
  search:
    'How likely a fitted quad is right, as the logarithm of the odds: features of the fit, then of the candidate.',
  track: 'The same for a quad that was tracked: features of the fit.',
};

function write(nets: Record<NetName, PackedNet>): void {
  const entries = Object.entries(nets).map(
    ([name, net]) => `// ${PURPOSE[name as NetName]}\n${name}: createScore(${JSON.stringify(net)})`,
  );
  const source = `import { createScore, type Score } from './score-net.ts';

/** Everything in the finder that was learned. Written by \`training/document-weights.ts\`; never edited by hand. */
export const FINDER_NETS: Record<'lines' | 'contrast' | 'search' | 'track', Score> = {
${entries.join(',\n')},
};
`;
  writeFileSync(resolve(import.meta.dirname, '../src/document/finder-weights.ts'), source);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
