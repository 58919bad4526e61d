import { loadAndUse } from './when-loaded.ts';

/** Recommended minimum size, in CSS pixels. If the container has no height of its own, the flow takes this one. */
const recommended = { widthPx: 400, heightPx: 600 } as const;

/** Minimum height in which the flow is usable, in CSS pixels: with less free space, it overflows its container. */
const minHeightPx = 400;

/**
 * Keeps the height of the flow equal to that of its container minus the other elements in it, and warns the developer once if
 * it is small. A container that sizes itself by its content has no height to fill: the flow then takes the free space, and at
 * least the recommended height.
 *
 * @param host - last child of the container; its content does not make the container higher.
 * @returns a function that stops the resizing.
 */
export function fitRoom(container: HTMLElement, host: HTMLElement): () => void {
  let hasWarned = false;
  const fit = () => {
    const setHeight = (height: string) => host.style.setProperty('height', height, 'important');
    keepScrollPositions(container, () => {
      setHeight('100%');
      const { offsetHeight: fullPx } = host;
      const heightPx = measureHeight(container, host, fullPx);
      if (heightPx !== fullPx) setHeight(`${heightPx}px`);
    });
    const { offsetWidth: widthPx, offsetHeight: heightPx } = host;
    if (hasWarned || (widthPx >= recommended.widthPx && heightPx >= recommended.heightPx)) return;
    loadAndUse(
      () => import('./warn-room.ts'),
      ({ warnRoom }) => {
        hasWarned = hasWarned || warnRoom(container, host, recommended);
      },
    );
  };
  fit();
  const observer = new ResizeObserver(fit);
  const watch = () => {
    for (const element of [container, ...container.children]) {
      if (element !== host) observer.observe(element);
    }
  };
  watch();
  // Observes elements that the page adds later, because they take space, too; observing an element begins with a report of its
  // size.
  const changes = new MutationObserver(watch);
  changes.observe(container, { childList: true });
  return () => {
    observer.disconnect();
    changes.disconnect();
  };
}

/**
 * Returns the height for the flow, in CSS pixels before any transform.
 *
 * @param fullPx - height of the whole container; 0 if it has none of its own.
 */
function measureHeight(container: HTMLElement, host: HTMLElement, fullPx: number): number {
  const { paddingBottom } = getComputedStyle(container);
  const abovePx =
    host.offsetParent === container
      ? host.offsetTop
      : host.offsetTop - container.offsetTop - container.clientTop;
  const freePx = container.clientHeight - (Number.parseFloat(paddingBottom) || 0) - abovePx;
  if (fullPx === 0) return Math.max(recommended.heightPx, freePx);
  // A container without its own box, such as `display: contents`, has no free space to compute.
  return container.clientHeight > 0 ? Math.min(fullPx, Math.max(minHeightPx, freePx)) : fullPx;
}

/**
 * Measures without shifting the scroll positions around the container. A container as high as its content collapses while it is
 * measured, which would reset positions near its end; scroll anchoring, which restores them, is not available in every browser.
 */
function keepScrollPositions(around: Element | null, measure: () => void): void {
  if (around) {
    const top = around.scrollTop;
    keepScrollPositions(around.parentElement, measure);
    if (around.scrollTop !== top) around.scrollTo({ top, behavior: 'instant' });
  } else measure();
}
