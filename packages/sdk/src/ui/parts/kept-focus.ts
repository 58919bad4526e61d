import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Leads the focus to the heading of the screen when the control that has it goes (a camera that was unplugged takes its button
 * with it): who goes by keyboard would have to begin anew, outside of the flow.
 *
 * @returns for the element that holds the controls.
 */
export function useKeptFocus(): RefObject<HTMLDivElement> {
  const controls = useRef<HTMLDivElement>(null);
  const focused = () => (controls.current?.getRootNode() as Partial<ShadowRoot> | undefined)?.activeElement;
  // While the controls are still as they were.
  const isWithin = controls.current?.contains(focused() ?? null);
  useLayoutEffect(() => {
    if (!isWithin || focused()) return;
    const { parentElement } = controls.current!;
    parentElement?.querySelector<HTMLElement>('.heading')?.focus({ preventScroll: true });
  });
  return controls;
}
