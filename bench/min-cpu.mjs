/**
 * Returns the CPU of the whole process for a piece of work, in ms. On a busy machine, elapsed time would include other
 * processes.
 */
export function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the minimum CPU of each piece of work, in ms, measured alternately. Disturbances only ever add CPU. */
export function minCpu(pieces, rounds) {
  const minimums = pieces.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    pieces.forEach((work, index) => {
      minimums[index] = Math.min(minimums[index], cpuOf(work));
    });
  }
  return minimums;
}

/** Returns the value below which a share of the values lies. */
export function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
}
