/** CPU of the whole process in milliseconds: on a busy machine the wall tells about the others. */
export function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Least CPU of each piece of work, ms, all pieces in turns: what disturbs a round only ever adds to it. */
export function leastCpu(pieces, rounds) {
  const least = pieces.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    pieces.forEach((work, index) => {
      least[index] = Math.min(least[index], cpuOf(work));
    });
  }
  return least;
}

/** The value below which a share of the values lies. */
export function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
}
