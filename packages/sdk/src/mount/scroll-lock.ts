/** What is changed on the root element; the shorthand first, so that giving it back leaves the longhands to follow. */
const touched = ['overflow', 'overflow-x', 'overflow-y', 'padding-inline-end'] as const;

/**
 * Keeps the page behind a modal from scrolling, and from jumping sideways by the width of its scroll bar.
 *
 * @returns gives the page back as it was.
 */
export function lockScroll(): () => void {
  const { documentElement: page } = document;
  const { style } = page;
  const hadStyle = page.hasAttribute('style');
  const before = touched.map((name) => ({
    name,
    value: style.getPropertyValue(name),
    priority: style.getPropertyPriority(name),
  }));
  const widthPx = page.clientWidth;
  style.setProperty('overflow', 'hidden', 'important');
  // Measured, not computed from the window: a page may keep the room of its bar by itself (scrollbar-gutter).
  const barPx = page.clientWidth - widthPx;
  if (barPx > 0) {
    const ownPx = Number.parseFloat(getComputedStyle(page).paddingInlineEnd) || 0;
    style.setProperty('padding-inline-end', `${ownPx + barPx}px`, 'important');
  }
  return () => {
    for (const { name, value, priority } of before) style.setProperty(name, value, priority);
    // Asked for first: Chromium writes an emptied style attribute down late, after it would have been removed.
    if (!hadStyle && !page.getAttribute('style')) page.removeAttribute('style');
  };
}
