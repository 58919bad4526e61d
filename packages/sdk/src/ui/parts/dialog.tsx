import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { takeFocus } from './take-focus.ts';

/** Place of a dialog in the frame. */
export interface DialogPlace {
  /** Element behind the dialog, which can be neither pressed nor read while the dialog is open. */
  readonly behind: { readonly current: HTMLElement | null };
}

interface DialogProps extends DialogPlace {
  readonly title: string;
  readonly text: string;
  /** Answer buttons; the first one takes the focus. */
  readonly children: ComponentChildren;
}

/**
 * A question over the screen, read at once by assistive technology. While it is open, the Tab key stays inside; when it closes,
 * the focus returns to its previous element, or to the heading if that element is gone.
 */
export function Dialog({ behind, title, text, children }: DialogProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Read first, because an element loses the focus as soon as it becomes inert.
    const before = focusedWithin(dialog.current);
    const scene = behind.current;
    scene?.setAttribute('inert', '');
    // Hides the screen from screen readers in browsers without `inert` (Safari 15.4, Firefox 111); the veil takes the presses.
    scene?.setAttribute('aria-hidden', 'true');
    focusFirst(dialog.current, `${title} ${text}`);
    return () => {
      scene?.removeAttribute('inert');
      scene?.removeAttribute('aria-hidden');
      const after = before?.isConnected ? before : scene?.querySelector<HTMLElement>('h1');
      if (after) takeFocus(after, '');
    };
  }, []);
  return (
    <div class="veil">
      <div
        class="dialog"
        ref={dialog}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="vo-dialog-title"
        aria-describedby="vo-dialog-text"
        onKeyDown={(event) => dialog.current && keepTabInside(event, dialog.current)}
      >
        <h2 class="dialog-title" id="vo-dialog-title" tabIndex={-1}>
          {title}
        </h2>
        <p class="dialog-text" id="vo-dialog-text">
          {text}
        </p>
        {children}
      </div>
    </div>
  );
}

/** Width of the focus ring, in CSS pixels. */
const ringPx = 5;

/** Focuses the first answer, or the title if the answer is only visible after scrolling, so that reading starts at the top. */
function focusFirst(dialog: HTMLElement | null, words: string): void {
  const answer = dialog?.querySelector('button');
  const veil = dialog?.parentElement;
  if (!answer || !veil) return;
  const isBelow =
    veil.scrollHeight > veil.clientHeight &&
    answer.getBoundingClientRect().bottom + ringPx > veil.getBoundingClientRect().bottom;
  const first = isBelow ? dialog.querySelector('h2') : answer;
  if (first) takeFocus(first, words);
}

/** Returns the focused element, inside the shadow root if there is one. */
function focusedWithin(element: HTMLElement | null): HTMLElement | null {
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return null;
  return root.activeElement instanceof HTMLElement ? root.activeElement : null;
}

function keepTabInside(event: KeyboardEvent, dialog: HTMLElement): void {
  // The focus trap around a modal handles the key first, and has already moved from the last answer to the first.
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const buttons = Array.from(dialog.querySelectorAll('button'));
  // From the title, which is not a button: forward to the first, back to the last.
  const at = buttons.indexOf(focusedWithin(dialog) as HTMLButtonElement);
  const next = event.shiftKey ? Math.max(0, at) - 1 : at + 1;
  event.preventDefault();
  buttons[(next + buttons.length) % buttons.length]?.focus();
}
