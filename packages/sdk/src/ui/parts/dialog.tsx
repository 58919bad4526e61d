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
  /** The answers; the first takes the focus. */
  readonly children: ComponentChildren;
}

/**
 * A question over the screen. Assistive technology reads it at once. While it is open the Tab key goes round inside it; when
 * it closes, the focus returns to where it was, or to the heading where that has gone meanwhile.
 */
export function Dialog({ behind, title, text, children }: DialogProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // In this order: what becomes inert loses the focus at once, and cannot have it back before.
    const before = focusedWithin(dialog.current);
    const scene = behind.current;
    scene?.setAttribute('inert', '');
    // Hides the words from screen readers where `inert` is not known (Safari 15.4, Firefox 111); the veil takes the presses.
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

/** How far the ring around what has the focus reaches out, in CSS pixels. */
const ringPx = 5;

/** The first answer, or the title where that one can be seen only by scrolling: what is read first is seen first. */
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

/** The element that has the focus, seen from inside the shadow root where there is one. */
function focusedWithin(element: HTMLElement | null): HTMLElement | null {
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return null;
  return root.activeElement instanceof HTMLElement ? root.activeElement : null;
}

function keepTabInside(event: KeyboardEvent, dialog: HTMLElement): void {
  // The trap around a modal hears of the key first, and at the last answer has gone on to the first already.
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const buttons = Array.from(dialog.querySelectorAll('button'));
  // From the title, which is no button: forward to the first, back to the last.
  const at = buttons.indexOf(focusedWithin(dialog) as HTMLButtonElement);
  const next = event.shiftKey ? Math.max(0, at) - 1 : at + 1;
  event.preventDefault();
  buttons[(next + buttons.length) % buttons.length]?.focus();
}
