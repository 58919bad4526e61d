import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus to the heading when the focused control disappears (an unplugged camera removes its button); otherwise
 * keyboard users would have to start outside the flow.
 *
 * @returns a ref for the element that contains the controls.
 */
export function useKeptFocus(): RefObject<HTMLDivElement> {
  const controls = useRef<HTMLDivElement>(null);
  const focused = () => (controls.current?.getRootNode() as Partial<ShadowRoot> | undefined)?.activeElement;
  // Read before the controls are updated.
  const isWithin = controls.current?.contains(focused() ?? null);
  useLayoutEffect(() => {
    if (!isWithin || focused()) return;
    const { parentElement } = controls.current!;
    parentElement?.querySelector<HTMLElement>('.heading')?.focus({ preventScroll: true });
  });
  return controls;
}
