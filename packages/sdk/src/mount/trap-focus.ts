import { createFocusTrap } from 'focus-trap';

/** What is trapped, and how. */
export interface TrapOptions {
  /** Takes the focus while nothing else in the modal can. */
  readonly fallback: HTMLElement;
  /**
   * The browser itself holds the focus in the modal. Where it is found outside all the same, the page has put a modal of its
   * own above (a session about to end, say), and the trap waits until the focus has come back.
   */
  readonly yields: boolean;
}

/**
 * Keeps the Tab key inside a modal.
 *
 * @param host - the element whose shadow root holds the modal.
 * @returns lets it go again.
 */
export function trapFocus(host: HTMLElement, { fallback, yields }: TrapOptions): () => void {
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
  const onFocus = ({ target }: FocusEvent) => {
    if (target === host) trap.unpause();
    else trap.pause();
  };
  // Before the trap's own listener: the first of them decides.
  if (yields) document.addEventListener('focusin', onFocus, true);
  trap.activate();
  return () => {
    document.removeEventListener('focusin', onFocus, true);
    trap.deactivate();
  };
}
