/** Sizes of the frame, in CSS pixels, from which on the screens are laid out otherwise. */
const edges = { lowPx: 480, lyingPx: 560, narrowPx: 359, tallPx: 860 } as const;

/**
 * Tells the style sheet how much room the flow has: classes of the box, and `--room`, its height. Media queries tell of the
 * window alone, in which a page may have given the flow any room; container queries are younger than many browsers.
 *
 * @param box - its only child is the frame.
 * @returns ends it.
 */
export function watchRoom(box: HTMLElement): () => void {
  const frame = box.firstElementChild;
  if (!frame || typeof ResizeObserver === 'undefined') return () => {};
  const tell = (widthPx: number, heightPx: number) => {
    const isLow = heightPx <= edges.lowPx;
    box.classList.toggle('low', isLow);
    // A phone on its side: as much room beside as below.
    box.classList.toggle('lying', isLow && widthPx >= edges.lyingPx);
    box.classList.toggle('narrow', widthPx <= edges.narrowPx);
    box.classList.toggle('tall', heightPx >= edges.tallPx);
    box.style.setProperty('--room', `${heightPx}px`);
  };
  // What lies over the page is drawn before it is put there, and will have all of the window: told now, it is laid out but once.
  if (!box.isConnected) tell(innerWidth, innerHeight);
  const observer = new ResizeObserver(() => tell(frame.clientWidth, frame.clientHeight));
  observer.observe(frame);
  return () => observer.disconnect();
}
