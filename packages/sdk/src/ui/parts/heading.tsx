import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The heading of a screen. It takes the focus when its screen appears, so that the keyboard starts here and a screen
 * reader reads it; the page around the flow does not scroll for it.
 */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 class="heading" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
