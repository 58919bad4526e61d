// Runs before every test file of screens. jsdom computes styles by matching all rules of its own style sheet, for every element
// that a query by role considers; that is a quarter of the time of these tests, which load no style sheet.
const hiding = '[hidden], dialog:not([open]), template, script, style';

if (typeof document !== 'undefined') {
  const computeStyle = window.getComputedStyle;
  /** Computes only whether an element is displayed: by its attributes and its `style`. */
  const computePlainStyle = (element: Element, pseudo?: string | null) => {
    if (pseudo) return computeStyle.call(window, element, pseudo);
    const { display, visibility } = (element as HTMLElement).style;
    const values: Readonly<Record<string, string>> = {
      display: display || (element.matches(hiding) ? 'none' : 'block'),
      visibility: visibility || 'visible',
    };
    return {
      ...values,
      getPropertyValue: (name: string) => values[name] ?? '',
    } as unknown as CSSStyleDeclaration;
  };
  if (computeStyle.name !== computePlainStyle.name) window.getComputedStyle = computePlainStyle;
}
