/**
 * Tells the developer of a container in which the flow has little room, or cannot be seen. One that is not shown itself is
 * looked at again when it is. Loaded where there is something to tell: the user needs none of it.
 *
 * @returns whether there was something to tell.
 */
export function tellRoom(
  container: Element,
  host: HTMLElement,
  recommended: { readonly widthPx: number; readonly heightPx: number },
): boolean {
  const { offsetWidth: widthPx, offsetHeight: heightPx, isConnected } = host;
  if (!isConnected) return false;
  if (widthPx > 0) {
    // The flow may have been shown, or grown, while this code was loaded.
    if (widthPx >= recommended.widthPx && heightPx >= recommended.heightPx) return false;
    const least = `${recommended.widthPx}×${recommended.heightPx}`;
    warn(`the flow has ${widthPx}×${heightPx} px in its container; ${least} px or more is recommended.`);
    return true;
  }
  // Elements that browsers never show have no box either, just as those that the page hides.
  const isShown = container.getClientRects().length > 0 || container.matches('template, script, style');
  if (isShown) {
    const name = `<${container.localName} id="${container.id}">`;
    warn(`the container ${name} shows nothing of the flow; use a block, a <div> say.`);
  }
  return isShown;
}

function warn(text: string): void {
  console.warn(`VendorOrchestration: ${text}`);
}
