/**
 * Trains the nets of one way to search for documents on the tuning half of the frames, and writes them to
 * `src/document/finder-weights.ts`, or to `thorough-weights.ts` for the search that completes sides:
 *
 *     node packages/vision/training/run.mjs document-weights page|thorough [check]
 *
 * First the two that rank candidates, then, with the candidates that they prefer, the two that tell how likely a fitted quad
 * is right. Some 1,500 or 2,750 frames are rendered (once) to `.cache/`. With the argument `check`, four fifths of the frames
 * are trained on, the finder is tried on the last fifth, and nothing is written.
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
import { completeFits } from '../src/document/complete-fits.ts';
import {
  createDocumentFinder,
  type DocumentFinder,
  type SearchWay,
} from '../src/document/document-finder.ts';
import { createEdgeMapper, type EdgeMap } from '../src/document/edge-map.ts';
import { createLineFinder } from '../src/document/find-lines.ts';
import type { FinderNets } from '../src/document/finder-nets.ts';
import { rankByContrast, rankCandidates } from '../src/document/rank.ts';
import { createRefiner, REFINED_FEATURES } from '../src/document/refine.ts';
import { type RefinedCandidate, refineBest } from '../src/document/refine-best.ts';
import { createScore, type PackedNet, type Score } from '../src/document/score-net.ts';
import { SIDE_CONTRAST_FEATURES } from '../src/document/side-contrast.ts';
import { mapCorners, type Quad, scaleQuad } from '../src/quad.ts';
import { type LabelledFrame, labelledFrames } from './document-frames.ts';
import { type Sample, trainNet } from './net-trainer.ts';

type WayName = 'page' | 'thorough';

/** How many frames each way is trained on; the thorough one has more wrong quads to know. */
const FRAMES = [
  { subject: 'document', page: 600, thorough: 900 },
  { subject: 'document', page: 200, thorough: 200, widthPx: 180, heightPx: 320 },
  { subject: 'spread', page: 150, thorough: 300 },
  { subject: 'nothing', page: 400, thorough: 1200 },
  { subject: 'cut-off', page: 150, thorough: 150 },
] as const;

/** A quad is right when it covers the same area as the true one; candidates in between are neither right nor wrong. */
const RIGHT = 0.9;
const WRONG = 0.8;

/**
 * A search takes the likeliest of up to eight fits, and the likeliest of many wrong ones looks better than it is. With this
 * taken off the logarithm of the odds, no more than 1 % of the tuning frames without a document show one at 50 %.
 */
const CAUTION = 0.3;

type NetName = keyof FinderNets;

/** The nets so far, looked up as a search runs, so that the next search uses what was trained last. */
const NETS: FinderNets = { lines: () => 0, contrast: () => 0, search: () => 0, track: () => 0 };

export default function train([wayName, mode]: string[]): void {
  const way: WayName = wayName === 'thorough' ? wayName : 'page';
  const completes = way === 'thorough';
  const check = mode === 'check';
  const nets = {} as Record<NetName, PackedNet>;
  const use = (name: NetName, net: PackedNet): void => {
    nets[name] = net;
    NETS[name] = createScore(net);
  };
  const search = createSearch();
  const trained = () => frames(way, (index, count) => !check || index < 0.8 * count);
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
  console.log(`right one first by lines: ${percent(firstRight(byLines, NETS.lines))}`);
  for (const one of found) {
    one.candidates = rankCandidates(one.candidates, one.map, NETS.lines, NETS.contrast);
  }
  const byAll = groups();
  const trainContrast = (samples: Sample[][]): void =>
    use(
      'contrast',
      trainNet(samples, {
        goal: 'first',
        features: CANDIDATE_FEATURES,
        units: 5,
        seed: 2,
        steps: 2000,
        batch: 16,
      }),
    );
  trainContrast(byAll);
  console.log(`with contrast: ${percent(firstRight(byAll, NETS.contrast))}`);

  // Of a completed quad one side is no line, and the features of its lines are those of another quad: they are left out.
  const features = REFINED_FEATURES + (completes ? SIDE_CONTRAST_FEATURES : CANDIDATE_FEATURES);
  const trainSearch = (samples: Sample[][]): void =>
    use('search', trainNet(samples, { goal: 'odds', features, units: 5, seed: 3, steps: 12_000, batch: 32 }));
  let isUnsure = (_: readonly RefinedCandidate[]): boolean => false;
  if (completes) {
    // Sides are completed where no fit seems right, which a first net tells; so its answers are learned from apart.
    trainSearch(collectFits(found, isUnsure));
    isUnsure = unsureBy(NETS.search);
    const completed = completions(found, isUnsure);
    console.log(`completed quads: a right one in ${completed.length} frames`);
    trainContrast([...byAll, ...completed]);
    console.log(`right completed one first: ${percent(firstRight(completed, NETS.contrast))}`);
  }
  const fits = collectFits(found, isUnsure);
  const track = collectTracked(found);
  console.log(`fits: ${fits.flat().length} for the search, ${track.length} for tracking`);
  trainSearch(fits);
  if (completes) use('search', withCaution(nets.search));
  use(
    'track',
    trainNet([track], {
      goal: 'odds',
      features: REFINED_FEATURES,
      units: completes ? 3 : 4,
      seed: 4,
      steps: 10_000,
      batch: 32,
    }),
  );
  if (check) {
    const trainedWay = completes ? { nets: NETS, lookAgain: completeFits } : { nets: NETS };
    tryOn(
      trainedWay,
      frames(way, (index, count) => index >= 0.8 * count),
    );
  } else write(way, nets);
}

