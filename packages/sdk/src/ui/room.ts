/**
 * Tells the style sheet how much room the flow has: classes of the box, and `--room`, its height. Media queries tell of the
 * window alone, in which a page may have given the flow any room; container queries are younger than many browsers.
 *
 * @param box - its only child is the frame.
 * @returns ends it.
 */
export function watchRoom(box: HTMLElement): () => void {
  const frame = box.firstElementChild!;
  // From these sizes on the screens are laid out otherwise.
  const tell = (widthPx: number, heightPx: number) => {
    const isLow = heightPx <= 480;
    box.classList.toggle('low', isLow);
    // A phone on its side: as much room beside as below.
    box.classList.toggle('lying', isLow && widthPx >= 560);
    box.classList.toggle('narrow', widthPx <= 359);
    box.classList.toggle('tall', heightPx >= 860);
    box.style.setProperty('--room', `${heightPx}px`);
  };
  // Sets the size of an overlay before it is in the page, where it fills the window, so that it is laid out only once.
  if (!box.isConnected) tell(innerWidth, innerHeight);
  const observer = new ResizeObserver(() => tell(frame.clientWidth, frame.clientHeight));
  observer.observe(frame);
  return () => observer.disconnect();
}
