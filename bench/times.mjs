/**
 * Times repeated calls of an action, one after the other.
 *
 * @returns median and 95th percentile, in ms.
 */
export async function timeEach(calls, action) {
  const times = [];
  for (let call = 0; call < calls; call++) {
    const began = performance.now();
    await action();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share) => Number(times[Math.ceil(times.length * share) - 1].toFixed(1));
  return { median: at(0.5), p95: at(0.95) };
}
