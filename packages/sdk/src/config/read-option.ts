/**
 * Reads a member of what the page gave, which may be anything: answers NaN, which is no value of any option, where reading it
 * throws. Ignores members that a polluted page gives to all objects. Reads each once, so that what is checked is what is used,
 * whatever a getter or proxy answers later.
 */
export function readOption(given: unknown, name: string): unknown {
  try {
    const owner = Object(given);
    const value: unknown = owner[name];
    const everybodys = ({} as Record<string, unknown>)[name];
    return value !== everybodys || Object.keys(owner).includes(name) ? value : undefined;
  } catch {
    return Number.NaN;
  }
}
