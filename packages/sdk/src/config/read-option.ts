/**
 * Reads a member of the page's argument, which may have any type. Returns NaN, which no option accepts, if reading throws.
 * Ignores members that a polluted prototype gives to all objects. Reads each member once, so that the checked value is the used
 * one, whatever a getter or proxy returns later.
 */
export function readOption(given: unknown, name: string): unknown {
  try {
    const owner = Object(given);
    const value: unknown = owner[name];
    const inheritedByAll = ({} as Record<string, unknown>)[name];
    return value !== inheritedByAll || Object.keys(owner).includes(name) ? value : undefined;
  } catch {
    return Number.NaN;
  }
}
