import { focusedElement } from '../../mount/focused-element.ts';

/**
 * Delay before a live region is filled, in ms: screen readers only announce changes to a region that has existed for a moment.
 */
const announceAfterMs = 100;

/** Types of `input` that act as buttons. */
const buttonTypes = /submit|image|button|reset|checkbox|radio/;

/**
 * Moves the focus to new content of the flow, for keyboard and screen reader. If the user is busy elsewhere in the page, the
 * focus stays there and the words are announced. The first screen takes the focus from any element except a text field. Content
 * that is not in the page yet, as in a modal, gets the focus there.
 *
 * @param preventScroll - prevents scrolling, including that of the page around the flow.
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
      (active.matches('input,textarea,select,iframe') && !buttonTypes.test(active.type)));
  if (!isBusy) element.focus({ preventScroll });
  else if (voice && words) setTimeout(() => (voice.textContent = words), announceAfterMs);
}
