import type { Component } from './components.ts';

/** Components on one straight line at regular distances. */
export interface TextLine {
  /** From left to right. */
  readonly components: readonly Component[];
  /** The line through the components' centres: y = slope x + intercept. */
  readonly slope: number;
  readonly intercept: number;
  /** Distance between neighbouring characters. */
  readonly pitchPx: number;
  readonly heightPx: number;
  /** Number of components times the share of regular distances, which is high only for monospaced lines. */
  readonly score: number;
}

/** Maximum slope of lines: 31 degrees. */
const MAX_SLOPE = 0.6;
const MAX_SEEDS = 60;

/** Finds lines that run from left to right, the best first. */
export function findTextLines(components: readonly Component[]): TextLine[] {
  const sorted = [...components].sort((a, b) => a.x - b.x);
  const used = new Set<Component>();
  const lines: TextLine[] = [];
  for (const seed of chainNeighbours(sorted).slice(0, MAX_SEEDS)) {
    const taken = seed.filter((component) => used.has(component)).length;
    if (taken > seed.length / 2) continue;
    const line = growLine(seed, sorted);
    if (!line) continue;
    for (const component of line.components) used.add(component);
    lines.push(line);
  }
  return lines.sort((a, b) => b.score - a.score);
}

/** Chains each component to the nearest one of similar height on its right; the longest chains first. */
function chainNeighbours(sorted: readonly Component[]): Component[][] {
  const next = new Int32Array(sorted.length).fill(-1);
  const hasPrevious = new Uint8Array(sorted.length);
  sorted.forEach((_, i) => {
    const neighbour = nearestOnTheRight(sorted, i);
    if (neighbour < 0 || hasPrevious[neighbour] === 1) return;
    next[i] = neighbour;
    hasPrevious[neighbour] = 1;
  });
  const chains: Component[][] = [];
  for (let start = 0; start < sorted.length; start++) {
    if (hasPrevious[start] === 1 || next[start]! < 0) continue;
    const chain: Component[] = [];
    for (let i = start; i >= 0; i = next[i]!) chain.push(sorted[i]!);
    if (chain.length >= 4) chains.push(chain);
  }
  return chains.sort((a, b) => b.length - a.length);
}

function nearestOnTheRight(sorted: readonly Component[], index: number): number {
  const from = sorted[index]!;
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = index + 1; i < sorted.length; i++) {
    const to = sorted[i]!;
    const dx = to.x - from.x;
    if (dx > 2.2 * from.height) break;
    const taller = Math.max(from.height, to.height);
    const smaller = Math.min(from.height, to.height);
    const dy = Math.abs(to.y - from.y);
    if (smaller < 0.55 * taller || dx < 0.45 * taller || dx > 1.75 * taller || dy > 0.42 * taller) continue;
    if (dx + 2 * dy < least) {
      least = dx + 2 * dy;
      nearest = i;
    }
  }
  return nearest;
}

/** Fits a line to a chain of components and adds other components on it, for several rounds. */
function growLine(seed: readonly Component[], sorted: readonly Component[]): TextLine | null {
  let members = seed;
  let fit: { slope: number; intercept: number } | null = null;
  let heightPx = 0;
  let pitchPx = 0;
  for (let round = 0; round < 4; round++) {
    fit = fitLine(members);
    if (!fit || Math.abs(fit.slope) > MAX_SLOPE) return null;
    const { slope, intercept } = fit;
    heightPx = quantile(
      members.map(({ height }) => height),
      0.6,
    );
    pitchPx = estimatePitch(members, heightPx);
    const middle = (members[0]!.x + members[members.length - 1]!.x) / 2;
    const onLine = sorted.filter(
      ({ x, y, height }) =>
        Math.abs(y - slope * x - intercept) < 0.42 * heightPx &&
        height > 0.55 * heightPx &&
        height < 1.5 * heightPx,
    );
    members = findRunAround(onLine, middle - pitchPx, 7 * pitchPx);
    if (members.length === 0) return null;
  }
  if (!fit || members.length < 6) return null;
  return {
    components: members,
    ...fit,
    pitchPx,
    heightPx,
    score: members.length * regularity(members, pitchPx),
  };
}

/** Fits a line by iteratively reweighted least squares, which ignores outliers. */
function fitLine(components: readonly Component[]): { slope: number; intercept: number } | null {
  let weights = components.map(() => 1);
  let slope = 0;
  let intercept = 0;
  for (let round = 0; round < 3; round++) {
    let [s, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
    components.forEach(({ x, y }, i) => {
      const w = weights[i]!;
      s += w;
      sx += w * x;
      sy += w * y;
      sxx += w * x * x;
      sxy += w * x * y;
    });
    const determinant = s * sxx - sx * sx;
    if (Math.abs(determinant) < 1e-6) return null;
    slope = (s * sxy - sx * sy) / determinant;
    intercept = (sy - slope * sx) / s;
    weights = components.map(
      ({ x, y, height }) => 1 / (1 + ((y - slope * x - intercept) / (0.12 * height)) ** 2),
    );
  }
  return { slope, intercept };
}

/** Estimates the distance between neighbours by a quantile a little below the median, because some neighbours are missing. */
function estimatePitch(members: readonly Component[], heightPx: number): number {
  const distances: number[] = [];
  for (let i = 1; i < members.length; i++) {
    const dx = members[i]!.x - members[i - 1]!.x;
    if (dx > 0.5 * heightPx && dx < 1.9 * heightPx) distances.push(dx);
  }
  return distances.length > 0 ? quantile(distances, 0.4) : 1.02 * heightPx;
}

/** Returns the run of components without a gap wider than `gap` that contains the first one right of `from`. */
function findRunAround(onLine: readonly Component[], from: number, gap: number): readonly Component[] {
  const start = onLine.findIndex(({ x }) => x >= from);
  if (start < 0) return [];
  let first = start;
  let last = start;
  while (first > 0 && onLine[first]!.x - onLine[first - 1]!.x < gap) first--;
  while (last < onLine.length - 1 && onLine[last + 1]!.x - onLine[last]!.x < gap) last++;
  return onLine.slice(first, last + 1);
}

/** Returns the share of distances that are near a whole number of pitches. */
function regularity(members: readonly Component[], pitchPx: number): number {
  let regular = 0;
  for (let i = 1; i < members.length; i++) {
    const pitches = (members[i]!.x - members[i - 1]!.x) / pitchPx;
    if (pitches > 0.6 && Math.abs(pitches - Math.round(pitches)) < 0.22) regular++;
  }
  return regular / (members.length - 1);
}

function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * share)]!;
}
