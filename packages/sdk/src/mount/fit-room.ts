/** Least room that is recommended, in CSS pixels; where the container has no height of its own, the flow takes this one. */
const recommended = { widthPx: 400, heightPx: 600 } as const;

/**
 * Makes the flow as high as its container, now and whenever that changes, and warns once when it is small.
 *
 * A container with a height of its own is filled by the style sheet alone. One that is as high as its content, or at least
 * as high as something, gives nothing to fill: there the flow takes the room that is free in it, and no less than what is
 * recommended.
 *
 * @param host - a child of the container, as high as it (`height: 100%`), whose content does not make it higher.
 * @returns ends it.
 */
export function fitRoom(container: HTMLElement, host: HTMLElement): () => void {
  let warned = false;
  const fit = () => {
    const setLeast = (px: number) => host.style.setProperty('min-height', `${px}px`, 'important');
    setLeast(0);
    const { offsetWidth: widthPx, offsetHeight: heightPx } = host;
    if (heightPx === 0) setLeast(Math.max(recommended.heightPx, freeHeight(container, host)));
    const isSmall = widthPx < recommended.widthPx || (heightPx > 0 && heightPx < recommended.heightPx);
    // A container that is not shown yet has no width either.
    if (warned || widthPx === 0 || !isSmall) return;
    warned = true;
    console.warn(
      `VendorOrchestration: the container is ${widthPx}×${heightPx || recommended.heightPx} px; 400×600 px or more is recommended.`,
    );
  };
  fit();
  if (typeof ResizeObserver === 'undefined') return () => {};
  const observer = new ResizeObserver(fit);
  observer.observe(container);
  return () => observer.disconnect();
}

/** Height that is left in the container below the top of the host, in CSS pixels, before anything scales it. */
function freeHeight(container: HTMLElement, host: HTMLElement): number {
  const { paddingBottom } = getComputedStyle(container);
  const above =
    host.offsetParent === container
      ? host.offsetTop
      : host.offsetTop - container.offsetTop - container.clientTop;
  return container.clientHeight - (Number.parseFloat(paddingBottom) || 0) - above;
}
