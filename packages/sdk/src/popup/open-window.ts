/**
 * Opens an empty window for the flow, in the middle of the page's own: 800 × 600 CSS pixels where the screen has room. Browsers allow it in the user's gesture alone, so
 * it is done before anything that takes time.
 *
 * @returns null when it was blocked.
 */
export function openWindow(): Window | null {
  const width = Math.min(800, screen.availWidth);
  const height = Math.min(600, screen.availHeight);
  try {
    const popup = open(
      '',
      '_blank',
      `popup,width=${width},height=${height},left=${screenX + (outerWidth - width) / 2},top=${screenY + (outerHeight - height) / 2}`,
    ) as Window;
    // A program that blocks windows may put something else in their place.
    return popup.closed === false ? popup : null;
  } catch {
    return null; // there is none, or such a program threw
  }
}
