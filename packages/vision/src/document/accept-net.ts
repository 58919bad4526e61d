/**
 * A small net with one hidden layer that says how likely a quad is a document with its corners in place. Trained by
 * `training/document-weights.ts`.
 */
export interface AcceptNet {
  /** Mean and 1 / standard deviation of each feature over the training set. */
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  /** For each hidden unit the weights of the features, then its bias. */
  readonly hidden: readonly (readonly number[])[];
  /** The weights of the hidden units, then the bias. */
  readonly output: readonly number[];
}

/** Features further than this many standard deviations out tell nothing more. */
const OUTERMOST = 4;

/** The logarithm of the odds that a quad with such features is right. */
export function acceptLogit(net: AcceptNet, features: readonly number[]): number {
  const count = features.length;
  const normal = features.map((value, k) =>
    Math.max(-OUTERMOST, Math.min(OUTERMOST, (value - net.mean[k]!) * net.scale[k]!)),
  );
  let logit = net.output[net.hidden.length]!;
  net.hidden.forEach((weights, unit) => {
    let sum = weights[count]!;
    for (let k = 0; k < count; k++) sum += weights[k]! * normal[k]!;
    logit += net.output[unit]! * Math.tanh(sum);
  });
  return logit;
}

/** Odds as a probability, 0 to 1. */
export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
