import { focusedElement } from './focused-element.ts';
import { loadAndUse } from './when-loaded.ts';

/** Code that raises a moved modal above other dialogs. */
type Again = Pick<typeof import('./raise-again.ts'), 'raiseAgain'>;

/** Time-out for loading that code, in ms, because a silent connection would make the browser wait forever. */
const loadTimeoutMs = 4_000;

/** Handle that keeps a raised dialog on top. */
interface Raised {
  /**
   * Raises the dialog again after the page has moved it, which removes it from the top layer; stays below modals that the page
   * has opened since.
   */
  again(): void;
  /** Stops waiting to raise it again. */
  end(): void;
}

const importAgain = (): Promise<Again> => import('./raise-again.ts');

/**
 * Shows a drawn dialog in the browser's top layer, above everything else in the page, including its modal dialogs; the rest
 * becomes inert (HTML standard, "showModal").
 *
 * @param onDismiss - called when the platform asks to close the dialog: Escape, or Android's back gesture. The dialog stays
 *   open.
 * @returns null if the browser has no top layer (before Chrome 37, Firefox 98, Safari 15.4).
 */
export function raise(dialog: HTMLDialogElement, onDismiss: () => void, load = importAgain): Raised | null {
  if (typeof dialog.showModal !== 'function') return null;
  const below = document.querySelectorAll('dialog[open]');
  // Tracked continuously, because moving the dialog drops the focus without an event.
  let focused: HTMLElement | undefined;
  dialog.addEventListener('focusin', ({ target }) => {
    focused = target as HTMLElement;
  });
  const show = () => {
    const before = focused;
    // A moved dialog keeps its `open` attribute, with which `showModal` throws.
    dialog.removeAttribute('open');
    dialog.showModal();
    // Restores the focus: showing the dialog moved it to the first button, and the screen had put it on its heading.
    before?.focus({ preventScroll: true });
  };
  dialog.addEventListener('cancel', (event) => {
    // A file input also sends a bubbling `cancel`, when no file was chosen. An event that cannot be cancelled is followed by
    // `close`.
    if (event.target !== dialog || !event.cancelable) return;
    event.preventDefault();
    onDismiss();
  });
  dialog.addEventListener('close', (event) => {
    // Chromium lets a page prevent closing once; a second request without a press in between always closes the dialog.
    if (event.target !== dialog || !dialog.isConnected) return;
    show();
    onDismiss();
  });
  show();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(waiting);
  return {
    again() {
      end();
      const focused = focusedElement() as Element | null;
      if (!focused && !document.querySelector('dialog[open]')) return show();
      waiting = setTimeout(show, loadTimeoutMs);
      loadAndUse(load, ({ raiseAgain }) => {
        raiseAgain(dialog, below, focused, show);
        end();
      });
    },
    end,
  };
}
