/**
 * Measures the likeness of two faces, 0 to 1: one minus the distance of their descriptors, which are unit vectors. It is not a
 * probability; `docs/liveness.md` has the measured error rates.
 *
 * @returns 0 for descriptors that are empty or differ in length.
 */
export function measureLikeness(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || one.length !== other.length) return 0;
  const squares = one.reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0);
  return Math.max(0, 1 - Math.sqrt(squares));
}

/**
 * Limits of likeness for a face match: from `samePerson` on PASS, below `anotherPerson` FAIL, between them REVIEW. Of 13,494
 * pairs of two people none reached the first; of 1,127 pairs of one person none fell below the second. `docs/liveness.md`
 * describes the pictures and the limitations.
 */
export const matchLimits = { samePerson: 0.69, anotherPerson: 0.48 } as const;

/**
 * Limits of likeness between frames of one session: below `anotherPerson` they show two people, below `perhapsAnother` they
 * may. Of 815 pairs with strong expressions or light from one side none fell below the second; drawn heads turned by 50° have a
 * likeness as low as 0.55.
 */
export const sessionLimits = { anotherPerson: 0.53, perhapsAnother: 0.6 } as const;
