/** Files that use the flow's custom properties: its style sheets, and the modules that set their values. */
const writers =
  /[\\/]src[\\/](?:steps[\\/]\w+[\\/][\w-]+\.css|theme[\\/](?:sheet[\\/][\w-]+\.css|default-theme\.ts|tokens\.ts)|ui[\\/]room\.ts)(?:\?|$)/;

/**
 * Gives the flow's custom properties names that no page uses: `--accent` is built as `--vo-accent`. A property registered by
 * the page (`@property`) also applies in its shadow trees, with its own type and inheritance (CSS Properties and Values,
 * "scoping"), and design systems register plain names.
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

/** Adds `vo-` to the name of each custom property in a style sheet, or in the strings of a module's source. */
export function withOwnNames(code) {
  return code.replace(/(?<=[\s({;`'"])--(?=[a-z$])/g, '--vo-');
}

/** Returns the custom properties in built code without the prefix. */
export function foreignNames(code) {
  return [...new Set(code.match(/(?<=var\(|setProperty\(.)--(?!vo-)[\w-]+/g))];
}
