/**
 * Measures the document finder on the reporting half of the frames, on which nothing was fitted:
 *
 *     node lab/training/run.mjs document-accuracy
 *
 * Prints the tables of `docs/document-finder.md` as Markdown. Renders the frames once, to `.cache/`.
 */
import { quadOverlap, renderDocumentFrames } from '@vendor/specimens';
import { CORNER_NET } from '../../../packages/vision/src/document/corner-weights.ts';
import {
  createDocumentFinder,
  type FoundDocument,
} from '../../../packages/vision/src/document/document-finder.ts';
import { createDocumentTracker } from '../../../packages/vision/src/document/document-tracker.ts';
import { fitCorners } from '../../../packages/vision/src/document/fit-corners.ts';
import { downscale } from '../../../packages/vision/src/downscale.ts';
import { type Quad, scaleQuad } from '../../../packages/vision/src/quad.ts';
import { type LabelledFrame, labelledFrames } from './document-frames.ts';

/** Minimum overlap of a correct quad with the true one: intersection divided by union. */
const RIGHT = 0.9;
/** Confidences of the columns: enough to guide the user, and enough to take the picture. */
const GUIDE = 0.5;
const TAKE = 0.7;

interface Answer {
  readonly frame: LabelledFrame;
  readonly found: FoundDocument | null;
  readonly overlap: number;
  readonly searchMs: number;
}

export default function report(): void {
  const whole = answers('document', 500, 320, 180);
  const portrait = answers('document', 100, 180, 320);
  const spreads = answers('spread', 100, 320, 180);
  const cutOff = answers('cut-off', 100, 320, 180);
  const nothing = answers('nothing', 500, 320, 180);

  console.log(
    '| frames | quad right, any confidence | right at ≥ 0.5 | wrong at ≥ 0.5 | right at ≥ 0.7 | wrong at ≥ 0.7 |',
  );
  console.log('|---|---|---|---|---|---|');
  printRow('whole document, 320 × 180', whole);
  printRow('whole document, 180 × 320', portrait);
  printRow('passport, both pages in view', spreads);
  printRow('cut off by the frame (any quad is wrong)', cutOff);
  printRow('no document (any quad is wrong)', nothing);
  console.log();
  printTraits([...whole, ...portrait]);
  printCorners(whole);
  printFitted();
  printTracking();
  printCost(whole);
}

function answers(
  subject: LabelledFrame['subject'],
  count: number,
  widthPx: number,
  heightPx: number,
): Answer[] {
  const finder = createDocumentFinder({ widthPx, heightPx }, CORNER_NET);
  const result: Answer[] = [];
  for (const frame of labelledFrames({ half: 'reporting', subject, count, widthPx, heightPx })) {
    const start = process.cpuUsage();
    const found = finder.find(frame.image);
    const used = process.cpuUsage(start);
    const truth = subject === 'cut-off' ? null : frame.quad;
    const overlap = found && truth ? quadOverlap(found.quad, truth) : 0;
    result.push({ frame, found, overlap, searchMs: (used.user + used.system) / 1000 });
  }
  return result;
}

function printRow(name: string, list: readonly Answer[]): void {
  const isRight = ({ overlap }: Answer): boolean => overlap >= RIGHT;
  const sure = (minConfidence: number) =>
    list.filter(({ found }) => found !== null && found.confidence >= minConfidence);
  const cells = [
    share(list.filter(isRight), list),
    ...[GUIDE, TAKE].flatMap((minConfidence) => [
      share(sure(minConfidence).filter(isRight), list),
      share(
        sure(minConfidence).filter((answer) => !isRight(answer)),
        list,
      ),
    ]),
  ];
  console.log(`| ${name} (${list.length}) | ${cells.join(' | ')} |`);
}

function printTraits(list: readonly Answer[]): void {
  const traits: [string, (frame: LabelledFrame) => boolean][] = [
    [
      'none of these',
      ({ traits: t }) => !(t.camouflaged || t.darkOnDark || t.fingers || t.dim || t.glare || t.moving),
    ],
    ['dark on dark', ({ traits }) => traits.darkOnDark],
    ['colour close to that of the table', ({ traits }) => traits.camouflaged],
    ['fingers over a side', ({ traits }) => traits.fingers],
    ['things on the table', ({ traits }) => traits.clutter > 0],
    ['dim light', ({ traits }) => traits.dim],
    ['glare', ({ traits }) => traits.glare],
    ['moving', ({ traits }) => traits.moving],
  ];
  console.log('| whole documents, by what makes them hard | frames | quad right |');
  console.log('|---|---|---|');
  for (const [name, has] of traits) {
    const those = list.filter(({ frame }) => has(frame));
    console.log(
      `| ${name} | ${those.length} | ${share(
        those.filter(({ overlap }) => overlap >= RIGHT),
        those,
      )} |`,
    );
  }
  console.log();
}

