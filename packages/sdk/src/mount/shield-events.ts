/** Methods that undo an event. */
const means = [
  'preventDefault',
  'stopPropagation',
  'stopImmediatePropagation',
  'returnValue',
  'cancelBubble',
] as const;

/**
 * Brings presses to a modal. A trap of the page that holds the focus in a modal below takes every click and touch elsewhere as
 * one beside its own, and undoes it on its way. Keys are left alone: libraries let pages decide about them by `preventDefault()`.
 *
 * @param host - the element that holds the modal.
 * @returns leaves the page alone again.
 */
export function shieldEvents(host: Element): () => void {
  const shield = (event: Event) => {
    if (event.target !== host) return;
    for (const name of means) {
      // Without effect, and the last two as true and as false as before. Defined, not assigned: a page may have frozen what
      // events inherit.
      const value = name !== 'cancelBubble' && (() => {});
      Object.defineProperty(event, name, { value, writable: true, configurable: true });
    }
  };
  const arrive = (event: Event) => {
    for (const name of means) Reflect.deleteProperty(event, name);
  };
  const options = { capture: true, passive: true };
  const types = ['click', 'touchstart'];
  for (const type of types) {
    window.addEventListener(type, shield, options);
    host.addEventListener(type, arrive, options);
  }
  return () => {
    for (const type of types) window.removeEventListener(type, shield, options);
  };
}
