/** Interval in which the timer counts, in ms. */
const stepMs = 250;

/** Time-out for answers that the browser should already have, in ms. */
export const briefMs = 1_000;

/** Default time-out, in ms. Anything that takes longer hangs. */
const defaultTimeoutMs = 5_000;

/**
 * Calls back after a time-out. Counts intervals instead of clock time: while the device sleeps, or hardly runs the page, the
 * awaited code does not run either.
 *
 * @returns a function that ends the timer.
 */
export function startAwakeTimer(onTimeout: () => void, afterMs = defaultTimeoutMs): () => void {
  let leftMs = afterMs;
  const step = () => {
    leftMs -= stepMs;
    if (leftMs <= 0) return onTimeout();
    timer = setTimeout(step, stepMs);
  };
  let timer = setTimeout(step, stepMs);
  return () => clearTimeout(timer);
}

/**
 * Resolves to the value of a promise, or to a fallback if it rejects, takes too long, or the signal aborts. Needed because
 * browsers may never answer, for example while the window has no focus, and connections may stay open without data.
 */
export function settleWithin<Answer, Fallback>(
  answer: Promise<Answer>,
  fallback: Fallback,
  signal: AbortSignal,
  afterMs?: number,
): Promise<Answer | Fallback> {
  return new Promise((resolve) => {
    const end = (what: Answer | Fallback) => {
      stop();
      resolve(what);
    };
    const giveUp = () => end(fallback);
    const stop = startAwakeTimer(giveUp, afterMs);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    answer.then(end, giveUp);
  });
}
