/** The element that has the focus, looked for through open shadow roots: of HTML, or of a drawing. */
export function focusedElement(): HTMLOrSVGElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active !== document.body && active && 'focus' in active ? (active as HTMLElement) : null;
}
