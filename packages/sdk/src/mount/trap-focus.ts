import { createFocusTrap } from 'focus-trap';

/** Options of the trap. */
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
    document: documentOfTrap(),
    tabbableOptions: { getShadowRoot: true },
    // Each screen moves the focus to its heading; the trap only keeps it inside.
    initialFocus: false,
    fallbackFocus: fallback,
    // The frame knows what Escape means; the page gets its focus back from the mount.
    escapeDeactivates: false,
    returnFocusOnDeactivate: false,
    preventScroll: true,
  });
  const comeIn = () => fallback.focus({ preventScroll: true });
  let last: Element | null = host;
  let pulls = 0;
  // Before the trap's own listener: the first of them decides.
  const onFocus = (event: FocusEvent) => {
    if (event.target === host) {
      last = host.shadowRoot!.activeElement;
      trap.unpause();
    } else if (yields) trap.pause();
    else if (pulls > 1) {
      // Another trap of the page pulls as well: two that never let go would end the script.
      event.stopImmediatePropagation();
    } else if (last?.isConnected) {
      if (!pulls++) queueMicrotask(() => (pulls = 0));
    } else {
      // The trap would bring it back to where it was last, which is gone with its screen.
      event.stopImmediatePropagation();
      comeIn();
    }
  };
  document.addEventListener('focusin', onFocus, true);
  trap.activate();
  // The focus may have left before there was a trap: into the page, or into a modal of the page's own, from whose last button
  // the Tab key leads nowhere at first.
  if (yields && document.activeElement !== host) trap.pause();
  if (!yields && isElsewhere(host)) comeIn();
  return () => {
    document.removeEventListener('focusin', onFocus, true);
    trap.deactivate();
  };
}

/** The document as the trap uses it, but for keys: those are stopped on the window before they get to the document. */
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

/** Whether an element of the page has the focus that the modal should have. */
function isElsewhere(host: HTMLElement): boolean {
  return ![null, document.body, host].includes(document.activeElement as HTMLElement | null);
}
