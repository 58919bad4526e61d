/** Length of one of the steps in which patience is counted, in ms. */
const stepMs = 250;

/** Time limit for answers that the browser already has, in ms. */
export const briefMs = 1_000;

/** How long is waited if nothing else is said, in ms: what takes longer has met something that hangs. */
const usualMs = 5_000;

/**
 * Calls back after a time-out. Counts steps instead of time: while the device sleeps, or hardly runs this page, the awaited code
 * does not run either, and nothing is lost.
 *
 * @returns ends the timer.
 */
export function startAwakeTimer(onLost: () => void, afterMs = usualMs): () => void {
  let leftMs = afterMs;
  const step = () => {
    leftMs -= stepMs;
    if (leftMs <= 0) return onLost();
    timer = setTimeout(step, stepMs);
  };
  let timer = setTimeout(step, stepMs);
  return () => clearTimeout(timer);
}

/**
 * Resolves to the value of a promise, or to a fallback when that takes too long, fails, or the signal aborts: browsers leave
 * questions unanswered, such as those of a window without focus, and connections stay open in silence.
 */
export function settleWithin<Answer, Otherwise>(
  answer: Promise<Answer>,
  otherwise: Otherwise,
  signal: AbortSignal,
  afterMs?: number,
): Promise<Answer | Otherwise> {
  return new Promise((resolve) => {
    const end = (what: Answer | Otherwise) => {
      stop();
      resolve(what);
    };
    const giveUp = () => end(otherwise);
    const stop = startAwakeTimer(giveUp, afterMs);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    answer.then(end, giveUp);
  });
}
