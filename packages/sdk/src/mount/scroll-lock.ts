import { adoptStyles } from '../theme/adopt-styles.ts';
import { loadAndUse } from './when-loaded.ts';

/**
 * Sets a property of an element so that the page's rules do not override it.
 *
 * @returns a function that restores the previous value.
 */
export type Insist = (element: HTMLElement, property: string, value: string) => () => void;

/**
 * Prevents the page behind a modal from scrolling, and from shifting sideways by the width of its scroll bar. Uses a style
 * sheet, because other modals of the page may write the same style attribute meanwhile. Writes the attribute only if the page's
 * rules win over the style sheet.
 *
 * @returns a function that restores the page.
 */
export function lockScroll(cspNonce: string | undefined): () => void {
  let undo: (() => void)[] | undefined = lockWith((element, property, value) =>
    // Has the specificity of two ids, because a page may force its scroll bar.
    adoptStyles(document, `${element.localName}:not(#_):not(#_){${property}:${value}!important}`, cspNonce),
  );
  if (getComputedStyle(viewportScroller()).overflowY !== 'hidden') {
    loadAndUse(
      () => import('./insist-inline.ts'),
      ({ insistInline }) => undo?.push(...lockWith(insistInline)),
    );
  }
  return () => {
    for (const giveBack of undo ?? []) giveBack();
    undo = undefined;
  };
}

/**
 * Returns the element whose overflow applies to the viewport (CSS Overflow, "viewport propagation"). If `<html>` took over from
 * the body, the body would become a scroller of its own and the page would lose its scroll position.
 */
function viewportScroller(): HTMLElement {
  const { documentElement: page, body } = document;
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible';
  return isVisible(page) && !isVisible(body) ? body : page;
}

function lockWith(insist: Insist): (() => void)[] {
  const page = document.documentElement;
  const widthPx = page.clientWidth;
  const undo = [insist(viewportScroller(), 'overflow', 'hidden')];
  // Measured rather than computed from the window, because a page may reserve space for its scroll bar (scrollbar-gutter).
  const scrollBarPx = page.clientWidth - widthPx;
  if (scrollBarPx > 0) {
    // The viewport's scroll bar is on the side of the browser's own language, whatever the page's direction; this assumes the
    // right.
    const ownPx = Number.parseFloat(getComputedStyle(page).paddingRight) || 0;
    undo.push(insist(page, 'padding-right', `${ownPx + scrollBarPx}px`));
  }
  return undo;
}
