/**
 * Sets a property in the element's style attribute, where it wins over every rule. Our style sheet loses to a page's
 * `!important` rules in a cascade layer (CSS Cascade, "cascade sorting order") and in the style attribute. Uses the CSSOM,
 * which no Content-Security-Policy forbids. Loaded only for the few pages that need it.
 *
 * @param property - `overflow`, or any property that is not a shorthand.
 * @returns a function that restores the previous value, unless the page has changed it since.
 */
export function insistInline(element: HTMLElement, property: string, value: string): () => void {
  const { style } = element;
  const hadStyle = element.hasAttribute('style');
  const before = (property === 'overflow' ? ['overflow-x', 'overflow-y'] : [property]).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  );
  for (const [name] of before) style.setProperty(name, value, 'important');
  return () => {
    for (const [name, own, priority] of before) {
      const isOurs =
        style.getPropertyValue(name) === value && style.getPropertyPriority(name) === 'important';
      if (isOurs) style.setProperty(name, own, priority);
    }
    if (!hadStyle && style.length === 0) element.removeAttribute('style');
  };
}
