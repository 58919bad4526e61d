import { focusedElement } from '../../mount/focused-element.ts';

/** A live region speaks of what changes in it once it has been there for a moment; in ms. */
const heardAfterMs = 100;

/** Kinds of `input` that are pressed. */
const pressed = /submit|image|button|reset|checkbox|radio/;

/**
 * Gives the focus to what has just appeared in the flow: that is where the keyboard goes on, and what a screen reader reads.
 * Somebody who is busy elsewhere in the page keeps it, and is told the words instead. The first screen was asked for by whatever
 * has the focus, unless that is something to write in. What is drawn before it is in the page, as in a modal, gets it there.
 *
 * @param preventScroll - whether all stays where it is, the page around the flow, too.
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
