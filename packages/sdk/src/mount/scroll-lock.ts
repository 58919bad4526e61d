/**
 * Keeps the page behind a modal from scrolling, and from jumping sideways by the width of its scroll bar.
 *
 * @returns gives the page back as it was.
 */
export function lockScroll(): () => void {
  const { documentElement: page } = document;
  const barPx = window.innerWidth - page.clientWidth;
  const { overflow, paddingInlineEnd } = page.style;
  const hadStyle = page.hasAttribute('style');
  page.style.overflow = 'hidden';
  if (barPx > 0) page.style.paddingInlineEnd = `${barPx}px`;
  return () => {
    page.style.overflow = overflow;
    page.style.paddingInlineEnd = paddingInlineEnd;
    // Asked for first: Chromium writes an emptied style attribute down late, after it would have been removed.
    if (!hadStyle && !page.getAttribute('style')) page.removeAttribute('style');
  };
}
