import type { ComponentChildren } from 'preact';

/** Scrolls by itself what is wider than its room, by keyboard, too. */
export function ScrollBox(props: { label: string; children: ComponentChildren }) {
  const { label, children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
