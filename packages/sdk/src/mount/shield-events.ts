/** Members by which a listener cancels or stops an event. */
const cancellingMembers = [
  'preventDefault',
  'stopPropagation',
  'stopImmediatePropagation',
  'returnValue',
  'cancelBubble',
] as const;

/**
 * Protects presses on a modal from focus traps of the page. Such a trap treats every click and touch outside its own modal as
 * an outside press, and cancels it before it arrives. Keys are not protected, because libraries let pages cancel them by
 * `preventDefault()`.
 *
 * @param host - element that holds the modal.
 * @returns a function that removes the protection.
 */
export function shieldEvents(host: Element): () => void {
  const shield = (event: Event) => {
    if (event.target !== host) return;
    for (const name of cancellingMembers) {
      // Replaces the methods by no-ops; `returnValue` and `cancelBubble` keep their usual truthiness. Defines instead of
      // assigning, because a page may have frozen the prototypes of events.
      const value = name !== 'cancelBubble' && (() => {});
      Object.defineProperty(event, name, { value, writable: true, configurable: true });
    }
  };
  const unshield = (event: Event) => {
    for (const name of cancellingMembers) Reflect.deleteProperty(event, name);
  };
  const options = { capture: true, passive: true };
  const types = ['click', 'touchstart'];
  for (const type of types) {
    window.addEventListener(type, shield, options);
    host.addEventListener(type, unshield, options);
  }
  return () => {
    for (const type of types) window.removeEventListener(type, shield, options);
  };
}
