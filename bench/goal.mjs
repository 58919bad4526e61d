/** A goal that each of several contestants has to meet, as `report` takes it. */
export function goalOfAll(text, contestants, isMetBy) {
  const missedBy = contestants.filter((one) => !isMetBy(one)).map(({ name }) => name);
  return { text, isMet: missedBy.length === 0, missedBy };
}

/** `met`, or `missed` and by whom. */
export function resultOf({ isMet, missedBy = [] }) {
  if (isMet) return 'met';
  return missedBy.length > 0 ? `missed by ${missedBy.join('; ')}` : 'missed';
}
