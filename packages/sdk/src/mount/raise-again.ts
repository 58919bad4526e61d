/**
 * Puts a modal that the page has moved, which takes it out of the browser's top layer, back there. A modal that the page has
 * opened over it meanwhile (a session about to end, say) stays above: only once it is closed, or gone, the flow is raised.
 * Loaded where the page has a dialog open, or something else has the focus.
 *
 * @param below - dialogs that were open when the modal was shown: the modal goes back above them.
 * @param focused - what had the focus when the modal was moved. One of those below that has it was opened anew.
 * @param show - puts the modal on top of all.
 */
export function raiseAgain(
  modal: Element,
  below: ArrayLike<Element>,
  focused: Node | null,
  show: () => void,
): void {
  const busy = modalAround(focused);
  const known = Array.from(below).filter((dialog) => dialog !== busy);
  const isCovered = () =>
    (busy !== null && isModal(busy)) ||
    Array.from(document.querySelectorAll('dialog[open]')).some(
      (dialog) => !known.includes(dialog) && isModal(dialog),
    );
  const observer = new MutationObserver(look);
  for (const root of rootsAround(busy)) {
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['open'] });
  }
  look();

  function look(): void {
    // Moved in a way that keeps it there, or again and raised by that, or closed.
    const isOver = !modal.isConnected || isModal(modal, false);
    if (!isOver && isCovered()) return;
    observer.disconnect();
    if (!isOver) show();
  }
}

/** @param otherwise - the answer where the browser does not tell (before Chrome 105, Firefox 103, Safari 15.6). */
function isModal(element: Element, otherwise = element.matches('dialog[open]')): boolean {
  try {
    return element.matches(':modal');
  } catch {
    return otherwise;
  }
}

/** The modal that a node is in, looked for through shadow roots; null where it is in none. */
function modalAround(node: Node | null): Element | null {
  if (!node || (node instanceof Element && isModal(node))) return node;
  const slot = node instanceof Element ? node.assignedSlot : null;
  return modalAround(slot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null));
}

/** The document, and the shadow roots that an element is in. */
function rootsAround(element: Element | null): Node[] {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host)] : [document];
}
