/** Attributes that hide an element: from everyone if the browser supports `inert`, otherwise from assistive technology. */
const hiddenAttributes = { inert: '', 'aria-hidden': 'true' } as const;

/**
 * Hides the rest of the page from assistive technology and keyboard while a modal covers it.
 *
 * @returns a function that restores the page; elements that were already inert stay inert.
 */
export function hidePage(modal: Element): () => void {
  const hidden = Array.from(document.body.children).filter(
    (element) => element !== modal && !element.hasAttribute('inert') && element.tagName !== 'SCRIPT',
  );
  const before = hidden.map((element) => element.getAttribute('aria-hidden'));
  for (const element of hidden) {
    for (const [name, value] of Object.entries(hiddenAttributes)) element.setAttribute(name, value);
  }
  return () => {
    hidden.forEach((element, i) => {
      const value = before[i] ?? null;
      element.removeAttribute('inert');
      if (value === null) element.removeAttribute('aria-hidden');
      else element.setAttribute('aria-hidden', value);
    });
  };
}