/** Prints the distance of the worst corner, over the correct quads. */
function printCorners(list: readonly Answer[]): void {
  const right = list.filter(({ overlap }) => overlap >= RIGHT);
  console.log(
    `Worst corner, px: ${spread(right.map(({ frame, found }) => worstCorner(found!.quad, frame.quad!)))}`,
  );
}

/** Prints the distance of the worst corner before and after refining it in a frame of twice the size, as the service does. */
function printFitted(): void {
  const finder = createDocumentFinder({ widthPx: 320, heightPx: 180 }, CORNER_NET);
  const before: number[] = [];
  const after: number[] = [];
  for (const frame of labelledFrames({
    half: 'reporting',
    subject: 'document',
    count: 200,
    widthPx: 640,
    heightPx: 360,
  })) {
    const truth = scaleQuad(frame.quad!, 0.5);
    const found = finder.find(downscale(frame.image, { widthPx: 320, heightPx: 180 }));
    if (!found || quadOverlap(found.quad, truth) < RIGHT) continue;
    const fitted = scaleQuad(fitCorners(frame.image, scaleQuad(found.quad, 2)), 0.5);
    before.push(worstCorner(found.quad, truth));
    after.push(worstCorner(fitted, truth));
  }
  console.log(
    `Of ${before.length} found in frames of 640 × 360: ${spread(before)}; fitted there: ${spread(after)}`,
  );
}

function spread(worst: readonly number[]): string {
  const sorted = [...worst].sort((a, b) => a - b);
  return `median ${at(sorted, 0.5).toFixed(2)}, 95th percentile ${at(sorted, 0.95).toFixed(2)}`;
}

function worstCorner(found: Quad, truth: Quad): number {
  const distances = [0, 1, 2, 3].map((turn) =>
    Math.max(
      ...found.map((corner, index) => {
        const other = truth[(index + turn) % 4]!;
        return Math.hypot(corner.x - other.x, corner.y - other.y);
      }),
    ),
  );
  return Math.min(...distances);
}

/** Prints results for sequences of 30 frames followed by the tracker, and the cost of a frame without a search. */
function printTracking(): void {
  const sequences: ('right' | 'wrong' | 'none')[][] = [];
  const costs: number[] = [];
  let searched = 0;
  for (let seed = 1; seed < 60; seed += 2) {
    const finder = createDocumentFinder({ widthPx: 320, heightPx: 180 }, CORNER_NET);
    const tracker = createDocumentTracker({
      ...finder,
      find(frame) {
        searched++;
        return finder.find(frame);
      },
    });
    sequences.push(
      renderDocumentFrames(100_000 + seed, 30).map(({ picture, quad }) => {
        const searches = searched;
        const start = process.cpuUsage();
        const found = tracker.next(picture);
        const { user, system } = process.cpuUsage(start);
        if (searched === searches) costs.push((user + system) / 1000);
        if (!found || found.confidence < GUIDE) return 'none';
        return quad && quadOverlap(found.quad, quad) >= RIGHT ? 'right' : 'wrong';
      }),
    );
  }
  const frames = sequences.flat();
  const firsts = sequences.map((shown) => shown.indexOf('right'));
  const wrongRuns = sequences.map((shown) =>
    Math.max(
      ...shown
        .join(' ')
        .split(/right|none/)
        .map((run) => run.split('wrong').length - 1),
    ),
  );
  console.log(
    `Followed over ${frames.length} frames of ${sequences.length} sequences: right in ${share(
      frames.filter((shown) => shown === 'right'),
      frames,
    )}, wrong in ${share(
      frames.filter((shown) => shown === 'wrong'),
      frames,
    )} (≥ 0.5)`,
  );
  for (const within of [1, 3, 10, 30]) {
    const reached = firsts.filter((first) => first >= 0 && first < within);
    console.log(`Right for the first time within ${within} frames: ${share(reached, firsts)}`);
  }
  for (const longer of [0, 3, 10]) {
    const runs = wrongRuns.filter((run) => run > longer);
    console.log(
      `Sequences with a wrong outline for more than ${longer} frames on end: ${share(runs, wrongRuns)}`,
    );
  }
  costs.sort((a, b) => a - b);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  console.log(
    `Followed frame without a search (${share(costs, frames)} of all), CPU ms: mean ${mean.toFixed(2)}, median ${at(costs, 0.5).toFixed(2)}, 95th percentile ${at(costs, 0.95).toFixed(2)}`,
  );
}

function printCost(list: readonly Answer[]): void {
  const costs = list
    .slice(50)
    .map(({ searchMs }) => searchMs)
    .sort((a, b) => a - b);
  console.log(
    `Full search, CPU ms: median ${at(costs, 0.5).toFixed(1)}, 95th percentile ${at(costs, 0.95).toFixed(1)}`,
  );
}

function at(sorted: readonly number[], portion: number): number {
  return sorted[Math.floor(portion * (sorted.length - 1))] ?? Number.NaN;
}

function share(part: readonly unknown[], of: readonly unknown[]): string {
  return `${((100 * part.length) / of.length).toFixed(1)} %`;
}
