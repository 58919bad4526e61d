/** Longest wait for a frame, in ms: a page in the background paints none. */
const longestMs = 250;

/** Resolves once what has been drawn is on the screen, as far as that can be known, or when the signal aborts. */
export function waitForPaint(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      signal.removeEventListener('abort', done);
      resolve();
    };
    let timer = setTimeout(done, longestMs);
    // Callbacks of animation frames come before their frame is painted, tasks after it (HTML standard, "update the rendering").
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(done);
    });
    signal.addEventListener('abort', done);
  });
}
