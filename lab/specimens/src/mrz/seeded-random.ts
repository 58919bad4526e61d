/** A source of random numbers that gives the same sequence for the same seed. */
export interface SeededRandom {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [from, to). */
  between(from: number, to: number): number;
  /** An integer in [from, to], both ends included. */
  integer(from: number, to: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One element of a non-empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** Normally distributed, mean 0, standard deviation 1. */
  normal(): number;
}

/**
 * Creates a small generator (mulberry32, 32 bits of state): good enough to scatter test pictures, never for secrets.
 *
 * @param seed - an integer; neighbouring seeds give unrelated sequences.
 */
export function createSeededRandom(seed: number): SeededRandom {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (from: number, to: number): number => from + next() * (to - from);
  return {
    next,
    between,
    integer: (from, to) => Math.floor(between(from, to + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
