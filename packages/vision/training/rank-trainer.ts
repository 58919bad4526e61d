/** One frame: the features of its candidates and which of them are right. */
export interface RankedFrame {
  readonly candidates: readonly { readonly features: ArrayLike<number>; readonly right: boolean }[];
}

/**
 * Learns weights that put a right candidate first: gradient ascent on the log probability that a draw by e^score
 * among the candidates of a frame gives a right one.
 *
 * @param frames - each with at least one right and one wrong candidate.
 * @param count - how many of the features are used.
 * @returns weights for the features as they are, and the share of frames with a right one first.
 */
export function trainRank(
  frames: readonly RankedFrame[],
  count: number,
): { weights: number[]; first: number } {
  const scale = featureScale(frames, count);
  const weights = new Float64Array(count);
  const momentum = new Float64Array(count);
  const rounds = 400;
  for (let round = 0; round < rounds; round++) {
    const gradient = new Float64Array(count);
    for (const frame of frames) addGradient(frame, weights, scale, gradient);
    for (let k = 0; k < count; k++) {
      momentum[k] = 0.9 * momentum[k]! + gradient[k]! / frames.length - 1e-4 * weights[k]!;
      weights[k] = weights[k]! + 0.3 * momentum[k]!;
    }
  }
  const raw = Array.from(weights, (weight, k) => weight * scale[k]!);
  const right = frames.filter(({ candidates }) => {
    const scores = candidates.map(({ features }) => dot(raw, features));
    return candidates[scores.indexOf(Math.max(...scores))]!.right;
  });
  return { weights: raw, first: right.length / frames.length };
}

function addGradient(
  { candidates }: RankedFrame,
  weights: Float64Array,
  scale: Float64Array,
  gradient: Float64Array,
): void {
  const scores = candidates.map(({ features }) => {
    let score = 0;
    for (let k = 0; k < weights.length; k++) score += weights[k]! * scale[k]! * features[k]!;
    return score;
  });
  const highest = Math.max(...scores);
  const chances = scores.map((score) => Math.exp(score - highest));
  let all = 0;
  let right = 0;
  candidates.forEach((candidate, index) => {
    all += chances[index]!;
    if (candidate.right) right += chances[index]!;
  });
  candidates.forEach((candidate, index) => {
    const pull = (candidate.right ? chances[index]! / (right + 1e-30) : 0) - chances[index]! / all;
    for (let k = 0; k < weights.length; k++) {
      gradient[k] = gradient[k]! + pull * scale[k]! * candidate.features[k]!;
    }
  });
}

/** 1 / standard deviation of each feature over all candidates. */
function featureScale(frames: readonly RankedFrame[], count: number): Float64Array {
  const scale = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let [n, sum, squares] = [0, 0, 0];
    for (const { candidates } of frames) {
      for (const { features } of candidates) {
        n++;
        sum += features[k]!;
        squares += features[k]! ** 2;
      }
    }
    scale[k] = 1 / (Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)) + 1e-6);
  }
  return scale;
}

function dot(weights: readonly number[], features: ArrayLike<number>): number {
  return weights.reduce((sum, weight, k) => sum + weight * features[k]!, 0);
}
