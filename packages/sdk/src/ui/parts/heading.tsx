import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { takeFocus } from './take-focus.ts';

/** The heading of a screen, which takes the focus when the screen appears. */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => takeFocus(heading.current!), []);
  return (
    <h1 class="heading" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
