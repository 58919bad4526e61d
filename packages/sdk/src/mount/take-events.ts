/**
 * Takes on the window, before any listener on the document, what dialogs of the page listen for there as events go down: they would
 * close, or move the focus to themselves. Keys that are taken go on in the flow, as copies that do not leave its shadow root.
 *
 * @param host - the element whose shadow root holds the flow.
 * @param isOverlay - the flow lies over the page as a modal: the Tab key and presses are its own as well, and so are keys while
 *   nothing has the focus.
 * @param hold - stops an event, unless it ends a press that began in the page.
 * @returns leaves the page alone again.
 */
export function takeEvents(host: Element, isOverlay: boolean, hold: (event: Event) => void): () => void {
  const root = host.shadowRoot as ShadowRoot;
  const keys = isOverlay ? /^(Escape|Tab)$/ : /^Escape$/;
  const take = (event: Event) => {
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
  for (const type of types) window.addEventListener(type, take, true);
  return () => {
    for (const type of types) window.removeEventListener(type, take, true);
  };
}

/** Tells whether the flow is on top: a later dialog of the page would get the keys. */
function isOnTop(host: Element): boolean {
  const { innerWidth, innerHeight } = window;
  const top = document.elementFromPoint?.(innerWidth / 2, innerHeight / 2);
  return !top || top === host || host.getRootNode() !== document;
}
