import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useDialog } from './use-dialog.ts';

/** A modal dialog with a title. With `isLocked`, Escape does not close it, because something would be lost. */
export function Dialog(props: {
  title: string;
  isWide?: boolean;
  isLocked?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, isWide, isLocked, onClose, children } = props;
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  const dialog = useDialog();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'card broad' : 'card'}
      aria-labelledby={id}
      onCancel={(event) => isLocked && event.preventDefault()}
      onClose={() => {
        // A removed dialog also fires `close`, which must not close the dialog that replaced it.
        if (!isShown.current) return;
        // Browsers close a dialog on the second Escape even if `cancel` was prevented: show it again.
        if (isLocked) dialog.current?.showModal();
        else onClose();
      }}
    >
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
