/**
 * Intercepts events of the flow on the window, before any capturing listener on the document: dialogs of the page would close
 * on them, or move the focus to themselves. Intercepted keys are dispatched to the flow as copies that do not leave its shadow
 * root.
 *
 * @param host - element whose shadow root holds the flow.
 * @param isOverlay - the flow covers the page as a modal: intercepts the Tab key and presses as well, and also keys while
 *   nothing has the focus.
 * @param hold - stops an event, unless it ends a press that began in the page.
 * @returns a function that stops intercepting.
 */
export function takeEvents(host: Element, isOverlay: boolean, hold: (event: Event) => void): () => void {
  const root = host.shadowRoot as ShadowRoot;
  const keys = isOverlay ? /^(Escape|Tab)$/ : /^Escape$/;
  const intercept = (event: Event) => {
    const { type, target, key, shiftKey, isComposing } = event as KeyboardEvent;
    const { activeElement, body } = document;
    const isKey = type[0] === 'k';
    if (isKey && !keys.test(key)) return;
    // A closed shadow root around the host hides it from the event's path, and a removed focus falls to the body.
    const hasFocus = root.activeElement || (isOverlay && activeElement === body && isOnTop(host));
    if (!event.composedPath().includes(host) && !(isKey && target === activeElement && hasFocus)) return;
    hold(event);
    // Escape cancels a composition.
    if (type !== 'keydown' || isComposing) return;
    const copy = new KeyboardEvent(type, { key, shiftKey, bubbles: true, cancelable: true });
    (root.activeElement ?? root.querySelector('[role]'))?.dispatchEvent(copy);
    if (copy.defaultPrevented) {
      event.preventDefault();
      // The focus trap listens on the window as well.
      event.stopImmediatePropagation();
    }
  };
  const types = ['keydown', 'keyup'];
  if (isOverlay) types.push('pointerdown', 'pointerup', 'mousedown', 'mouseup');
  for (const type of types) window.addEventListener(type, intercept, true);
  return () => {
    for (const type of types) window.removeEventListener(type, intercept, true);
  };
}

/** Returns whether the flow is on top; otherwise a later dialog of the page gets the keys. */
function isOnTop(host: Element): boolean {
  const { innerWidth, innerHeight } = window;
  const top = document.elementFromPoint?.(innerWidth / 2, innerHeight / 2);
  return !top || top === host || host.getRootNode() !== document;
}
