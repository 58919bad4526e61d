import { loadAndUse } from './when-loaded.ts';

/** Least room that is recommended, in CSS pixels; where the container has no height of its own, the flow takes this one. */
const recommended = { widthPx: 400, heightPx: 600 } as const;

/** Least height in which the flow can be used, in CSS pixels: where less is left, it rather goes beyond its container. */
const leastHeightPx = 400;

/**
 * Gives the flow the height of its container, less that of other elements in it, also when that changes, and warns the developer
 * once if it is small. A container that sizes itself by its content has no height to fill: the flow then takes the free space,
 * and at least the recommended height.
 *
 * @param host - last child of the container; its content does not make it higher.
 * @returns stops it.
 */
export function fitRoom(container: HTMLElement, host: HTMLElement): () => void {
  let told = false;
  const fit = () => {
    const setHeight = (height: string) => host.style.setProperty('height', height, 'important');
    keepPlaces(container, () => {
      setHeight('100%');
      const { offsetHeight: fullPx } = host;
      const heightPx = heightIn(container, host, fullPx);
      if (heightPx !== fullPx) setHeight(`${heightPx}px`);
    });
    const { offsetWidth: widthPx, offsetHeight: heightPx } = host;
    if (told || (widthPx >= recommended.widthPx && heightPx >= recommended.heightPx)) return;
    loadAndUse(
      () => import('./warn-room.ts'),
      ({ warnRoom }) => {
        told = told || warnRoom(container, host, recommended);
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
  // Watches elements that the page adds later, too, because they take room; watching one begins with a report of its size.
  const changes = new MutationObserver(watch);
  changes.observe(container, { childList: true });
  return () => {
    observer.disconnect();
    changes.disconnect();
  };
}

/**
 * Height for the flow, in CSS pixels, before anything scales it.
 *
 * @param fullPx - that of the whole container; 0 where it has none of its own.
 */
function heightIn(container: HTMLElement, host: HTMLElement, fullPx: number): number {
  const { paddingBottom } = getComputedStyle(container);
  const above =
    host.offsetParent === container
      ? host.offsetTop
      : host.offsetTop - container.offsetTop - container.clientTop;
  const freePx = container.clientHeight - (Number.parseFloat(paddingBottom) || 0) - above;
  if (fullPx === 0) return Math.max(recommended.heightPx, freePx);
  // One without a box of its own has no height to be left.
  return container.clientHeight > 0 ? Math.min(fullPx, Math.max(leastHeightPx, freePx)) : fullPx;
}

/**
 * Measures without moving anything around the container: one that is as high as its content is empty meanwhile, and what was
 * scrolled over its end comes back. Scroll anchoring, which would undo that, is not everywhere.
 */
function keepPlaces(around: Element | null, measure: () => void): void {
  if (around) {
    const top = around.scrollTop;
    keepPlaces(around.parentElement, measure);
    if (around.scrollTop !== top) around.scrollTo({ top, behavior: 'instant' });
  } else measure();
}
