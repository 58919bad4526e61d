import { adoptStyles } from '../theme/adopt-styles.ts';
import { loadAndUse } from './when-loaded.ts';

/** Gives a property of an element a value that rules of the page do not take back. @returns gives back what was there. */
export type Insist = (element: HTMLElement, property: string, value: string) => () => void;

/**
 * Keeps the page behind a modal from scrolling, and from jumping sideways by the width of its scroll bar. By a style sheet:
 * a style attribute is the page's own, and a modal of the page that opens or closes meanwhile writes there as well. Only where
 * the page insists by stronger means is it written there.
 *
 * @returns gives the page back as it was.
 */
export function lockScroll(cspNonce: string | undefined): () => void {
  let undo: (() => void)[] | undefined = hold((element, property, value) =>
    // Has the specificity of two ids, because a page may force its scroll bar.
    adoptStyles(document, `${element.localName}:not(#_):not(#_){${property}:${value}!important}`, cspNonce),
  );
  if (getComputedStyle(lender()).overflowY !== 'hidden') {
    loadAndUse(
      () => import('./insist-inline.ts'),
      ({ insistInline }) => undo?.push(...hold(insistInline)),
    );
  }
  return () => {
    for (const giveBack of undo ?? []) giveBack();
    undo = undefined;
  };
}

/**
 * Whose overflow the viewport has (CSS Overflow, "viewport propagation"). To take the body's from the viewport would make a
 * scroller of the body, and the page would lose its place.
 */
function lender(): HTMLElement {
  const { documentElement: page, body } = document;
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible';
  return isVisible(page) && !isVisible(body) ? body : page;
}

function hold(insist: Insist): (() => void)[] {
  const page = document.documentElement;
  const widthPx = page.clientWidth;
  const undo = [insist(lender(), 'overflow', 'hidden')];
  // Measured, not computed from the window: a page may keep the room of its bar by itself (scrollbar-gutter).
  const barPx = page.clientWidth - widthPx;
  if (barPx > 0) {
    // The bar of the viewport is on the right whichever way the page is read: browsers go by their own language.
    const ownPx = Number.parseFloat(getComputedStyle(page).paddingRight) || 0;
    undo.push(insist(page, 'padding-right', `${ownPx + barPx}px`));
  }
  return undo;
}
