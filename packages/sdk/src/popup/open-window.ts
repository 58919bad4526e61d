/**
 * Opens an empty popup for the flow, centred on the page's window: 800 × 600 CSS pixels, or less on a smaller screen. Call it
 * before anything asynchronous, because browsers allow it only during a user gesture.
 *
 * @returns null if it was blocked.
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
    // A popup blocker may return some other object.
    return popup.closed === false ? popup : null;
  } catch {
    return null; // `open` returned null, or a popup blocker threw
  }
}
