/** Returns a goal that every contestant has to meet, for `report`. */
export function goalOfAll(text, contestants, isMetBy) {
  const missedBy = contestants.filter((one) => !isMetBy(one)).map(({ name }) => name);
  return { text, isMet: missedBy.length === 0, missedBy };
}

/** Returns `met`, or `missed` with the contestants that missed it. */
export function resultOf({ isMet, missedBy = [] }) {
  if (isMet) return 'met';
  return missedBy.length > 0 ? `missed by ${missedBy.join('; ')}` : 'missed';
}
