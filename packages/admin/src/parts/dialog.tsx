import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useDialog } from './use-dialog.ts';

/** A modal dialog with a title. `isLocked`: Escape does not close it, because something would be lost. */
export function Dialog(props: {
  title: string;
  isWide?: boolean;
  isLocked?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, isWide, isLocked, onClose, children } = props;
  const dialog = useDialog();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'card broad' : 'card'}
      aria-labelledby={id}
      onCancel={(event) => isLocked && event.preventDefault()}
      onClose={onClose}
    >
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
