/**
 * Shows a modal again after the page has moved it, which removes it from the top layer. A modal that the page has opened above
 * it meanwhile, such as a session warning, stays on top: the flow is raised once that modal is closed or removed. Loaded if the
 * page has a dialog open, or another element has the focus.
 *
 * @param below - dialogs that were open when the modal was shown, and stay below it.
 * @param focused - element with the focus when the modal was moved; a dialog of `below` that contains it counts as reopened
 *   above the flow.
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
  const observer = new MutationObserver(update);
  for (const root of rootsAround(busy)) {
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['open'] });
  }
  update();

  function update(): void {
    // Closed, or still in the top layer, or raised again meanwhile.
    const isOver = !modal.isConnected || isModal(modal, false);
    if (!isOver && isCovered()) return;
    observer.disconnect();
    if (!isOver) show();
  }
}

/** @param otherwise - result for browsers without `:modal` (before Chrome 105, Firefox 103, Safari 15.6). */
function isModal(element: Element, otherwise = element.matches('dialog[open]')): boolean {
  try {
    return element.matches(':modal');
  } catch {
    return otherwise;
  }
}

/** Returns the modal that contains a node, searched through shadow roots; null if there is none. */
function modalAround(node: Node | null): Element | null {
  if (!node || (node instanceof Element && isModal(node))) return node;
  const slot = node instanceof Element ? node.assignedSlot : null;
  return modalAround(slot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null));
}

/** Returns the document and all shadow roots that contain an element. */
function rootsAround(element: Element | null): Node[] {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host)] : [document];
}
