/**
 * Prevents touches on an overlay from scrolling the page behind it, in browsers where neither a hidden overflow of the page nor
 * `overscroll-behavior` does: Safari on iOS before 16. Scrollable elements of the overlay still scroll, and two fingers zoom.
 */
export function holdTouches(overlay: HTMLElement): void {
  let fromPx = 0;
  const place = ({ touches }: TouchEvent) => touches[0]?.clientY ?? 0;
  overlay.addEventListener(
    'touchstart',
    (event) => {
      fromPx = place(event);
    },
    { passive: true },
  );
  overlay.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length > 1 || !event.cancelable) return;
      const scroller = event.composedPath().find(isScroller);
      if (!scroller || !hasMore(scroller, fromPx - place(event))) event.preventDefault();
    },
    { passive: false },
  );
}

function isScroller(target: EventTarget): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    target.scrollHeight > target.clientHeight &&
    /auto|scroll/.test(getComputedStyle(target).overflowY)
  );
}

/** Returns whether an element can scroll further in a direction: down if positive. */
function hasMore({ scrollTop, clientHeight, scrollHeight }: HTMLElement, directionPx: number): boolean {
  return directionPx > 0 ? scrollTop + clientHeight < scrollHeight : scrollTop > 0;
}
