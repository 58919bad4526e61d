/**
 * An address as the browser itself reads it, if that is of the given form. What is tested is what is used: hosts are in lower
 * case, a user name, a password or a port of its own would stand in its place.
 */
export function parseAddress(text: string, form: RegExp): string | null {
  try {
    const { href } = new URL(text);
    return form.test(href) ? href : null;
  } catch {
    return null;
  }
}
