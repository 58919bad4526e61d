import { focusedElement } from '../../mount/focused-element.ts';

/** A live region speaks of what changes in it once it has been there for a moment; in ms. */
const heardAfterMs = 100;

/** Kinds of `input` that are pressed. */
const pressed = /submit|image|button|reset|checkbox|radio/;

/**
 * Moves the focus to new content of the flow, for keyboard and screen reader. If the user is busy elsewhere in the page, the
 * focus stays and the words are announced instead. The first screen takes the focus from any element except a text field. Content
 * drawn before it is in the page, as in a modal, gets the focus there.
 *
 * @param preventScroll - keeps everything in place, including the page around the flow.
 */
export function takeFocus(element: HTMLElement, words = element.textContent, preventScroll = true): void {
  const active = focusedElement() as HTMLInputElement | null;
  const voice = element.closest('.frame')?.querySelector('.told');
  if (voice) voice.textContent = '';
  const isBusy =
    active &&
    element.isConnected &&
    !element.getRootNode().contains(active) &&
    (!element.closest('.first') ||
      active.isContentEditable ||
      (active.matches('input,textarea,select,iframe') && !pressed.test(active.type)));
  if (!isBusy) element.focus({ preventScroll });
  else if (voice && words) setTimeout(() => (voice.textContent = words), heardAfterMs);
}
