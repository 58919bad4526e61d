/**
 * Calls back once an element was removed from the document, alone or with an ancestor. A move does not count as removal.
 * Observes only the children of its ancestors, not the whole page.
 *
 * @param onMoved - called when the element was moved, alone or with an ancestor.
 * @returns a function that stops observing.
 */
export function watchRemoval(element: Element, onRemoved: () => void, onMoved?: () => void): () => void {
  const observer = new MutationObserver((records) => {
    observer.disconnect();
    if (!element.isConnected) return onRemoved();
    watch();
    const removed = records.flatMap(({ removedNodes }) => Array.from(removedNodes));
    if (removed.some((node) => node.contains(element))) onMoved?.();
  });
  const watch = () => {
    for (let holder = element.parentNode; holder; holder = holder.parentNode) {
      observer.observe(holder, { childList: true });
    }
  };
  watch();
  return () => observer.disconnect();
}
