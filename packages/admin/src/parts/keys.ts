import { useLayoutEffect } from 'preact/hooks';

/**
 * Runs actions for single keys, unless the person is typing or a dialog is open (WCAG 2.1.4: keys work only on the screen that
 * declares them).
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  // Runs before the screen is painted, so that keys work from the first moment it is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest('input, textarea, select, [contenteditable]')) return;
      if (document.querySelector('dialog[open]')) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}
