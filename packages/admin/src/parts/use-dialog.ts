import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Opens a modal dialog for as long as its component is rendered. The browser keeps the focus inside and restores it afterwards.
 * The dialog opens before the next key press, which would otherwise reach the control behind it.
 */
export function useDialog(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
