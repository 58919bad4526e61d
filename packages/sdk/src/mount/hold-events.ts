/**
 * Keeps from the page what happens in the flow; nobody can from those of its listeners that capture.
 *
 * The end of a press goes to whoever has heard it begin: a page that opens the flow as a key goes down hears it come up, and
 * hears nothing of one that went down in the flow, not even where it comes up after the flow is gone.
 *
 * @param host - the element that holds the flow.
 * @param types - those of the events: `…down` begins a press of the kind `…`, `…up` ends it.
 */
export function holdEvents(host: Element, types: readonly string[]): void {
  const begun = new Set<string>();
  const options = { passive: true, capture: true };
  const hear = (event: Event) => {
    const { type, target, currentTarget } = event;
    const isHost = currentTarget === host;
    // On its way down to the host, which hears of it as it comes up.
    if (!isHost && target === host) return;
    const press = type[0] + (event as KeyboardEvent).code;
    if (/up$/.test(type) ? begun.delete(press) : isHost) event.stopPropagation();
    // An end may never come: what begins outside of the flow ends there as well.
    if (/down$/.test(type)) begun[isHost ? 'add' : 'delete'](press);
    for (const each of types) {
      document[begun.size ? 'addEventListener' : 'removeEventListener'](each, hear, options);
    }
  };
  for (const type of types) host.addEventListener(type, hear, { passive: true });
}
