/** Returns the HTML or SVG element that has the focus, searched through open shadow roots. */
export function focusedElement(): HTMLOrSVGElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active !== document.body && active && 'focus' in active ? (active as HTMLElement) : null;
}
