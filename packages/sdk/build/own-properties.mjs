/** Files that write the flow's custom properties: its style sheets, and the modules that give them values. */
const writers =
  /[\\/]src[\\/](?:steps[\\/]\w+[\\/][\w-]+\.css|theme[\\/](?:sheet[\\/][\w-]+\.css|default-theme\.ts|tokens\.ts)|ui[\\/]room\.ts)(?:\?|$)/;

/**
 * Gives the flow's custom properties names that no page has: `--accent` is built as `--vo-accent`. A page that registers a
 * property (`@property`) does so for its shadow trees as well, with a type and an inheritance of its own (CSS Properties and
 * Values, "scoping"), and plain names are what design systems register.
 *
 * @returns {import('vite').Plugin}
 */
export function ownProperties() {
  return {
    name: 'vo-own-properties',
    enforce: 'pre',
    transform(code, id) {
      return writers.test(id) ? { code: withOwnNames(code), map: null } : null;
    },
  };
}

/** A style sheet, or the source of a module with pieces of one in its strings, with `vo-` before each custom property's name. */
export function withOwnNames(code) {
  return code.replace(/(?<=[\s({;`'"])--(?=[a-z$])/g, '--vo-');
}

/** The custom properties in built code that lack it. */
export function foreignNames(code) {
  return [...new Set(code.match(/(?<=var\(|setProperty\(.)--(?!vo-)[\w-]+/g))];
}
