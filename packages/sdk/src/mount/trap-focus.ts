import { createFocusTrap } from 'focus-trap';

/** Options of the focus trap. */
export interface TrapOptions {
  /** Element that takes the focus while nothing else in the modal can. */
  readonly fallback: HTMLElement;
  /**
   * Whether the browser itself keeps the focus in the modal. If the focus is outside nevertheless, the page has opened a modal
   * above (about an expiring session, for example), and the trap pauses until the focus returns.
   */
  readonly yields: boolean;
}

/**
 * Keeps the Tab key inside a modal.
 *
 * @param host - element whose shadow root holds the modal.
 * @returns a function that releases the focus.
 */
export function trapFocus(host: HTMLElement, { fallback, yields }: TrapOptions): () => void {
  const trap = createFocusTrap(host, {
    document: documentOfTrap(),
    tabbableOptions: { getShadowRoot: true },
    // Each screen focuses its own heading; the trap only keeps the focus inside.
    initialFocus: false,
    fallbackFocus: fallback,
    // The frame handles Escape, and the mount restores the page's focus.
    escapeDeactivates: false,
    returnFocusOnDeactivate: false,
    preventScroll: true,
  });
  const focusFallback = () => fallback.focus({ preventScroll: true });
  let last: Element | null = host;
  let pulls = 0;
  // Registered before the trap's own listener, so that it can stop the event.
  const onFocus = (event: FocusEvent) => {
    if (event.target === host) {
      last = host.shadowRoot!.activeElement;
      trap.unpause();
    } else if (yields) trap.pause();
    else if (pulls > 1) {
      // Another trap of the page pulls the focus as well; two traps pulling forever would overflow the stack.
      event.stopImmediatePropagation();
    } else if (last?.isConnected) {
      if (!pulls++) queueMicrotask(() => (pulls = 0));
    } else {
      // The trap would return the focus to the last element, which is gone with its screen.
      event.stopImmediatePropagation();
      focusFallback();
    }
  };
  document.addEventListener('focusin', onFocus, true);
  trap.activate();
  // The focus may have left before the trap was active: into the page, or into a modal of the page, from whose last button the
  // Tab key would lead nowhere.
  if (yields && document.activeElement !== host) trap.pause();
  if (!yields && isElsewhere(host)) focusFallback();
  return () => {
    document.removeEventListener('focusin', onFocus, true);
    trap.deactivate();
  };
}

/**
 * Returns the document for the trap, with key listeners moved to the window, because keys are stopped there before they reach
 * the document.
 */
function documentOfTrap(): Document {
  const placeOf = (type: string) => (type === 'keydown' ? window : document);
  return {
    get activeElement() {
      return document.activeElement;
    },
    addEventListener: (type: string, ...rest: [EventListener]) =>
      placeOf(type).addEventListener(type, ...rest),
    removeEventListener: (type: string, ...rest: [EventListener]) =>
      placeOf(type).removeEventListener(type, ...rest),
  } as unknown as Document;
}

/** Returns whether an element of the page has the focus instead of the modal. */
function isElsewhere(host: HTMLElement): boolean {
  return ![null, document.body, host].includes(document.activeElement as HTMLElement | null);
}
