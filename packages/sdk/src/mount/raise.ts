/**
 * Puts a drawn dialog into the browser's top layer, where nothing of the page lies above it, not even a modal dialog of the
 * page's own, and everything else is inert (HTML standard, "showModal").
 *
 * @param onDismiss - the platform asks to close it: Escape, or the back gesture of Android. It stays open.
 * @returns whether the browser can (Chrome 37, Firefox 98, Safari 15.4).
 */
export function raise(dialog: HTMLDialogElement, onDismiss: () => void): boolean {
  if (typeof dialog.showModal !== 'function') return false;
  const show = () => {
    const { activeElement } = dialog.getRootNode() as ShadowRoot;
    dialog.showModal();
    // It has moved the focus to the first button; the screen had put it on its heading.
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
  dialog.addEventListener('cancel', (event) => {
    // A file input tells so too that no file was chosen, and its event bubbles. What cannot be cancelled is followed by `close`.
    if (event.target !== dialog || !event.cancelable) return;
    event.preventDefault();
    onDismiss();
  });
  dialog.addEventListener('close', (event) => {
    // Chromium lets itself be held once; a second request without a press in between closes whatever the page says.
    if (event.target !== dialog || !dialog.isConnected) return;
    show();
    onDismiss();
  });
  show();
  return true;
}
