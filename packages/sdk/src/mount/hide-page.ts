/**
 * Takes the rest of the page away from assistive technology and the keyboard while a modal lies over it.
 *
 * @returns gives it back; what was inert before stays so.
 */
export function hidePage(modal: Element): () => void {
  const hidden = Array.from(document.body.children).filter(
    (element) => element !== modal && !element.hasAttribute('inert') && element.tagName !== 'SCRIPT',
  );
  for (const element of hidden) element.setAttribute('inert', '');
  return () => {
    for (const element of hidden) element.removeAttribute('inert');
  };
}
