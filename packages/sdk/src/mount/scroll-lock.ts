import { adoptStyles } from '../theme/adopt-styles.ts';

/**
 * Keeps the page behind a modal from scrolling, and from jumping sideways by the width of its scroll bar. By a style sheet:
 * a style attribute is the page's own, and a modal of the page that opens or closes meanwhile writes there as well.
 *
 * @returns gives the page back as it was.
 */
export function lockScroll(cspNonce: string | undefined): () => void {
  const { documentElement: page, body } = document;
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible';
  // Whose overflow the viewport has (CSS Overflow, "viewport propagation"). To take the body's from the viewport would make
  // a scroller of the body, and the page would lose its place.
  const lender = isVisible(page) && !isVisible(body) ? 'body' : ':root';
  // As specific as two ids: a page may insist on its scroll bar.
  const insist = (element: string, declaration: string) =>
    adoptStyles(document, `${element}:not(#_):not(#_){${declaration}!important}`, cspNonce);
  const widthPx = page.clientWidth;
  const undo = [insist(lender, 'overflow:hidden')];
  // Measured, not computed from the window: a page may keep the room of its bar by itself (scrollbar-gutter).
  const barPx = page.clientWidth - widthPx;
  if (barPx > 0) {
    const ownPx = Number.parseFloat(getComputedStyle(page).paddingInlineEnd) || 0;
    undo.push(insist(':root', `padding-inline-end:${ownPx + barPx}px`));
  }
  return () => {
    for (const unlock of undo) unlock();
  };
}
