import { useLayoutEffect } from 'preact/hooks';

/**
 * Does something at single keys, unless somebody types or a dialog is open (WCAG 2.1.4: keys act only within the screen that
 * names them).
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  // Before the screen is painted: keys act from the first moment that it is seen.
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
