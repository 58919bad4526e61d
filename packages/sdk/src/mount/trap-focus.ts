import { createFocusTrap } from 'focus-trap';

/**
 * Keeps the Tab key inside a modal.
 *
 * @param host - the element whose shadow root holds the modal.
 * @param fallback - takes the focus while nothing else in the modal can.
 * @returns lets it go again.
 */
export function trapFocus(host: HTMLElement, fallback: HTMLElement): () => void {
  const trap = createFocusTrap(host, {
    tabbableOptions: { getShadowRoot: true },
    // Each screen moves the focus to its heading; the trap only keeps it inside.
    initialFocus: false,
    fallbackFocus: fallback,
    // The frame knows what Escape means; the page gets its focus back from the mount.
    escapeDeactivates: false,
    returnFocusOnDeactivate: false,
    clickOutsideDeactivates: false,
    preventScroll: true,
  });
  trap.activate();
  return () => trap.deactivate();
}
