import type { ComponentChildren } from 'preact';

/** Scrolls content that is wider than its container, also by keyboard. */
export function ScrollBox(props: { label: string; children: ComponentChildren }) {
  const { label, children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
