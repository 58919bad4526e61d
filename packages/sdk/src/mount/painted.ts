/** Longest wait for a frame, in ms: a page in the background paints none. */
const longestMs = 250;

/** Resolves once what has been drawn is on the screen, as far as that can be known. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, longestMs);
    // Callbacks of animation frames come before their frame is painted, tasks after it (HTML standard, "update the rendering").
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}
