/**
 * Tells the style sheet the size of the flow: by classes of the box, and `--room`, its height. Media queries only know the
 * window, in which the page may give the flow any space, and many supported browsers lack container queries.
 *
 * @param box - its only child is the frame.
 * @returns a function that stops the observation.
 */
export function watchRoom(box: HTMLElement): () => void {
  const frame = box.firstElementChild!;
  // Sizes at which the layout of the screens changes.
  const update = (widthPx: number, heightPx: number) => {
    const isLow = heightPx <= 480;
    box.classList.toggle('low', isLow);
    // A phone held sideways, wide enough for the actions beside the content instead of below it.
    box.classList.toggle('lying', isLow && widthPx >= 560);
    box.classList.toggle('narrow', widthPx <= 359);
    box.classList.toggle('tall', heightPx >= 860);
    box.style.setProperty('--room', `${heightPx}px`);
  };
  // Sets the size of an overlay before it is in the page, where it will fill the window, so that it is laid out only once.
  if (!box.isConnected) update(innerWidth, innerHeight);
  const observer = new ResizeObserver(() => update(frame.clientWidth, frame.clientHeight));
  observer.observe(frame);
  return () => observer.disconnect();
}
