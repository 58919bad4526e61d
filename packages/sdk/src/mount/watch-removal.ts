/**
 * Calls back once an element has been taken out of the document, by itself or with anything that holds it. Being moved to
 * another place is no removal. Only the children of what holds the element are watched, not the whole page.
 *
 * @returns ends the watching.
 */
export function watchRemoval(element: Element, onRemoved: () => void): () => void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (element.isConnected) watch();
    else onRemoved();
  });
  const watch = () => {
    for (let holder = element.parentNode; holder; holder = holder.parentNode) {
      observer.observe(holder, { childList: true });
    }
  };
  watch();
  return () => observer.disconnect();
}
