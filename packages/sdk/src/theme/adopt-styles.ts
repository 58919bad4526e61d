/**
 * Adds a style sheet to a shadow root or to the page: adopted if the browser supports it (Safari 16.4, Firefox 101), otherwise
 * as a style element with the page's nonce.
 *
 * @returns a function that removes the style sheet.
 */
export function adoptStyles(
  root: ShadowRoot | Document,
  css: string,
  cspNonce: string | undefined,
): () => void {
  if (
    'adoptedStyleSheets' in root &&
    typeof CSSStyleSheet === 'function' &&
    'replaceSync' in CSSStyleSheet.prototype
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      // Disabled as well, in case the page copied the list and restores it later.
      sheet.disabled = true;
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }
  const style = document.createElement('style');
  // Set as an attribute, because Safari before 15.4 lacks the property.
  if (cspNonce) style.setAttribute('nonce', cspNonce);
  style.textContent = css;
  ('head' in root ? root.head : root).appendChild(style);
  return () => style.remove();
}
