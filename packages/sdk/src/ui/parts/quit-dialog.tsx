import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLanguage } from '../language-context.ts';
import { Button } from './button.tsx';

interface QuitDialogProps {
  /** What lies behind the dialog, and can be neither pressed nor read while it is open. */
  readonly behind: { readonly current: HTMLElement | null };
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/**
 * Asks once more before the flow is left. While it is open the Tab key goes round inside it; when it closes, the focus
 * returns to where it was.
 */
export function QuitDialog({ behind, onStay, onLeave }: QuitDialogProps) {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // In this order: what becomes inert loses the focus at once, and cannot have it back before.
    const before = focusedWithin(dialog.current);
    const scene = behind.current;
    scene?.setAttribute('inert', '');
    dialog.current?.querySelector('button')?.focus({ preventScroll: true });
    return () => {
      scene?.removeAttribute('inert');
      before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div class="veil">
      <div
        class="dialog"
        ref={dialog}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="vo-quit-title"
        aria-describedby="vo-quit-text"
        onKeyDown={(event) => dialog.current && keepTabInside(event, dialog.current)}
      >
        <h2 class="dialog-title" id="vo-quit-title">
          {t('quit.title')}
        </h2>
        <p class="dialog-text" id="vo-quit-text">
          {t('quit.text')}
        </p>
        <Button kind="primary" onPress={onStay}>
          {t('quit.stay')}
        </Button>
        <Button kind="quiet" onPress={onLeave}>
          {t('quit.leave')}
        </Button>
      </div>
    </div>
  );
}

/** The element that has the focus, seen from inside the shadow root where there is one. */
function focusedWithin(element: HTMLElement | null): HTMLElement | null {
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return null;
  return root.activeElement instanceof HTMLElement ? root.activeElement : null;
}

function keepTabInside(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'Tab') return;
  const buttons = Array.from(dialog.querySelectorAll('button'));
  const at = buttons.indexOf(focusedWithin(dialog) as HTMLButtonElement);
  const step = event.shiftKey ? -1 : 1;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
