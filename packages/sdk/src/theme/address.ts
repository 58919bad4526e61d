/**
 * Parses an address like the browser, and returns the normalized address if it matches the form, otherwise null. The form is
 * checked against the normalized address, with the host in lower case and any user name, password or port included.
 */
export function parseAddress(text: string, form: RegExp): string | null {
  try {
    const { href } = new URL(text);
    return form.test(href) ? href : null;
  } catch {
    return null;
  }
}
