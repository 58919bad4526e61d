import { focusedElement } from './focused-element.ts';
import { loadAndUse } from './when-loaded.ts';

/** Code for what is above a modal that was moved. */
type Again = Pick<typeof import('./raise-again.ts'), 'raiseAgain'>;

/** Time limit for it, in ms, because a silent connection would make the browser wait forever. */
const patienceMs = 4_000;

/** Handle that keeps a raised dialog on top. */
interface Raised {
  /** Puts it there again once the page has moved it, which takes it out; below a modal that the page has opened since. */
  again(): void;
  /** Ends the wait for what that takes. */
  end(): void;
}

const importAgain = (): Promise<Again> => import('./raise-again.ts');

/**
 * Puts a drawn dialog into the browser's top layer, where nothing of the page lies above it, not even a modal dialog of the
 * page's own, and everything else is inert (HTML standard, "showModal").
 *
 * @param onDismiss - the platform asks to close it: Escape, or the back gesture of Android. It stays open.
 * @returns null where the browser cannot (before Chrome 37, Firefox 98, Safari 15.4).
 */
export function raise(dialog: HTMLDialogElement, onDismiss: () => void, load = importAgain): Raised | null {
  if (typeof dialog.showModal !== 'function') return null;
  const below = document.querySelectorAll('dialog[open]');
  // Noted as it moves: what is moved loses the focus without a word.
  let focused: HTMLElement | undefined;
  dialog.addEventListener('focusin', ({ target }) => {
    focused = target as HTMLElement;
  });
  const show = () => {
    const before = focused;
    // Moved it keeps it, and with it refuses to be shown.
    dialog.removeAttribute('open');
    dialog.showModal();
    // Restores the focus: showing the dialog moved it to the first button, and the screen had put it on its heading.
    before?.focus({ preventScroll: true });
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
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(waiting);
  return {
    again() {
      end();
      const focused = focusedElement() as Element | null;
      if (!focused && !document.querySelector('dialog[open]')) return show();
      waiting = setTimeout(show, patienceMs);
      loadAndUse(load, ({ raiseAgain }) => {
        raiseAgain(dialog, below, focused, show);
        end();
      });
    },
    end,
  };
}
