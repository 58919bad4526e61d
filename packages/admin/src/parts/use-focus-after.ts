import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Focuses an element after an act whose control disappeared, so that people with a keyboard or a screen reader continue there.
 *
 * @param acts - number of acts so far.
 * @returns the ref of the element, which needs `tabIndex={-1}`.
 */
export function useFocusAfter<Kind extends HTMLElement>(acts: number): RefObject<Kind> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    if (acts > 0 && document.activeElement === document.body) element.current?.focus();
  }, [acts]);
  return element;
}
