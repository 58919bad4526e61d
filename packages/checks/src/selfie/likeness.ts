/**
 * How alike two faces are, 0 to 1: one less the distance of their descriptors, which have the length 1. It is no probability; what it
 * is worth was measured, see `docs/liveness.md`.
 *
 * @returns 0 for descriptors that are not of the same length, or empty.
 */
export function measureLikeness(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || one.length !== other.length) return 0;
  const squares = one.reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0);
  return Math.max(0, 1 - Math.sqrt(squares));
}

/**
 * From the first figure on, a face is taken to be its reference's; below the second, another's; between them a person must look. Of
 * 13,494 pairs of two people none reached the first, of 1,127 pairs of one person none fell below the second: `docs/liveness.md` says on
 * which pictures, and what that leaves open.
 */
export const matchLimits = { samePerson: 0.69, anotherPerson: 0.48 } as const;

/**
 * Below the first figure, frames of one sitting show two people; below the second, they may. Of 815 pairs with strong expressions or
 * light from one side none fell below the second; drawn heads turned by 50° are as little like themselves as 0.55.
 */
export const sittingLimits = { anotherPerson: 0.53, perhapsAnother: 0.6 } as const;
