/** Maximum wait for a frame, in ms, because a page in the background paints none. */
const maxWaitMs = 250;

/** Resolves once the drawn screen is probably painted, or when the signal aborts. */
export function waitForPaint(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      signal.removeEventListener('abort', done);
      resolve();
    };
    let timer = setTimeout(done, maxWaitMs);
    // Animation frame callbacks run before the paint, tasks after it (HTML standard, "update the rendering").
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(done);
    });
    signal.addEventListener('abort', done);
  });
}
