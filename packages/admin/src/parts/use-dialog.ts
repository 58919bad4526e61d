import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Opens a modal dialog for as long as its component is rendered. The browser keeps the focus inside and restores it afterwards.
 */
export function useDialog(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
