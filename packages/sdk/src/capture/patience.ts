/** Length of one of the steps in which patience is counted, in ms. */
const stepMs = 250;

/** How long is waited if nothing else is said, in ms: what takes longer has met something that hangs. */
const usualMs = 5_000;

/**
 * Calls back once somebody has been waited for long enough. Counted are steps and not the time of day: while the device is
 * asleep, or so busy that this page hardly runs, who is waited for hardly runs either, and nothing is lost yet.
 *
 * @returns ends the waiting.
 */
export function losePatience(onLost: () => void, afterMs = usualMs): () => void {
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
 * What a promise comes to within a second; something else when it does not by then, or fails: browsers leave questions without an
 * answer, such as those of a window that has not the focus.
 */
export async function soon<Answer, Otherwise>(
  answer: Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  let stop = () => {};
  const late = new Promise<Otherwise>((resolve) => {
    stop = losePatience(() => resolve(otherwise), 1_000);
  });
  const first = await Promise.race([answer.catch(() => otherwise), late]);
  stop();
  return first;
}
