/** What undoes an event, and what stands in its place: without effect, and for the last two as they read before. */
const means = (): PropertyDescriptorMap => {
  const own = (value: unknown) => ({ value, writable: true, configurable: true });
  const nothing = own(() => {});
  return {
    preventDefault: nothing,
    stopPropagation: nothing,
    stopImmediatePropagation: nothing,
    returnValue: own(true),
    cancelBubble: own(false),
  };
};

/**
 * Brings to a modal what happens in it. A trap of the page that holds the focus in a modal below takes every click, touch and Tab
 * key elsewhere as one beside its own, and undoes it on its way.
 *
 * @param host - the element that holds the modal. To be called before its own trap listens.
 * @returns leaves the page alone again.
 */
export function shieldEvents(host: Element): () => void {
  const shield = (event: Event) => {
    // Defined, not assigned: a page may have frozen what events inherit.
    if (event.target === host) Object.defineProperties(event, means());
  };
  const arrive = (event: Event) => {
    for (const name of Object.keys(means())) Reflect.deleteProperty(event, name);
  };
  const listen = (method: 'addEventListener' | 'removeEventListener') => {
    const options = { capture: true, passive: true };
    for (const type of ['click', 'mousedown', 'touchstart', 'keydown']) {
      window[method](type, shield, options);
      // The modal's own trap decides about keys on the document as well.
      (type === 'keydown' ? document : host)[method](type, arrive, options);
    }
  };
  listen('addEventListener');
  return () => listen('removeEventListener');
}
