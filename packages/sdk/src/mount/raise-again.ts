/**
 * Shows a modal again that the page has moved, which removes it from the top layer. A modal that the page has opened above it
 * meanwhile, such as a session warning, stays on top: the flow is raised once it is closed or removed. Loaded if the page has a
 * dialog open, or something else has the focus.
 *
 * @param below - dialogs that were open when the modal was shown, and stay below it.
 * @param focused - element with the focus when the modal was moved; a dialog of `below` that has it was opened again.
 * @param show - shows the modal on top.
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
