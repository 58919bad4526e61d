import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A modal dialog that is open as long as it is drawn: the browser holds the focus in it, and gives it back. */
export function useDialog(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
