/**
 * Parses an address as the browser does, and returns it if it matches the form. The checked text is the used one: hosts are in
 * lower case, and user name, password or port would be in it.
 */
export function parseAddress(text: string, form: RegExp): string | null {
  try {
    const { href } = new URL(text);
    return form.test(href) ? href : null;
  } catch {
    return null;
  }
}
