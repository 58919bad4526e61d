/** Length of one of the steps in which patience is counted, in ms. */
const stepMs = 250;

/** How long is waited for what the browser knows already, if it tells, in ms. */
export const briefMs = 1_000;

/** How long is waited if nothing else is said, in ms: what takes longer has met something that hangs. */
const usualMs = 5_000;

/**
 * Calls back once somebody has been waited for long enough. Counted are steps and not the time of day: while the device is
 * asleep, or so busy that this page hardly runs, who is waited for hardly runs either, and nothing is lost yet.
 *
 * @returns ends the waiting.
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