function* frames(way: WayName, takes: (index: number, count: number) => boolean): Generator<LabelledFrame> {
  for (const set of FRAMES) {
    let index = 0;
    for (const frame of labelledFrames({ half: 'tuning', ...set, count: set[way] }))
      if (takes(index++, set[way])) yield frame;
  }
}

interface Found {
  readonly map: EdgeMap;
  candidates: Candidate[];
}

type FoundInFrame = Found & { readonly frame: LabelledFrame };

function createSearch(): (frame: LabelledFrame) => Found {
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

function withCaution(net: PackedNet): PackedNet {
  const outputs = [...net.outputs];
  const bias = outputs.pop()!;
  return { ...net, outputs: [...outputs, Number((bias - CAUTION).toFixed(1))] };
}

/** Whether a net takes none of the fits of a frame for right. */
function unsureBy(net: Score): (fits: readonly RefinedCandidate[]) => boolean {
  return (fits) => fits.every(({ features }) => net(features) <= 0);
}

/** Fits the best candidates of a frame, all of them: no net that is still to be trained is sure enough to spare the rest. */
function fitAll(candidates: Candidate[], map: EdgeMap, { image }: LabelledFrame): RefinedCandidate[] {
  return refineBest(rankByContrast(candidates, map, NETS.contrast), image, () => 0);
}

/** Frame by frame the quads with one side completed, where there is a right one among them. */
function completions(
  found: readonly FoundInFrame[],
  isUnsure: (fits: readonly RefinedCandidate[]) => boolean,
): Sample[][] {
  return found
    .filter(({ frame }) => frame.quad && frame.subject !== 'cut-off')
    .map(({ frame, map, candidates }) => {
      const fits = fitAll(candidates, map, frame);
      if (!isUnsure(fits)) return [];
      const completed = rankByContrast(completeFits(fits, map), map, NETS.contrast);
      return judged(completed, scaleQuad(frame.quad!, 0.5));
    })
    .filter((group) => group.some(({ right }) => right) && group.some(({ right }) => !right));
}

/**
 * Quads fitted by a search, frame by frame, and whether they came out right. Where the search is unsure of its fits, those
 * of completed quads are among them.
 */
function collectFits(
  found: readonly FoundInFrame[],
  isUnsure: (fits: readonly RefinedCandidate[]) => boolean,
): Sample[][] {
  return found.map(({ frame, map, candidates }) => {
    const fits = fitAll(candidates, map, frame);
    if (isUnsure(fits)) fits.push(...fitAll(completeFits(fits, map), map, frame));
    return fits.map(({ refined, features }) => ({ features, right: isRight(refined.quad, wholeOf(frame)) }));
  });
}

/** Quads fitted by tracking, from the true place and from wrong ones, and whether they came out right. */
function collectTracked(found: readonly FoundInFrame[]): Sample[] {
  const random = createSeededRandom(1);
  const samples: Sample[] = [];
  for (const { frame, map, candidates } of found) {
    const whole = wholeOf(frame);
    const refine = createRefiner(frame.image);
    const wrong = fitAll(candidates, map, frame).map(({ refined }) => refined.quad);
    for (const start of [...(whole ? [whole, whole] : []), ...wrong]) {
      // As it was a frame ago: a few pixels off as a whole, and each corner by a little more.
      const [dx, dy] = [random.normal() * 3, random.normal() * 3];
      const moved = mapCorners(start, ({ x, y }) => ({
        x: x + dx + random.normal() * 1.5,
        y: y + dy + random.normal() * 1.5,
      }));
      const fit = refine(moved, [12, 4]);
      if (fit) samples.push({ features: fit.features, right: isRight(fit.quad, whole) });
    }
  }
  return samples;
}

/** The corners of a document that is wholly in view. */
function wholeOf({ subject, quad }: LabelledFrame): Quad | null {
  return subject === 'cut-off' ? null : quad;
}

/** Prints what the finder answers with the nets in use, set by set. */
function tryOn(way: SearchWay, held: Iterable<LabelledFrame>): void {
  const finders = new Map<string, DocumentFinder>();
  const counts = new Map<string, { frames: number; right: number; sure: number; wrong: number }>();
  for (const { image, subject, quad } of held) {
    const name = `${subject}, ${image.width} × ${image.height}`;
    const finder =
      finders.get(name) ?? createDocumentFinder({ widthPx: image.width, heightPx: image.height }, way);
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
    'How likely a fitted quad is right, as the logarithm of the odds: features of the fit, then its contrast and its lines.',
  track: 'The same for a quad that was tracked: features of the fit.',
};

/** Where the nets of each way are kept, under which name, and what they are for. */
const KEPT: Readonly<Record<WayName, { file: string; name: string; use: string }>> = {
  page: { file: 'finder-weights.ts', name: 'FINDER_NETS', use: 'a search by lines' },
  thorough: { file: 'thorough-weights.ts', name: 'THOROUGH_NETS', use: 'a search that completes sides' },
};

function write(way: WayName, nets: Record<NetName, PackedNet>): void {
  const { file, name, use } = KEPT[way];
  const entries = Object.entries(nets).map(
    ([net, packed]) => `// ${PURPOSE[net as NetName]}\n${net}: createScore(${JSON.stringify(packed)})`,
  );
  const source = `import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** What was learned for ${use}. Written by \`training/document-weights.ts\`; never edited by hand. */
export const ${name}: FinderNets = {
${entries.join(',\n')},
};
`;
  writeFileSync(resolve(import.meta.dirname, '../src/document', file), source);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
