/**
 * Warns the developer in the console if the container is too small for the flow, or does not display it. Loaded only when a
 * warning may be needed.
 *
 * @returns whether it warned; false while the container itself is hidden.
 */
export function warnRoom(
  container: Element,
  host: HTMLElement,
  recommended: { readonly widthPx: number; readonly heightPx: number },
): boolean {
  const { offsetWidth: widthPx, offsetHeight: heightPx, isConnected } = host;
  if (!isConnected) return false;
  if (widthPx > 0) {
    // The flow may have been shown or enlarged while this code was loading.
    if (widthPx >= recommended.widthPx && heightPx >= recommended.heightPx) return false;
    const recommendedSize = `${recommended.widthPx}×${recommended.heightPx}`;
    warn(
      `the flow has ${widthPx}×${heightPx} px in its container; ${recommendedSize} px or more is recommended.`,
    );
    return true;
  }
  // Elements that browsers never display have no boxes, just like elements hidden by the page.
  const isShown = container.getClientRects().length > 0 || container.matches('template, script, style');
  if (isShown) {
    const name = `<${container.localName} id="${container.id}">`;
    warn(`the container ${name} cannot show the flow; use a block such as <div>.`);
  }
  return isShown;
}

function warn(text: string): void {
  console.warn(`VendorOrchestration: ${text}`);
}
