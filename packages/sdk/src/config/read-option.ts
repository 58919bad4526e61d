/**
 * A member of what the page gave, which may be anything: NaN, which is no value of any option, where asking for it throws.
 * Each is asked for once, so that what is checked is what is used, whatever a getter or proxy answers later.
 */
export function readOption(given: unknown, name: string): unknown {
  try {
    return Object(given)[name];
  } catch {
    return Number.NaN;
  }
}
