/**
 * Calls back once an element has been taken out of the document, by itself or with anything that holds it. Being moved to
 * another place is no removal. Only the children of what holds the element are watched, not the whole page.
 *
 * @param onMoved - called once it stands in another place, by itself or with anything that holds it.
 * @returns ends the watching.
 */
export function watchRemoval(element: Element, onRemoved: () => void, onMoved?: () => void): () => void {
  const observer = new MutationObserver((records) => {
    observer.disconnect();
    if (!element.isConnected) return onRemoved();
    watch();
    const taken = records.flatMap(({ removedNodes }) => Array.from(removedNodes));
    if (taken.some((node) => node.contains(element))) onMoved?.();
  });
  const watch = () => {
    for (let holder = element.parentNode; holder; holder = holder.parentNode) {
      observer.observe(holder, { childList: true });
    }
  };
  watch();
  return () => observer.disconnect();
}
