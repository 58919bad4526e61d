/**
 * Adds a style sheet to a shadow root, or to the page: adopted where the browser can (Safari 16.4, Firefox 101), else as a
 * style element with the page's nonce.
 *
 * @returns takes it away again.
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
      // A page may have copied the list meanwhile, and put it back afterwards.
      sheet.disabled = true;
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }
  const style = document.createElement('style');
  // The attribute: Safari knows the member since 15.4.
  if (cspNonce) style.setAttribute('nonce', cspNonce);
  style.textContent = css;
  ('head' in root ? root.head : root).appendChild(style);
  return () => style.remove();
}
